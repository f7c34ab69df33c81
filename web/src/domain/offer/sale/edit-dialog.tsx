import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { call } from '../../../platform/http/api.ts';
import { toast } from '../../../ui/toast.tsx';
import { sellPlan } from '../preflight/preflight.plans.ts';
import { useUnitsPreflight } from '../preflight/use-units-preflight.tsx';
import { refreshTrade, untilOffer } from '../refresh-trade.ts';
import { SaleFields } from './sale-fields.tsx';
import { asLocal, countsFrom, endOf, type SaleForm, saleForm } from '../offer.form.ts';
import { TradeDialog } from '../trade-dialog.tsx';
import { usePriceSlip } from '../use-price-slip.tsx';
import { useTradeFlow } from '../use-trade-flow.ts';

type Props = {
  offer: Offer;
  /** Units the viewer may put on sale, including these. */ available: number;
  onClose: () => void;
};

/** Sell offer edit: the seller signs new terms, and the old ones become invalid. */
export const EditDialog = ({ offer, available, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { networkUuid, token } = offer;
  const currency = { ...offer.currency, networkUuid };
  const flow = useTradeFlow(`edit:${offer.uuid}`, (_answer, isOpen) => {
    toast.success(t('trade.edit.done'));
    if (isOpen) onClose();
    void untilOffer(offer.uuid, ['ACTIVE', 'SCHEDULED', 'INVALID']).then(() => refreshTrade(client));
  });
  const isEdition = token.type === 'ERC1155';
  const decimalsOf = () => currency.decimals;
  const schema = saleForm({ decimalsOf, maxQuantity: available, now: Date.now, startsAt: offer.startsAt });
  const form = useForm<SaleForm>({
    resolver: zodResolver(schema),
    defaultValues: {
      price: offer.price,
      currencyUuid: currency.uuid,
      // A sale that is paused for want of copies continues with those that are left.
      quantity: String(Math.min(offer.quantityLeft, available)),
      term: offer.endsAt ? 'custom' : 'none',
      endsAt: offer.endsAt ? asLocal(offer.endsAt) : '',
    },
  });
  // Read while rendering: react-hook-form only tracks what is read.
  const { dirtyFields } = form.formState;
  const isOpen = flow.phase === 'form';
  const flight = useUnitsPreflight(form, { schema, isOpen, dismiss: flow.dismiss }, (units) =>
    sellPlan(token, networkUuid, units),
  );
  const typed = useWatch({ control: form.control, name: 'price' });
  const slip = usePriceSlip('sell', typed, currency, { from: 'before', price: offer.price, currency: currency.name });
  const save = async ({ price, quantity, term, endsAt }: SaleForm) => {
    if (slip.asks()) return;
    const end = endOf(term, endsAt, countsFrom(offer.startsAt, Date.now())) ?? null;
    const hasEndChanged = dirtyFields.term || dirtyFields.endsAt;
    // After COUNTER_RAISED or LEFT_AND_RETURNED the old terms need a new signature even if nothing changed.
    const isRenewed = offer.invalidReason === 'COUNTER_RAISED' || offer.invalidReason === 'LEFT_AND_RETURNED';
    const body = {
      ...(price === offer.price && !isRenewed ? {} : { price }),
      ...(isEdition && Number(quantity) !== offer.quantityLeft ? { quantity: Number(quantity) } : {}),
      ...(hasEndChanged ? { endsAt: end } : {}),
    };
    if (Object.keys(body).length === 0) return onClose();
    await flow.send(() => call(offerCalls.edit, { params: { id: offer.uuid }, body }));
  };
  return (
    <TradeDialog
      token={token}
      flow={flow}
      isSticky
      onClose={onClose}
      title={t('trade.edit.title')}
      onSubmit={() => form.handleSubmit(save)()}
      submit={t('trade.edit.submit')}
      isReady={flight.isClear}
      note={t('trade.edit.note')}
    >
      <SaleFields
        form={form}
        currencies={[currency]}
        isCurrencyFixed
        maxQuantity={available}
        isEdition={isEdition}
        royaltyPercent={offer.fees.royaltyPercent}
        tokenUuid={token.uuid}
      />
      {slip.notice}
      {flight.card}
    </TradeDialog>
  );
};
