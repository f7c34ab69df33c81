import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import { useState } from 'react';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { call } from '../../../platform/http/api.ts';
import { path } from '../../../platform/route/path.ts';
import { NumberField } from '../../../ui/field.tsx';
import { usePriceDistanceWords } from '../price-distance.tsx';
import { Countdown, useChainNow } from '../../reference/countdown.tsx';
import { PersonLink } from '../../profile/person.tsx';
import { BreakdownList } from '../breakdown-list.tsx';
import { acceptPlan } from '../preflight/preflight.plans.ts';
import { SendMoney } from '../../wallet/send-money.tsx';
import { PreflightCard } from '../preflight/preflight-card.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { Paid } from '../paid.tsx';
import { useFieldWord } from '../price-fields.tsx';
import { quantityWrong } from '../quantity.rules.ts';
import { ToToken } from '../to-token.tsx';
import { TradeDialog } from '../trade-dialog.tsx';
import { useAsksQuantity } from '../use-asks-quantity.ts';
import { useClearRefusal } from '../use-clear-refusal.ts';
import { useOfferVersion } from '../use-offer-version.ts';
import { useSellerBreakdown } from '../use-seller-breakdown.ts';
import { useTradeFlow } from '../use-trade-flow.ts';
import { OwnSalesAfter } from './own-sales-after.tsx';

type Props = { offer: Offer; /** Units the viewer holds. */ held: number; onClose: () => void };

/** Accepts a buyer's offer at the price shown here and never for less. */
export const AcceptDialog = ({ offer, held, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const formats = useFormats();
  const word = useFieldWord();
  const distance = usePriceDistanceWords();
  const flow = useTradeFlow(`accept:${offer.uuid}`);
  // The terms from when the dialog opened: what is shown is what is sent.
  const [seen, setSeen] = useState(offer);
  const [quantity, setQuantity] = useState('1');
  const { token, currency, price } = seen;
  const most = Math.max(1, Math.min(seen.quantityLeft, held));
  const units = Number(quantity);
  const wrong = quantityWrong(quantity, most);
  const asksQuantity = useAsksQuantity(quantity, token.type === 'ERC1155' ? most : undefined);
  const version = useOfferVersion(offer);
  const flight = usePreflight(flow.phase === 'form' && !wrong ? acceptPlan(seen, units, version) : null);
  useClearRefusal(flight, [seen.price, quantity], flow.dismiss);
  const isGone = flight.verdict.kind === 'gone' && !flight.verdict.next;
  // By the clock: the marketplace says so some seconds later.
  const now = useChainNow(seen.networkUuid);
  const isOver = seen.endsAt !== null && now !== null && Date.parse(seen.endsAt) <= now;
  const accept = async () => {
    if (wrong) return;
    await flow.send(() => call(offerCalls.purchase, { params: { id: seen.uuid }, body: { quantity: units, price } }));
  };
  const { fees } = seen;
  const { parts, isOwnRoyalty } = useSellerBreakdown(token.uuid, price, currency.decimals, fees.royaltyPercent, units);
  return (
    <TradeDialog
      token={token}
      flow={flow}
      onClose={onClose}
      title={t('trade.accept.title')}
      failedTitle={t('trade.accept.failedTitle')}
      doneTitle={t('trade.sell.doneTitle')}
      doneText={
        // A resumed run may have been of another number of copies.
        flow.offer &&
        parts &&
        t('trade.accept.done', {
          name: own(token).name,
          amount: formats.exact(parts.sellerReceives),
          currency: currency.name,
        })
      }
      onSubmit={accept}
      submit={t('trade.accept.submit')}
      isReady={!wrong && !isOver && flight.isClear}
      over={isGone ? { label: t('trade.toToken'), to: path.token(token.uuid) } : undefined}
      note={isOver ? undefined : t('trade.accept.note')}
      done={
        <>
          <Paid steps={flow.steps.state.steps} />
          <ToToken token={token} variant="success" onClose={onClose} />
          <SendMoney />
        </>
      }
    >
      {/* What nobody can accept any more has no sums. */}
      {!isGone && (
        <>
          <p className="flex items-center justify-between gap-4 text-sm">
            <span className="text-ink-400">{t('offer.buyer')}</span>
            <PersonLink person={seen.buyer} address={seen.buyerAddress} />
          </p>
          {seen.endsAt && (
            <p className="flex items-center justify-between gap-4 text-sm">
              <span className="text-ink-400">{t('offer.auction.endsIn')}</span>
              <Countdown to={seen.endsAt} networkUuid={seen.networkUuid} className="text-ink-50" />
            </p>
          )}
          {!isOver && asksQuantity && (
            <NumberField
              label={t('trade.quantity')}
              hint={t('trade.accept.quantityHint', { max: most })}
              min={1}
              max={most}
              value={quantity}
              onValueChange={setQuantity}
              error={word(wrong, { max: most })}
            />
          )}
          {!isOver && (
            <>
              {seen.asking && <p className="text-sm text-ink-200">{distance(seen.asking.differencePercent, token)}</p>}
              <BreakdownList
                parts={wrong ? null : parts}
                currency={currency.name}
                royaltyPercent={fees.royaltyPercent}
                isOwnRoyalty={isOwnRoyalty}
              />
              {!wrong && <OwnSalesAfter token={token} units={units} />}
            </>
          )}
        </>
      )}
      {isOver && !isGone ? (
        // No check of what nobody can accept any more, whatever it found before.
        <p role="status" className="text-sm text-ink-200">
          {t('code.offer_expired_bid')}
        </p>
      ) : (
        <PreflightCard
          flight={flight}
          permission="work"
          isIdle={!!wrong}
          onTake={setSeen}
          onQuantity={(left) => setQuantity(String(left))}
        />
      )}
    </TradeDialog>
  );
};
