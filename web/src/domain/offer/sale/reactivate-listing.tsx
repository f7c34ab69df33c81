import * as offerCalls from '@skarb/schema/calls/offer';
import type { Offer } from '@skarb/schema/offer';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { call } from '../../../platform/http/api.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { wordsOf } from '../../../platform/steps/failure-words.ts';
import { refreshTrade, untilOffer } from '../refresh-trade.ts';

const CancelDialog = lazyDialog(async () => (await import('../cancel-dialog.tsx')).CancelDialog);

/**
 * A token that left its owner's wallet and came back: the owner may sell it again at the old price without a
 * signature, because the old one is still valid, or take it off sale without gas.
 * @param other leads to another price
 * @param last a further button after all others
 */
export const ReactivateListing = ({ offer, other, last }: { offer: Offer; other: ReactNode; last?: ReactNode }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'yes' | 'no'>();
  const [isCancelling, setCancelling] = useState(false);
  const terms = { price: formats.exact(offer.price), currency: offer.currency.name };
  const answer = (name: 'yes' | 'no', work: () => Promise<void>) => async () => {
    setBusy(name);
    try {
      await work();
      await refreshTrade(client);
    } catch (error) {
      toast.error(wordsOf(t, error));
    } finally {
      setBusy(undefined);
    }
  };
  const yes = answer('yes', async () => {
    await call(offerCalls.edit, { params: { id: offer.uuid }, body: { revive: true } });
    toast.success(t('trade.own.revived'));
  });
  const no = answer('no', async () => {
    const { data } = await call(offerCalls.cancel, { params: { id: offer.uuid } });
    // If the marketplace cannot pay for it, the steps hold the owner's own cancellation.
    if (data.steps?.some(({ status }) => status === 'incomplete')) return setCancelling(true);
    toast.info(t('trade.cancel.asked'));
    void untilOffer(offer.uuid, ['CANCELLED', 'SOLD', 'EXPIRED']).then(() => refreshTrade(client));
  });
  return (
    <div data-reactivate={offer.uuid} className="flex flex-col gap-3">
      <p role="status" className="font-medium text-ink-50">
        {t('trade.reactivate.question', terms)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" isBusy={busy === 'yes'} disabled={busy === 'no'} onClick={() => void yes()}>
          {t('trade.reactivate.yes', terms)}
        </Button>
        {other}
        <Button
          size="small"
          variant="outlined"
          isBusy={busy === 'no'}
          disabled={busy === 'yes'}
          onClick={() => void no()}
        >
          {t('trade.reactivate.no')}
        </Button>
        {last}
      </div>
      {isCancelling && <CancelDialog offer={offer} onClose={() => setCancelling(false)} />}
    </div>
  );
};
