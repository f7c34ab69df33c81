import * as offerCalls from '@skarb/schema/calls/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { call } from '../../../platform/http/api.ts';
import { Copy } from '../../../ui/copy.tsx';
import { partOf } from '../../../ui/part-of-form.ts';
import { FieldsSkeleton } from '../../../ui/skeleton.tsx';
import { path } from '../../../platform/route/path.ts';
import { useCurrencies } from '../../reference/use-networks.ts';
import { sellPlan } from '../preflight/preflight.plans.ts';
import { Signed } from '../paid.tsx';
import { useUnitsPreflight } from '../preflight/use-units-preflight.tsx';
import { refreshTrade, untilOffer } from '../refresh-trade.ts';
import { StartFields } from '../price-fields.tsx';
import { SaleFields } from './sale-fields.tsx';
import { countsFrom, endOf, type ListingForm, listingForm, type SaleForm, startOf } from '../offer.form.ts';
import { ToToken } from '../to-token.tsx';
import { TradeDialog } from '../trade-dialog.tsx';
import { useFirstCurrency } from '../use-first-currency.ts';
import { usePriceSlip, useUsualPrice } from '../use-price-slip.tsx';
import { useTradeFlow } from '../use-trade-flow.ts';

type Props = { token: TokenDetail; /** Units the viewer may put on sale. */ available: number; onClose: () => void };

/** Sell NFT: terms, then the wallet's steps, then "Congratulations!" or "Failed to create sale offer". */
export const SellDialog = ({ token, available, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const formats = useFormats();
  const client = useQueryClient();
  const currencies = useCurrencies(token.network.uuid);
  const flow = useTradeFlow(`sale:${token.uuid}`, (offer) => {
    // The server checks the order on the chain before it becomes active; the dialog does not wait for that.
    if (offer) void untilOffer(offer.uuid, ['ACTIVE', 'SCHEDULED', 'INVALID']).then(() => refreshTrade(client));
  });
  const isEdition = token.type === 'ERC1155';
  const decimalsOf = (uuid: string) => currencies.find((one) => one.uuid === uuid)?.decimals ?? 18;
  const schema = listingForm({ decimalsOf, maxQuantity: available, now: Date.now });
  const form = useForm<ListingForm>({
    resolver: zodResolver(schema),
    defaultValues: { price: '', currencyUuid: '', quantity: '1', term: 'none', endsAt: '', start: 'now', startsAt: '' },
  });
  const terms: UseFormReturn<SaleForm> = partOf(form);
  const hasCurrency = useFirstCurrency(terms, currencies);
  const isOpen = flow.phase === 'form';
  const flight = useUnitsPreflight(terms, { schema, isOpen, dismiss: flow.dismiss }, (units) =>
    sellPlan(token, token.network.uuid, units),
  );
  const [price, currencyUuid] = useWatch({ control: form.control, name: ['price', 'currencyUuid'] });
  const currency = currencies.find(({ uuid }) => uuid === currencyUuid);
  const slip = usePriceSlip('sell', price, currency, useUsualPrice(token, 'sell'));
  const submit = form.handleSubmit(async ({ quantity, term, endsAt, ...start }) => {
    if (slip.asks()) return;
    await flow.send(() => {
      const startsAt = startOf(start);
      return call(offerCalls.open, {
        params: { id: token.uuid },
        body: {
          type: 'SALE',
          price,
          currencyUuid,
          quantity: isEdition ? Number(quantity) : 1,
          startsAt,
          endsAt: endOf(term, endsAt, countsFrom(startsAt, Date.now())),
        },
      });
    });
  });
  return (
    <TradeDialog
      token={token}
      flow={flow}
      isSticky
      onClose={onClose}
      title={t('trade.sell.title')}
      failedTitle={t('trade.sell.failedTitle')}
      doneTitle={t('trade.sell.doneTitle')}
      doneText={
        flow.offer?.startsAt
          ? t('trade.sell.doneLater', { name: own(token).name, at: formats.dateTime(flow.offer.startsAt) })
          : t('trade.sell.done', { name: own(token).name })
      }
      onSubmit={submit}
      submit={t('trade.sell.submit')}
      isReady={flight.isClear}
      note={t('trade.sell.note')}
      done={
        <>
          <Signed label={t(isEdition ? 'trade.pricePerUnit' : 'trade.price')} offer={flow.offer} />
          <Copy
            text={location.origin + path.token(token.uuid)}
            label={t('trade.sell.copyLink')}
            className="self-center"
          />
          <ToToken token={token} onClose={onClose} />
        </>
      }
    >
      {hasCurrency ? (
        <SaleFields
          form={terms}
          currencies={currencies}
          maxQuantity={available}
          isEdition={isEdition}
          royaltyPercent={token.royalty}
          tokenUuid={token.uuid}
          start={<StartFields form={partOf(form)} />}
        />
      ) : (
        <FieldsSkeleton />
      )}
      {slip.notice}
      {flight.card}
    </TradeDialog>
  );
};
