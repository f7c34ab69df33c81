import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useFormats } from '../../../platform/format/format.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { call } from '../../../platform/http/api.ts';
import { toast } from '../../../ui/toast.tsx';
import { EndFields, PriceFields } from '../price-fields.tsx';
import { asLocal, auctionEditForm, countsFrom, ENDING_TERMS, endOf, type SaleForm } from '../offer.form.ts';
import { TradeDialog } from '../trade-dialog.tsx';
import { useTradeFlow } from '../use-trade-flow.ts';

/** Auction offer edit: reserve price and end, until the first bid; after that it says why not. */
export const AuctionEditDialog = ({ offer, onClose }: { offer: Offer; onClose: () => void }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { token, currency, auction } = offer;
  const flow = useTradeFlow(`auction-edit:${offer.uuid}`, (_answer, isOpen) => {
    toast.success(t('trade.auctionEdit.done'));
    if (isOpen) onClose();
  });
  const reserve = auction?.reservePrice ?? offer.price;
  const startsAt = Date.parse(offer.startsAt ?? offer.createdAt);
  const form = useForm<SaleForm>({
    resolver: zodResolver(
      auctionEditForm({ decimalsOf: () => currency.decimals, maxQuantity: 1, now: Date.now, startsAt }),
    ),
    defaultValues: {
      price: reserve,
      currencyUuid: currency.uuid,
      quantity: '1',
      term: 'custom',
      endsAt: offer.endsAt ? asLocal(offer.endsAt) : '',
    },
  });
  const { dirtyFields } = form.formState;
  const save = async ({ price, term, endsAt }: SaleForm) => {
    const hasEndChanged = dirtyFields.term || dirtyFields.endsAt;
    const body = {
      ...(price === reserve ? {} : { reservePrice: price }),
      ...(hasEndChanged ? { endsAt: endOf(term, endsAt, countsFrom(offer.startsAt, Date.now())) } : {}),
    };
    if (Object.keys(body).length === 0) return onClose();
    await flow.send(() => call(offerCalls.edit, { params: { id: offer.uuid }, body }));
  };
  const hasBids = (auction?.bidCount ?? 0) > 0;
  const starts =
    offer.status === 'SCHEDULED' && offer.startsAt
      ? t('trade.auctionEdit.starts', { at: formats.dateTime(offer.startsAt) })
      : undefined;
  return (
    <TradeDialog
      token={token}
      flow={flow}
      isSticky={!hasBids}
      onClose={onClose}
      title={t('trade.auctionEdit.title')}
      text={hasBids ? t('trade.auctionEdit.hasBids') : starts}
      onSubmit={() => form.handleSubmit(save)()}
      submit={t('trade.auctionEdit.submit')}
      note={t('trade.auctionEdit.note')}
      over={hasBids ? { label: t('app.close') } : undefined}
    >
      {!hasBids && (
        <>
          <PriceFields
            form={form}
            label={t('trade.auction.reserve')}
            currencies={[{ ...currency, networkUuid: offer.networkUuid }]}
            isCurrencyFixed
          />
          <EndFields form={form} terms={ENDING_TERMS} />
        </>
      )}
    </TradeDialog>
  );
};
