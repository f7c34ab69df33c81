import type { CartLine, CartPurchase } from '@skarb/schema/cart';
import { totalsOf } from '@skarb/schema/cart-total';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { path } from '../../../platform/route/path.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListFailure, useFailure } from '../../../ui/list-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRunningNetwork } from '../../reference/use-networks.ts';
import { ForOther } from '../for-other.tsx';
import { PreflightCard } from '../preflight/preflight-card.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { TradeDialog } from '../trade-dialog.tsx';
import { useClearRefusal } from '../use-clear-refusal.ts';
import { useReceiver } from '../use-receiver.ts';
import { useTradeFlow } from '../use-trade-flow.ts';
import { CartOutcome } from './cart-outcome.tsx';
import { CartRow, copiesWrong, hasCopies } from './cart-line.tsx';
import { CartTotals, type NoSum } from './cart-totals.tsx';
import { canBuy, cartPlan, cartQuery, purchaseLines } from './cart.query.ts';
import { CART_RUN } from './cart-run.ts';
import { useCart } from './cart.store.ts';

/** The cart: what is in it, what can still be bought, and the one transaction that buys it. */
export const CartDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { items, change, drop } = useCart();
  const flow = useTradeFlow<CartPurchase>(CART_RUN);
  const network = useRunningNetwork();
  const quoted = useQuery(cartQuery(items));
  const quote = quoted.data;
  const failure = useFailure(quoted);
  const [sent, setSent] = useState<readonly CartLine[]>();
  /** By sale, what was typed as its number of copies and is none: nothing is bought while a field shows another number. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const recipient = useReceiver(flow.dismiss);
  // Without one the works go to the buyer.
  const isUnclear = !recipient.isEmpty && recipient.to === undefined;

  // Lines that were taken out since the last quote are gone at once.
  const itemOf = ({ offerUuid }: CartLine) => items.find(({ id }) => id === offerUuid);
  const lines = quote?.items.filter(itemOf) ?? [];
  const ready = lines.filter(canBuy);
  /** Why a line is not as its field shows it: the quote is still that of another number. */
  const unknownOf = (line: CartLine): NoSum | undefined =>
    hasCopies(line) && typed[line.offerUuid] !== undefined
      ? 'invalid'
      : itemOf(line)?.quantity === line.quantity
        ? undefined
        : 'waiting';
  const reasons = lines.map(unknownOf);
  const unknown = reasons.includes('invalid') ? 'invalid' : reasons.find(Boolean);
  const isForm = flow.phase === 'form';
  const isEmpty = isForm && items.length === 0;
  const flight = usePreflight(isForm && !isUnclear && !unknown ? cartPlan(ready, recipient.to) : null);
  useClearRefusal(flight, [ready.map(({ offer, quantity }) => [offer.version, quantity]), typed], flow.dismiss);
  // The check before a purchase knows of a sale that is gone earlier than the list, which says which one it is.
  const { kind } = flight.verdict;
  const isRefused = kind === 'gone' || kind === 'refused';
  const { refetch } = quoted;
  useEffect(() => void (isRefused && refetch()), [isRefused, refetch]);
  const buy = async () => {
    if (ready.length === 0 || unknown) return;
    if (isUnclear) return recipient.ask();
    // With what was sold before: the end says that it is not among what was bought.
    setSent(lines.filter((line) => canBuy(line) || line.refusal === 'offer.sold'));
    // What is shown is agreed to: the prices of now are those seen last.
    for (const line of ready) {
      const item = itemOf(line);
      if (item) change({ ...item, price: line.offer.price });
    }
    await flow.send(() => purchaseLines(ready, recipient.to));
  };
  if (isEmpty)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={t('cart.title')} description={t('cart.empty')}>
        <Link data-primary to={path.tokens} onClick={onClose} className={buttonClass('outlined')}>
          {t('cart.toGallery')}
        </Link>
      </Dialog>
    );
  const count = ready.length;
  return (
    <TradeDialog
      flow={flow}
      onClose={onClose}
      title={t('cart.title')}
      failedTitle={t('trade.buy.failedTitle')}
      doneTitle={t('trade.buy.doneTitle')}
      doneText={recipient.name && t('cart.sentTo', { name: recipient.name })}
      onSubmit={buy}
      submit={t('cart.buy', { count })}
      over={quote && count === 0 ? { label: t('cart.toGallery'), to: path.tokens } : undefined}
      isReady={count > 0 && !unknown && flight.isClear}
      note={t('cart.note')}
      done={
        <CartOutcome
          lines={sent ?? lines}
          isResumed={!sent}
          steps={flow.steps.state.steps}
          network={network}
          drop={drop}
          onClose={onClose}
        />
      }
    >
      {quote ? (
        <ul data-rows className="-my-3 flex flex-col divide-y divide-ink-800">
          {lines.map((line) => {
            const item = itemOf(line);
            const text = typed[line.offerUuid];
            return (
              <CartRow
                key={line.offerUuid}
                line={line}
                seen={item?.price ?? line.offer?.price ?? '0'}
                copies={text ?? String(item?.quantity ?? line.quantity)}
                onCopies={(next) => {
                  const { [line.offerUuid]: _before, ...others } = typed;
                  const isWrong = copiesWrong(next, line) !== undefined;
                  setTyped(isWrong ? { ...others, [line.offerUuid]: next } : others);
                  if (item && !isWrong) change({ ...item, quantity: Number(next) });
                }}
                unknown={unknownOf(line)}
                onRemove={() => drop(line.offerUuid)}
                onLeave={onClose}
              />
            );
          })}
        </ul>
      ) : failure ? (
        <ListFailure error={failure} list={quoted} />
      ) : (
        <Skeleton className="h-20 rounded-xl" />
      )}
      {count > 0 && <CartTotals label={t('trade.buy.total')} totals={totalsOf(ready)} unknown={unknown} />}
      {count > 0 && <ForOther title={t('cart.forOther')} fields={recipient.fields} />}
      {count > 0 && <PreflightCard flight={flight} permission="money" isIdle={isUnclear || unknown === 'invalid'} />}
    </TradeDialog>
  );
};
