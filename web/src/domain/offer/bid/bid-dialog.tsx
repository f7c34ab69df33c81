import * as offerCalls from '@skarb/schema/calls/offer';
import { toBaseUnits } from '@skarb/schema/money';
import type { TokenDetail } from '@skarb/schema/token';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { call } from '../../../platform/http/api.ts';
import { path } from '../../../platform/route/path.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { FieldsSkeleton } from '../../../ui/skeleton.tsx';
import { usePriceSlip, useUsualPrice } from '../use-price-slip.tsx';
import { PriceDistance } from '../price-distance.tsx';
import { useCurrencies } from '../../reference/use-networks.ts';
import { BreakdownList } from '../breakdown-list.tsx';
import { Signed } from '../paid.tsx';
import { EndFields, PriceFields } from '../price-fields.tsx';
import { bidPlan } from '../preflight/preflight.plans.ts';
import { PreflightCard } from '../preflight/preflight-card.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { BidderBalance } from '../bidder-balance.tsx';
import { refreshTrade, untilOffer } from '../refresh-trade.ts';
import { ToToken } from '../to-token.tsx';
import { breakdown } from '../breakdown.rules.ts';
import { ENDING_TERMS, endOf, priceWrong, type SaleForm, saleForm } from '../offer.form.ts';
import { TradeDialog } from '../trade-dialog.tsx';
import { useFirstCurrency } from '../use-first-currency.ts';
import { useClearRefusal } from '../use-clear-refusal.ts';
import { useTradeFlow } from '../use-trade-flow.ts';

type Props = {
  token: TokenDetail;
  /** Units that others hold: the most the viewer may ask for. */ available: number;
  onClose: () => void;
};

/** Make an offer: a signed promise to pay, without gas. The owner may accept it until it ends or is withdrawn. */
export const BidDialog = ({ token, available, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const client = useQueryClient();
  const currencies = useCurrencies(token.network.uuid).filter(({ isNative }) => !isNative);
  const flow = useTradeFlow(`bid:${token.uuid}`, (offer) => {
    // The server checks the order on the chain before it becomes active; the dialog does not wait for that.
    if (offer) void untilOffer(offer.uuid, ['ACTIVE', 'INVALID']).then(() => refreshTrade(client));
  });
  const isEdition = token.type === 'ERC1155';
  const decimalsOf = (uuid: string) => currencies.find((one) => one.uuid === uuid)?.decimals ?? 18;
  const form = useForm<SaleForm>({
    resolver: zodResolver(saleForm({ decimalsOf, maxQuantity: available, now: Date.now })),
    defaultValues: { price: '', currencyUuid: '', quantity: '1', term: '7', endsAt: '' },
  });
  const hasCurrency = useFirstCurrency(form, currencies);
  const [price, currencyUuid, quantity] = useWatch({
    control: form.control,
    name: ['price', 'currencyUuid', 'quantity'],
  });
  const currency = currencies.find(({ uuid }) => uuid === currencyUuid);
  const decimals = currency?.decimals ?? 18;
  const isPrice = !priceWrong(price, decimals);
  const units = isEdition ? Number(quantity) || 0 : 1;
  const isRight = isPrice && units >= 1 && units <= available;
  const needed = isRight ? toBaseUnits(price, decimals) * BigInt(units) : null;
  const settled = useDebounced(needed);
  const isPlanned = flow.phase === 'form' && currency && needed && settled === needed;
  const flight = usePreflight(isPlanned ? bidPlan(token, currency, needed) : null);
  useClearRefusal(flight, [useWatch({ control: form.control })], flow.dismiss);
  const slip = usePriceSlip('offer', price, currency, useUsualPrice(token, 'offer'));
  const submit = form.handleSubmit(async (terms) => {
    if (slip.asks()) return;
    await flow.send(() =>
      call(offerCalls.open, {
        params: { id: token.uuid },
        body: {
          type: 'BID',
          price: terms.price,
          currencyUuid: terms.currencyUuid,
          quantity: isEdition ? Number(terms.quantity) : 1,
          endsAt: endOf(terms.term, terms.endsAt, Date.now()),
        },
      }),
    );
  });
  return (
    <TradeDialog
      token={token}
      flow={flow}
      isSticky
      onClose={onClose}
      title={t('trade.bid.title')}
      doneTitle={t('trade.bid.doneTitle')}
      doneText={t('trade.bid.done', { name: own(token).name })}
      onSubmit={submit}
      submit={t('trade.bid.submit')}
      isReady={flight.isClear}
      note={t('trade.bid.note')}
      done={
        <>
          <Signed label={t(isEdition ? 'trade.pricePerUnit' : 'trade.bid.price')} offer={flow.offer} />
          <div className="flex flex-wrap gap-3 *:flex-1">
            <ToToken token={token} variant="success" onClose={onClose} />
            {flow.offer && (
              <Link to={path.offer(flow.offer.uuid)} onClick={onClose} className={buttonClass('outlined')}>
                {t('trade.bid.toOffer')}
              </Link>
            )}
          </div>
        </>
      }
    >
      {hasCurrency ? (
        <>
          <PriceFields
            form={form}
            label={isEdition ? t('trade.pricePerUnit') : t('trade.bid.price')}
            currencies={currencies}
            maxQuantity={isEdition ? available : undefined}
            quantityHint={t('trade.bid.quantityHint', { max: available })}
          />
          {currency && <PriceDistance price={isPrice ? price : null} currency={currency.name} token={token} />}
          <EndFields form={form} terms={ENDING_TERMS} />
          <BidderBalance account={flow.account} currency={currency} />
          <BreakdownList
            parts={breakdown(price, decimals, token.royalty, units)}
            currency={currency?.name ?? ''}
            royaltyPercent={token.royalty}
            side="buyer"
          />
        </>
      ) : (
        <FieldsSkeleton />
      )}
      {slip.notice}
      <PreflightCard flight={flight} permission="money" isIdle={!needed} />
    </TradeDialog>
  );
};
