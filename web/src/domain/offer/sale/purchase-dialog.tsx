import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import { fromBaseUnits, toBaseUnits } from '@skarb/schema/money';
import type { TokenDetail } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { call } from '../../../platform/http/api.ts';
import { path } from '../../../platform/route/path.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { PASSKEY_WALLET_ID } from '../../../platform/wallet/wallet-store.ts';
import { useWallet } from '../../../platform/wallet/wallet.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/field.tsx';
import { Fiat } from '../../price/fiat.tsx';
import { Price } from '../../price/price.tsx';
import { WrappedNote } from '../../price/wrapped-note.tsx';
import { useBalances } from '../../wallet/balances.ts';
import { keysQuery } from '../../wallet/key.query.ts';
import { useCart } from '../cart/cart.store.ts';
import { FeeTable } from '../fee-table.tsx';
import { ForOther } from '../for-other.tsx';
import { Line, Paid } from '../paid.tsx';
import { purchasePlan } from '../preflight/preflight.plans.ts';
import { PreflightCard } from '../preflight/preflight-card.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { quantityWrong } from '../quantity.rules.ts';
import { ToToken } from '../to-token.tsx';
import { TradeDialog } from '../trade-dialog.tsx';
import { useAsksQuantity } from '../use-asks-quantity.ts';
import { useClearRefusal } from '../use-clear-refusal.ts';
import { useOfferVersion } from '../use-offer-version.ts';
import { useReceiver } from '../use-receiver.ts';
import { useTradeFlow } from '../use-trade-flow.ts';

type Props = {
  token: TokenDetail;
  /** The sale to buy from; absent when an interrupted purchase is resumed. */
  offer?: Offer;
  /** What a buyer has to know about the token. */
  notice?: ReactNode;
  onClose: () => void;
};

const times = (amount: string, quantity: number, { decimals }: Offer['currency']): string =>
  fromBaseUnits(toBaseUnits(amount, decimals) * BigInt(quantity), decimals);
const totalOf = ({ price, currency }: Offer, quantity: number): string => times(price, quantity, currency);

/** Who gets how much of the total. */
const Shares = ({ offer, quantity }: { offer: Offer; quantity: number }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { price, fees, currency } = offer;
  const of = (amount: string) => times(amount, quantity, currency);
  const { marketplace, royalty, sellerReceives } = fees;
  const all = {
    ...fees,
    marketplace: of(marketplace),
    royalty: of(royalty),
    sellerReceives: of(sellerReceives),
  };
  return (
    <details className="mt-1" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-ink-200 underline underline-offset-4 hover:text-ink-50">
        {t('offer.fees.title')}
      </summary>
      {isOpen && <FeeTable offer={{ fees: all, price: of(price), currency }} />}
    </details>
  );
};

/** The cost of a purchase, and the wallet's balance. */
const Cost = ({
  offer,
  quantity,
  account,
}: {
  offer: Offer;
  /** Null while it is invalid: there is no total then. */ quantity: number | null;
  account: string;
}) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { currency } = offer;
  const total = quantity === null ? null : totalOf(offer, quantity);
  const balance = useBalances(account, offer.networkUuid)?.find((one) => one.currency.uuid === currency.uuid);
  return (
    <dl className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm">
      {quantity !== 1 && (
        <Line label={t('trade.pricePerUnit')}>
          <Price amount={offer.price} currency={currency.name} hasMark={false} />
        </Line>
      )}
      {quantity !== 1 && (
        <Line label={t('trade.quantity')}>
          <span className="num">{quantity === null ? '—' : `× ${formats.count(quantity)}`}</span>
        </Line>
      )}
      <Line label={t('trade.buy.balance')}>
        {balance ? <Price isRounded amount={balance.amount} currency={currency.name} hasMark={false} /> : '—'}
      </Line>
      <div className="flex items-baseline justify-between gap-4 border-t border-ink-700 pt-3 text-base font-semibold">
        <dt>{t('trade.buy.total')}</dt>
        <dd className="text-right">
          <span data-total>{total === null ? '—' : <Price amount={total} currency={currency.name} />}</span>
          <span className="num block min-h-5 text-sm font-normal text-ink-400">
            {total !== null && <Fiat amount={total} currency={currency.name} />}
          </span>
        </dd>
      </div>
    </dl>
  );
};

/** A new person whose account one device alone opens: how they get back in, while they are glad. */
const WayBack = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const isKey = useWallet().walletId === PASSKEY_WALLET_ID;
  const { data } = useQuery(keysQuery(isKey ? (user?.metamaskWallet ?? null) : null));
  if (!isKey || data?.keys.length !== 1) return null;
  return (
    <p className="rounded-2xl bg-ink-800 p-4 text-sm text-ink-200">
      {t('trade.buy.wayBack')}{' '}
      <Link to={`${path.settings}#wallet`} className="font-semibold text-gold-400 underline-offset-4 hover:underline">
        {t('trade.buy.toSettings')}
      </Link>
    </p>
  );
};

/** Purchase NFT: quantity and cost, then the wallet's steps, then "Purchase successful" or "Purchase failed". */
export const PurchaseDialog = ({ token, offer: opened, notice, onClose }: Props) => {
  // The terms from when the dialog opened, or those the viewer accepted since: what is shown is what is sent.
  const [offer, setOffer] = useState(opened);
  const { t } = useTranslation();
  const own = useInLanguage();
  const formats = useFormats();
  const [quantity, setQuantity] = useState('1');
  const left = offer?.quantityLeft ?? 1;
  const units = Number(quantity);
  const cart = useCart();
  // What is sold out by it leaves the cart: it would say that somebody else was faster.
  const flow = useTradeFlow(`purchase:${token.uuid}`, () => offer && units >= left && cart.drop(offer.uuid));
  // Without terms there is no form: resume what was sent.
  const phase = flow.phase === 'form' && !offer ? 'steps' : flow.phase;
  const hasNoForm = flow.isOver && !offer;
  useEffect(() => void (hasNoForm && onClose()), [hasNoForm, onClose]);
  const wrong = quantityWrong(quantity, left);
  const asksQuantity = useAsksQuantity(quantity, token.type === 'ERC1155' ? left : undefined);
  const version = useOfferVersion(offer);
  const recipient = useReceiver(flow.dismiss);
  const { to } = recipient;
  // Without one the work goes to the buyer.
  const isUnclear = !recipient.isEmpty && to === undefined;
  const flight = usePreflight(
    phase === 'form' && offer && !wrong && !isUnclear ? purchasePlan(offer, units, version, to) : null,
  );
  useClearRefusal(flight, [offer?.uuid, offer?.price, quantity], flow.dismiss);
  const gone = flight.verdict.kind === 'gone' ? flight.verdict : undefined;
  // A refused receiver can be corrected.
  const isGone = !!gone && !gone.next && !/^(holdings|send)\./.test(gone.code);
  const buy = async () => {
    if (!offer || wrong) return;
    if (isUnclear) return recipient.ask();
    const body = { quantity: units, price: offer.price, ...(to && { recipient: to }) };
    await flow.send(() => call(offerCalls.purchase, { params: { id: offer.uuid }, body }));
  };
  // A resumed run may have been of another sale, and of more copies.
  const bought = flow.offer && offer ? units : 1;
  const isDeclined = flow.steps.state.steps.some(({ failure }) => failure?.code === 'wallet.rejected');
  const restart = () => {
    flow.restart();
    if (!offer) onClose();
  };
  return (
    <TradeDialog
      token={token}
      flow={{ ...flow, phase, restart }}
      onClose={onClose}
      title={t('trade.buy.title')}
      failedTitle={t('trade.buy.failedTitle')}
      doneTitle={t('trade.buy.doneTitle')}
      text={isDeclined ? t('trade.buy.notYet') : undefined}
      doneText={
        flow.offer && recipient.name
          ? t('trade.buy.sentTo', { name: recipient.name })
          : t(bought > 1 ? 'trade.buy.doneMany' : 'trade.buy.done', {
              name: own(token).name,
              shown: formats.count(bought),
            })
      }
      onSubmit={buy}
      submit={t('trade.buy.submit')}
      isReady={!wrong && flight.isClear}
      over={isGone ? { label: t('trade.toToken'), to: path.token(token.uuid) } : undefined}
      note={
        <div className="text-sm">
          <p className="text-ink-400">{t('trade.buy.note')}</p>
          {offer && !wrong && <Shares offer={offer} quantity={units} />}
        </div>
      }
      done={
        <>
          <Paid
            label={t('trade.buy.paid')}
            price={flow.offer && offer && { amount: totalOf(offer, bought), currency: offer.currency.name }}
            steps={flow.steps.state.steps}
          />
          <WayBack />
          <div className="grid gap-3 tablet:grid-cols-2">
            <ToToken token={token} onClose={onClose} />
            <Link to={path.profile} onClick={onClose} className={buttonClass('outlined')}>
              {t('trade.toProfile')}
            </Link>
          </div>
        </>
      }
    >
      {offer && (
        <>
          {notice}
          {asksQuantity && !isGone && (
            <NumberField
              label={t('trade.quantity')}
              hint={wrong ? undefined : t('trade.buy.left', { count: left, shown: formats.count(left) })}
              min={1}
              max={left}
              value={quantity}
              // What is being sent is what the end says was bought.
              onValueChange={(next) => flow.isSending || setQuantity(next)}
              error={wrong && t(`trade.field.${wrong}`, { max: left })}
            />
          )}
          {/* What nobody can buy any more has no price. */}
          {!isGone && (
            <>
              <Cost offer={offer} quantity={wrong ? null : units} account={flow.account} />
              <WrappedNote currency={{ uuid: offer.currency.uuid, networkUuid: offer.networkUuid }} />
            </>
          )}
          {!isGone && <ForOther title={t('trade.buy.forOther')} fields={recipient.fields} />}
          <PreflightCard
            flight={flight}
            permission="money"
            isIdle={!!wrong || isUnclear}
            onTake={setOffer}
            onQuantity={(units) => setQuantity(String(units))}
          />
        </>
      )}
    </TradeDialog>
  );
};
