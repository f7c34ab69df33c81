import * as tokenCalls from '@skarb/schema/calls/token';
import { SEND_MAX } from '@skarb/schema/limits';
import type { Step } from '@skarb/schema/primitive';
import type { ListedToken } from '../token/token.query.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/http/api.ts';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Check } from '../../ui/check.tsx';
import { NumberField } from '../../ui/field.tsx';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { tokenListQuery } from '../token/token.query.ts';
import { useFieldWord } from './price-fields.tsx';
import { quantityWrong } from './quantity.rules.ts';
import { SendReceiver } from './send-receiver.tsx';
import { Sent } from './sent.tsx';
import { TradeDialog } from './trade-dialog.tsx';
import { useAsksQuantity } from './use-asks-quantity.ts';
import { useReceiver } from './use-receiver.ts';
import { useTradeFlow } from './use-trade-flow.ts';

/** Units of a work in the viewer's list that they can choose to send. */
const mostOf = ({ type, held }: ListedToken): number => (type === 'ERC1155' ? (held ?? 1) : 1);

/** How many units of a chosen edition. */
const Copies = ({
  work,
  quantity,
  onChange,
}: {
  work: ListedToken;
  quantity: string;
  onChange: (to: string) => void;
}) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const word = useFieldWord();
  const most = mostOf(work);
  const asksQuantity = useAsksQuantity(quantity, work.type === 'ERC1155' ? most : undefined);
  if (!asksQuantity) return null;
  return (
    <div className="pl-8">
      <NumberField
        label={t('trade.several.copies', { name: own(work).name })}
        hint={t('trade.accept.quantityHint', { max: most })}
        min={1}
        max={most}
        value={quantity}
        onValueChange={onChange}
        error={word(quantityWrong(quantity, most), { max: most })}
      />
    </div>
  );
};

/** Sends several of one's own works to one person or address at once. */
export const SendSeveralDialog = ({ ownerUuid, onClose }: { ownerUuid: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const flow = useTradeFlow<{ steps: Step[] }>(`send-works:${ownerUuid}`);
  const list = useInfiniteQuery(tokenListQuery({ ownerUuid }));
  const failure = useFailure(list);
  const receiver = useReceiver(flow.dismiss);
  const { to, name } = receiver;
  /** How many of each chosen work, as typed. */
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map());
  /** How many works the last call sends. */
  const [sent, setSent] = useState(0);
  const [isTried, setTried] = useState(false);
  // What an auction holds cannot be sent.
  const works = list.data?.pages
    .flatMap(({ data }) => data)
    .filter(({ status, type, auction }) => status === 'minted' && !(type === 'ERC721' && auction));
  // Nobody can untick what has left the gallery meanwhile, and it would refuse the others. Sent works leave it, too.
  const stillOf = (some: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    works ? new Map([...some].filter(([chosenUuid]) => works.some(({ uuid }) => uuid === chosenUuid))) : some;
  const chosen = flow.phase === 'form' ? stillOf(ticked) : ticked;
  const isFull = chosen.size === SEND_MAX;
  const isWrong = (work: ListedToken) => {
    const quantity = chosen.get(work.uuid);
    return quantity !== undefined && quantityWrong(quantity, mostOf(work)) !== undefined;
  };
  const choose = (uuid: string, quantity: string | undefined) => {
    setTried(false);
    flow.dismiss();
    setTicked((before) => {
      const next = new Map(stillOf(before));
      if (quantity === undefined) next.delete(uuid);
      else if (next.has(uuid) || next.size < SEND_MAX) next.set(uuid, quantity);
      return next;
    });
  };
  const send = async () => {
    setTried(true);
    if (!to) return receiver.ask();
    if (chosen.size === 0 || works?.some(isWrong)) return;
    const items = [...chosen].map(([tokenUuid, quantity]) => ({ tokenUuid, to, quantity: Number(quantity) }));
    await flow.send(() => {
      setSent(items.length);
      return call(tokenCalls.send, { body: { items } });
    });
  };
  const isKnown = flow.offer !== undefined && name !== undefined;
  return (
    <TradeDialog
      flow={flow}
      isSticky={chosen.size > 0}
      onClose={onClose}
      title={t('trade.several.title')}
      failedTitle={t('trade.several.failedTitle')}
      doneTitle={t('trade.several.doneTitle')}
      text={t('trade.several.text')}
      doneText={isKnown && t('trade.several.done', { count: sent, to: name })}
      onSubmit={send}
      submit={name ? t('trade.send.submitTo', { name }) : t('trade.send.submit')}
      note={t('trade.several.note')}
      done={<Sent steps={flow.steps.state.steps} to={isKnown ? to : undefined} onClose={onClose} />}
    >
      <SendReceiver {...receiver.fields} />
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="text-sm font-medium text-ink-200">{t('trade.several.works')}</legend>
        <p role="status" className={isTried && chosen.size === 0 ? 'text-sm text-red-400' : 'text-sm text-ink-400'}>
          {isTried && chosen.size === 0
            ? t('trade.several.none')
            : t(isFull ? 'trade.several.full' : 'trade.several.chosen', { chosen: chosen.size, max: SEND_MAX })}
        </p>
        {!works && !failure && <Skeleton className="h-40 rounded-2xl" />}
        {works?.length === 0 && !list.hasNextPage && <p className="text-ink-200">{t('trade.several.nothing')}</p>}
        <ul className="flex flex-col">
          {works?.map((work) => {
            const shown = own(work);
            const quantity = chosen.get(work.uuid);
            return (
              <li key={work.uuid} className="flex flex-col gap-2 py-1">
                <Check
                  isChecked={quantity !== undefined}
                  onChange={(isChecked) => choose(work.uuid, isChecked ? '1' : undefined)}
                >
                  <Picture image={work.image} alt="" sizes="48px" fit="thumb" className="size-12 shrink-0 rounded-lg" />
                  <span className="min-w-0">
                    <bdi className="line-clamp-2 wrap-anywhere font-medium text-ink-50">{shown.name}</bdi>
                    <span className="block truncate text-sm text-ink-400">{work.collection.name}</span>
                  </span>
                </Check>
                {quantity !== undefined && (
                  <Copies work={work} quantity={quantity} onChange={(value) => choose(work.uuid, value)} />
                )}
              </li>
            );
          })}
        </ul>
        <LoadMore list={list} size="small" />
      </fieldset>
      <p className="text-sm text-ink-200">{t('trade.several.sales')}</p>
      <p className="text-sm text-gold-400">{t('trade.send.warning')}</p>
    </TradeDialog>
  );
};
