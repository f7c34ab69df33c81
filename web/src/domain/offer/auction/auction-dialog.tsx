import * as offerCalls from '@skarb/schema/calls/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { useFormats } from '../../../platform/format/format.ts';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { call } from '../../../platform/http/api.ts';
import { path } from '../../../platform/route/path.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { partOf } from '../../../ui/part-of-form.ts';
import { NumberField } from '../../../ui/field.tsx';
import { FieldsSkeleton } from '../../../ui/skeleton.tsx';
import { WrappedNote } from '../../price/wrapped-note.tsx';
import { useCurrencies } from '../../reference/use-networks.ts';
import { BreakdownList } from '../breakdown-list.tsx';
import { Signed } from '../paid.tsx';
import { EndFields, PriceFields, StartFields, useFieldWord } from '../price-fields.tsx';
import { auctionPlan } from '../preflight/preflight.plans.ts';
import { useUnitsPreflight } from '../preflight/use-units-preflight.tsx';
import { refreshTrade, untilOffer } from '../refresh-trade.ts';
import {
  type AuctionForm,
  auctionForm,
  countsFrom,
  ENDING_TERMS,
  type EndingTerm,
  endOf,
  type SaleForm,
  startOf,
} from '../offer.form.ts';
import { TradeDialog } from '../trade-dialog.tsx';
import { useFirstCurrency } from '../use-first-currency.ts';
import { useSellerBreakdown } from '../use-seller-breakdown.ts';
import { useTradeFlow } from '../use-trade-flow.ts';

type Props = { token: TokenDetail; /** Units the viewer may auction. */ available: number; onClose: () => void };

/** Auction sell: the NFT goes to the auction house, and the highest bid at the end wins it. */
export const AuctionDialog = ({ token, available, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const formats = useFormats();
  const word = useFieldWord();
  const client = useQueryClient();
  const currencies = useCurrencies(token.network.uuid).filter(({ isNative }) => !isNative);
  const flow = useTradeFlow(`auction:${token.uuid}`, (offer) => {
    if (offer) void untilOffer(offer.uuid, ['ACTIVE', 'SCHEDULED']).then(() => refreshTrade(client));
  });
  const isEdition = token.type === 'ERC1155';
  const decimalsOf = (uuid: string) => currencies.find((one) => one.uuid === uuid)?.decimals ?? 18;
  const schema = auctionForm({ decimalsOf, maxQuantity: available, now: Date.now });
  const form = useForm<AuctionForm>({
    resolver: zodResolver(schema),
    defaultValues: {
      price: '',
      currencyUuid: '',
      quantity: '1',
      term: '3',
      endsAt: '',
      start: 'now',
      startsAt: '',
      increment: '5',
    },
  });
  const terms: UseFormReturn<SaleForm> = partOf(form);
  const hasCurrency = useFirstCurrency(terms, currencies);
  const [price, currencyUuid] = useWatch({ control: form.control, name: ['price', 'currencyUuid'] });
  const currency = currencies.find(({ uuid }) => uuid === currencyUuid);
  const atReserve = useSellerBreakdown(token.uuid, price, currency?.decimals ?? 18, token.royalty, 1);
  const isOpen = flow.phase === 'form';
  const flight = useUnitsPreflight(terms, { schema, isOpen, dismiss: flow.dismiss }, (units) =>
    auctionPlan(token, units),
  );
  const submit = form.handleSubmit((typed) =>
    flow.send(() => {
      const startsAt = startOf(typed);
      return call(offerCalls.open, {
        params: { id: token.uuid },
        body: {
          type: 'AUCTION',
          reservePrice: typed.price,
          currencyUuid: typed.currencyUuid,
          quantity: isEdition ? Number(typed.quantity) : 1,
          startsAt,
          endsAt: endOf(typed.term as EndingTerm, typed.endsAt, countsFrom(startsAt, Date.now())),
          minIncrementPercent: Number(typed.increment),
        },
      });
    }),
  );
  return (
    <TradeDialog
      token={token}
      flow={flow}
      isSticky
      onClose={onClose}
      title={t('trade.auction.title')}
      failedTitle={t('trade.sell.failedTitle')}
      doneTitle={t('trade.sell.doneTitle')}
      doneText={
        flow.offer?.startsAt
          ? t('trade.auction.doneLater', { name: own(token).name, at: formats.dateTime(flow.offer.startsAt) })
          : t('trade.auction.done', { name: own(token).name })
      }
      onSubmit={submit}
      submit={t('trade.auction.submit')}
      isReady={flight.isClear}
      note={
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-ink-400">
          {(['escrow', 'outbid', 'extend', 'cancel'] as const).map((one) => (
            <li key={one}>{t(`trade.auction.how.${one}`)}</li>
          ))}
        </ul>
      }
      done={
        <>
          <Signed label={t('trade.auction.reserve')} offer={flow.offer} />
          <div className="grid gap-3 tablet:grid-cols-2">
            <Button variant="success" onClick={onClose}>
              {t('trade.toToken')}
            </Button>
            {flow.offer && (
              <Link to={path.offer(flow.offer.uuid)} onClick={onClose} className={buttonClass('outlined')}>
                {t('trade.auction.toAuction')}
              </Link>
            )}
          </div>
        </>
      }
    >
      {hasCurrency ? (
        <>
          <PriceFields
            form={terms}
            label={t('trade.auction.reserve')}
            currencies={currencies}
            maxQuantity={isEdition ? available : undefined}
            quantityHint={t('trade.auction.quantityHint', { max: available })}
          />
          <StartFields form={partOf(form)} />
          <EndFields form={terms} terms={ENDING_TERMS} />
          <Controller
            control={form.control}
            name="increment"
            render={({ field }) => (
              <NumberField
                label={t('trade.auction.increment')}
                hint={t('trade.auction.incrementHint')}
                suffix="%"
                min={1}
                max={50}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                ref={field.ref}
                error={word(form.formState.errors.increment?.message)}
              />
            )}
          />
          <div>
            <p className="mb-2 text-sm text-ink-200">{t('trade.auction.atReserve')}</p>
            <BreakdownList {...atReserve} currency={currency?.name ?? ''} royaltyPercent={token.royalty} />
          </div>
          <WrappedNote currency={currency} />
        </>
      ) : (
        <FieldsSkeleton />
      )}
      {flight.card}
    </TradeDialog>
  );
};
