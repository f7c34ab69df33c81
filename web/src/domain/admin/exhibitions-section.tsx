import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import type { AdminExhibition } from '@skarb/schema/exhibition';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { When } from '../../platform/format/when.tsx';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { MoveButtons, moved } from '../../ui/move-buttons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useOwn } from '../front/lead.tsx';
import { exhibitionsQuery } from './admin.query.ts';
import { ExhibitionDialog } from './exhibition-dialog.tsx';
import { ListFrame } from './list-frame.tsx';
import { ListHead } from './order-list.tsx';
import { useAct } from './use-act.ts';

const Dates = ({ exhibition: { startsAt, endsAt } }: { exhibition: AdminExhibition }) => {
  const { t } = useTranslation();
  return (
    <>
      {t('admin.exhibition.dates.from')} <When at={startsAt} form="exact" />
      {endsAt && (
        <>
          {' '}
          {t('admin.exhibition.dates.until')} <When at={endsAt} form="exact" />
        </>
      )}
    </>
  );
};

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
  const move = async (index: number, by: -1 | 1) => {
    const uuids = (exhibitions ?? []).map(({ uuid }) => uuid);
    await act(() => call(exhibitionCalls.order, { body: { uuids: moved(uuids, index, by) } }));
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
        <ol className="divide-y divide-ink-800 rounded-2xl bg-ink-900">
          {exhibitions?.map((one, index) => (
            <li key={one.uuid} className="flex items-center gap-3 px-3 py-3 fluid:gap-4 fluid:px-5">
              <MoveButtons
                name={own(one.title)}
                index={index}
                count={exhibitions.length}
                isBusy={isBusy}
                onMove={(by) => void move(index, by)}
                className="flex-col fluid:flex-row"
              />
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
                  <span className="*:whitespace-normal">
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
