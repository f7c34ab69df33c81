import type { Offer, OfferWithSteps } from '@skarb/schema/offer';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { wordsOf } from '../wallet/failure-words.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { FailureNotice } from './failure-notice.tsx';
import { sellPlan } from './preflight/preflight.plans.ts';
import { PreflightCard } from './preflight/preflight-card.tsx';
import { usePreflight } from './preflight/use-preflight.ts';
import { refreshTrade, untilOffer } from './refresh-trade.ts';
import { SaleFields } from './sale-fields.tsx';
import { asLocal, endOf, type SaleForm, saleForm } from './trade.form.ts';
import { TradeSubject } from './trade-subject.tsx';

type Props = {
  offer: Offer;
  /** Units the viewer may put on sale, these ones included. */ available: number;
  onClose: () => void;
};

/** Sell offer edit: new terms, signed anew; the old ones can never be filled again. */
export const EditDialog = ({ offer, available, onClose }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSession();
  const account = user?.metamaskWallet ?? '';
  const { currency, token } = offer;
  const [phase, setPhase] = useState<'form' | 'steps'>('form');
  const [refusal, setRefusal] = useState<string>();
  const done = () => {
    toast.success(t('trade.edit.done'));
    onClose();
    void refreshTrade(client);
    void untilOffer(offer.uuid, ['ACTIVE', 'SCHEDULED', 'INVALID']).then(() => refreshTrade(client));
  };
  const steps = useSteps(`edit:${offer.uuid}`, { onDone: done });
  const { resume, start, reset } = steps;
  useEffect(() => {
    if (account && resume(account)) setPhase('steps');
  }, [account, resume]);
  const isEdition = token.type === 'ERC1155';
  const form = useForm<SaleForm>({
    resolver: zodResolver(saleForm({ decimalsOf: () => currency.decimals, maxQuantity: available, now: Date.now })),
    defaultValues: {
      price: offer.price,
      currencyUuid: currency.uuid,
      quantity: String(offer.quantityLeft),
      term: offer.endsAt ? 'custom' : 'none',
      endsAt: offer.endsAt ? asLocal(offer.endsAt) : '',
    },
  });
  // Read while rendering: the form only follows what somebody looks at.
  const { dirtyFields, isSubmitting } = form.formState;
  const units = isEdition ? Number(form.watch('quantity')) : 1;
  const isPlanned = phase === 'form' && Number.isInteger(units) && units >= 1 && units <= available;
  const flight = usePreflight(isPlanned ? sellPlan(token, offer.networkUuid, units) : null);
  const submit = form.handleSubmit(async ({ price, quantity, term, endsAt }) => {
    setRefusal(undefined);
    const end = endOf(term, endsAt, Date.now()) ?? null;
    const hasEndChanged = dirtyFields.term || dirtyFields.endsAt;
    const body = {
      ...(price === offer.price ? {} : { price }),
      ...(isEdition && Number(quantity) !== offer.quantityLeft ? { quantity: Number(quantity) } : {}),
      ...(hasEndChanged ? { endsAt: end } : {}),
    };
    if (Object.keys(body).length === 0) return onClose();
    try {
      const { data } = await api.put<{ data: OfferWithSteps }>(`/offer/${offer.uuid}`, { body });
      setPhase('steps');
      await start(data.steps ?? [], account);
    } catch (error) {
      setRefusal(wordsOf(t, error));
    }
  });
  const restart = () => {
    reset();
    setPhase('form');
  };
  return (
    <Dialog open isSticky onOpenChange={(open) => !open && onClose()} title={t('trade.edit.title')}>
      {phase === 'form' ? (
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          <TradeSubject token={token} />
          <SaleFields
            form={form}
            currencies={[currency]}
            isCurrencyFixed
            maxQuantity={available}
            isEdition={isEdition}
            royaltyPercent={offer.fees.royaltyPercent}
          />
          {isPlanned && (
            <PreflightCard
              flight={flight}
              permission="work"
              onQuantity={(left) => form.setValue('quantity', String(left))}
            />
          )}
          <FailureNotice words={refusal} />
          <Button type="submit" isBusy={isSubmitting} disabled={!flight.isClear}>
            {t('trade.edit.submit')}
          </Button>
          <p className="text-sm text-ink-400">{t('trade.edit.note')}</p>
        </form>
      ) : (
        <div className="flex flex-col gap-5">
          <TradeSubject token={token} />
          <StepList steps={steps} onRestart={restart} />
        </div>
      )}
    </Dialog>
  );
};
