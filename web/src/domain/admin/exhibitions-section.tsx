import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import type { AdminExhibition } from '@skarb/schema/exhibition';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Eye, Pencil, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { When } from '../../platform/format/when.tsx';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { useOwn } from '../front/lead.tsx';
import { exhibitionsQuery } from './admin.query.ts';
import { ExhibitionDialog } from './exhibition-dialog.tsx';
import { ListFrame } from './list-frame.tsx';
import { ListHead } from './order-list.tsx';
import { useAct } from './use-act.ts';

const Dates = ({ exhibition: { startsAt, endsAt } }: { exhibition: AdminExhibition }) => (
  <>
    <When at={startsAt} form="exact" />
    {endsAt && (
      <>
        {' – '}
        <When at={endsAt} form="exact" />
      </>
    )}
  </>
);

/** The exhibitions of the first page in order: planned, changed, previewed and ended here. */
export const ExhibitionsSection = () => {
  const { t } = useTranslation();
  const own = useOwn();
  const client = useQueryClient();
  const { data: exhibitions, error } = useQuery(exhibitionsQuery);
  const { act, isBusy } = useAct({ isToast: true });
  const [edited, setEdited] = useState<AdminExhibition | 'new'>();
  const close = () => {
    setEdited(undefined);
    void client.invalidateQueries({ queryKey: ['front'] });
  };
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ uuid: string; by: -1 | 1; to: number }>(undefined);
  // A disabled button and a moved row lose the focus: give it back to the pressed button, at an end to the other one.
  useEffect(() => {
    const { uuid, by, to } = pressed.current ?? {};
    if (isBusy || uuid === undefined) return;
    const [up, down] = list.current?.querySelectorAll<HTMLButtonElement>(`[data-move="${uuid}"] button`) ?? [];
    const [wanted, other] = by === -1 ? [up, down] : [down, up];
    if (document.activeElement === document.body) (wanted?.disabled ? other : wanted)?.focus();
    if (exhibitions?.[to as number]?.uuid === uuid) pressed.current = undefined;
  }, [isBusy, exhibitions]);
  const move = async (index: number, by: -1 | 1) => {
    const uuids = (exhibitions ?? []).map(({ uuid }) => uuid);
    pressed.current = { uuid: uuids[index] as string, by, to: index + by };
    uuids.splice(index + by, 0, ...uuids.splice(index, 1));
    await act(() => call(exhibitionCalls.order, { body: { uuids } }));
    void client.invalidateQueries({ queryKey: ['front'] });
  };
  return (
    <>
      <ListHead text={t('admin.exhibition.about')}>
        <Button size="small" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-4" />
          {t('admin.exhibition.add')}
        </Button>
      </ListHead>
      <ListFrame
        error={error}
        isEmpty={exhibitions && exhibitions.length === 0}
        emptyWords={t('admin.exhibition.none')}
      >
        <ol ref={list} className="divide-y divide-ink-800 rounded-2xl bg-ink-900">
          {exhibitions?.map((one, index) => (
            <li key={one.uuid} className="flex items-center gap-3 px-3 py-3 fluid:gap-4 fluid:px-5">
              <span data-move={one.uuid} className="flex shrink-0 flex-col fluid:flex-row">
                {([-1, 1] as const).map((by) => {
                  const Icon = by === -1 ? ArrowUp : ArrowDown;
                  return (
                    <Button
                      key={by}
                      variant="icon"
                      size="small"
                      disabled={isBusy || index + by < 0 || index + by >= exhibitions.length}
                      aria-label={t(by === -1 ? 'admin.order.up' : 'admin.order.down', { name: own(one.title) })}
                      onClick={() => void move(index, by)}
                    >
                      <Icon aria-hidden className="size-4" />
                    </Button>
                  );
                })}
              </span>
              {one.works[0] && (
                <Picture
                  image={one.works[0].image}
                  alt=""
                  sizes="56px"
                  ratio={1}
                  className="size-12 shrink-0 rounded-lg"
                />
              )}
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium text-ink-50">{own(one.title)}</span>
                <span className="flex flex-wrap gap-x-3 text-sm text-ink-400">
                  <span className={cx(one.state === 'SHOWN' && 'text-green-400')}>
                    {t(`admin.exhibition.state.${one.state}`)}
                  </span>
                  <span>
                    <Dates exhibition={one} />
                  </span>
                </span>
                {one.works.length === 0 && (
                  <span className="block text-sm text-gold-400">{t('admin.exhibition.nothingSeen')}</span>
                )}
              </span>
              <Link
                to={path.exhibition(one.uuid)}
                aria-label={t('admin.exhibition.preview', { name: own(one.title) })}
                className={buttonClass('icon', 'small')}
              >
                <Eye aria-hidden className="size-4" />
              </Link>
              <Button
                variant="icon"
                size="small"
                aria-label={t('admin.order.edit', { name: own(one.title) })}
                onClick={() => setEdited(one)}
              >
                <Pencil aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ol>
      </ListFrame>
      {edited && <ExhibitionDialog exhibition={edited === 'new' ? null : edited} onClose={close} />}
    </>
  );
};
