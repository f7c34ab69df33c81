import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { call } from '../../../platform/http/api.ts';
import { path } from '../../../platform/route/path.ts';
import { Button } from '../../../ui/button.tsx';
import { PriceField } from '../../../ui/field.tsx';
import { Countdown } from '../../reference/countdown.tsx';
import { Fiat } from '../../price/fiat.tsx';
import { Price } from '../../price/price.tsx';
import { useAllCurrencies } from '../../reference/use-networks.ts';
import { useFieldWord } from '../price-fields.tsx';
import { auctionBidPlan } from '../preflight/preflight.plans.ts';
import { PreflightCard } from '../preflight/preflight-card.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { BidderBalance } from '../bidder-balance.tsx';
import { priceWrong } from '../offer.form.ts';
import { Line, Paid } from '../paid.tsx';
import { TradeDialog } from '../trade-dialog.tsx';
import { useClearRefusal } from '../use-clear-refusal.ts';
import { usePriceSlip } from '../use-price-slip.tsx';
import { useTradeFlow } from '../use-trade-flow.ts';

/** States in which nobody can bid any more. */
const CLOSED: ReadonlySet<Offer['status']> = new Set(['ENDED', 'SOLD', 'EXPIRED', 'CANCELLED']);

/**
 * A bid in an auction: the lowest next bid is filled in; the auction house holds the money until the bidder
 * is outbid.
 */
export const AuctionBidDialog = ({
  offer,
  isLeading,
  onClose,
}: {
  offer: Offer;
  /** Whether the highest bid is the viewer's. */
  isLeading: boolean;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const formats = useFormats();
  const word = useFieldWord();
  const { token, auction, quantity } = offer;
  const next = auction?.nextBid ?? offer.price;
  const currency = useAllCurrencies(offer.networkUuid).find(({ uuid }) => uuid === offer.currency.uuid);
  const { decimals, name } = offer.currency;
  const flow = useTradeFlow(`auction-bid:${offer.uuid}`);
  const { account } = flow;
  const [price, setPrice] = useState(next);
  const [isTouched, setTouched] = useState(false);
  // The amount on screen never changes by itself, whether it was filled in or typed.
  const [seen, setSeen] = useState({ next, endsAt: offer.endsAt });
  const news =
    next !== seen.next && !isLeading
      ? t(auction?.highestBid ? 'trade.auctionBid.overtaken' : 'trade.auctionBid.reserveChanged', {
          next: formats.exact(next),
          currency: name,
        })
      : // Late bids move the end; before the first bid the seller may have.
        !auction?.highestBid && offer.endsAt !== seen.endsAt
        ? t('trade.auctionBid.endMoved')
        : undefined;
  const takeNext = () => {
    setTouched(false);
    setPrice(next);
    setSeen({ next, endsAt: offer.endsAt });
  };
  const problem = priceWrong(price, decimals, next);
  const typed = priceWrong(price, decimals) ? null : toBaseUnits(price, decimals);
  // The auction house holds the viewer's last bid already.
  const held = isLeading ? toBaseUnits(auction?.highestBid ?? '0', decimals) : 0n;
  const difference = held > 0n && typed !== null && typed > held ? fromBaseUnits(typed - held, decimals) : undefined;
  const settled = useDebounced(price);
  const isPlanned = flow.phase === 'form' && !problem && settled === price;
  const flight = usePreflight(isPlanned ? auctionBidPlan(offer, price, account) : null);
  useClearRefusal(flight, [price], flow.dismiss);
  const { verdict } = flight;
  const isClosed =
    CLOSED.has(offer.status) || (verdict.kind === 'gone' && /^auction\.(over|cancelled)$/.test(verdict.code));
  const hasWon = isClosed && isLeading;
  // The end of a bid stays open while others bid.
  const highest = auction?.highestBid;
  const isOutbid =
    flow.phase === 'done' && !!highest && !isLeading && typed !== null && toBaseUnits(highest, decimals) > typed;
  const slip = usePriceSlip('bid', price, offer.currency, { from: 'nextBid', price: next, currency: name });
  const bid = async () => {
    if (problem || slip.asks()) return;
    await flow.send(() => call(offerCalls.open, { params: { id: offer.uuid }, body: { type: 'BID', price } }));
  };
  return (
    <TradeDialog
      token={token}
      flow={flow}
      onClose={onClose}
      title={t(isLeading ? 'trade.action.raise' : 'trade.action.bid')}
      doneTitle={t(isOutbid ? 'trade.auctionBid.outbidTitle' : 'trade.auctionBid.doneTitle')}
      doneText={
        isOutbid
          ? t('trade.auctionBid.outbid', { name: own(token).name, price: `${formats.exact(highest)} ${name}` })
          : t('trade.auctionBid.done', { name: own(token).name })
      }
      onSubmit={bid}
      submit={t('trade.auctionBid.submit')}
      isReady={!problem && flight.isClear}
      note={`${t(isLeading ? 'trade.auctionBid.raiseNote' : 'trade.auctionBid.note')} ${t('trade.auctionBid.final')}`}
      over={isClosed ? { label: t('trade.toToken'), to: path.token(token.uuid) } : undefined}
      done={
        <>
          <Paid
            label={t('trade.auctionBid.price')}
            price={flow.offer && { amount: price, currency: name }}
            steps={flow.steps.state.steps}
          >
            {offer.endsAt && (
              <Line label={t('offer.auction.endsIn')}>
                <Countdown to={offer.endsAt} networkUuid={offer.networkUuid} />
              </Line>
            )}
          </Paid>
          {isOutbid && !isClosed && (
            <Button
              onClick={() => {
                flow.restart();
                takeNext();
              }}
            >
              {t('trade.auctionBid.again')}
            </Button>
          )}
          <Button variant={isOutbid ? 'outlined' : 'success'} onClick={onClose}>
            {t('trade.auctionBid.back')}
          </Button>
        </>
      }
    >
      {!isClosed && (
        <PriceField
          label={t('trade.auctionBid.price')}
          symbol={name}
          value={price}
          onValueChange={(text) => {
            setTouched(true);
            setPrice(text);
          }}
          maxDecimals={decimals}
          aside={typed !== null && <Fiat amount={price} currency={name} />}
          hint={quantity > 1 ? t('trade.auctionBid.lot', { count: quantity }) : undefined}
          required
          error={
            isTouched || problem === 'priceMin'
              ? word(problem, { decimals, min: next, currency: name, price })
              : undefined
          }
        />
      )}
      <p
        role="status"
        className={
          hasWon ? 'flex items-center gap-2.5 font-semibold text-ink-50' : '-mt-2 text-sm text-ink-50 empty:hidden'
        }
      >
        {hasWon ? (
          <>
            <CircleCheck aria-hidden className="size-5 shrink-0 text-green-400" />
            {t('offer.auction.outcome.won', { price: `${formats.exact(auction?.highestBid ?? price)} ${name}` })}
          </>
        ) : (
          !isClosed && news
        )}
      </p>
      {!isClosed && (
        <>
          {price !== next && (problem === 'priceMin' || next !== seen.next) && (
            <Button variant="outlined" size="small" className="-mt-2 self-start" onClick={takeNext}>
              {t('trade.auctionBid.useNext')}
            </Button>
          )}
          {offer.endsAt && (
            <p className="flex justify-between gap-4 text-sm">
              <span className="text-ink-400">{t('offer.auction.endsIn')}</span>
              <Countdown to={offer.endsAt} networkUuid={offer.networkUuid} className="text-ink-50" />
            </p>
          )}
          {difference && (
            <dl className="text-sm">
              <Line label={t('trade.auctionBid.difference')}>
                <Price amount={difference} currency={name} hasMark={false} className="font-semibold text-ink-50" />
              </Line>
            </dl>
          )}
          <BidderBalance account={account} currency={currency} />
          {slip.notice}
        </>
      )}
      {!hasWon && <PreflightCard flight={flight} permission="money" isIdle={!!problem} />}
    </TradeDialog>
  );
};
