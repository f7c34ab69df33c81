import type { Offer } from '@skarb/schema/offer';
import { Ban, CircleAlert, CircleCheck, Clock, Hourglass } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';

const looks: Record<Offer['status'], { Icon: typeof Ban; colour: string }> = {
  DRAFT: { Icon: Hourglass, colour: 'text-ink-200' },
  SCHEDULED: { Icon: Clock, colour: 'text-blue-400' },
  ACTIVE: { Icon: CircleCheck, colour: 'text-green-400' },
  CANCELLING: { Icon: Hourglass, colour: 'text-ink-200' },
  INVALID: { Icon: CircleAlert, colour: 'text-red-400' },
  SOLD: { Icon: CircleCheck, colour: 'text-ink-200' },
  CANCELLED: { Icon: Ban, colour: 'text-ink-200' },
  EXPIRED: { Icon: Clock, colour: 'text-ink-200' },
  ENDED: { Icon: Hourglass, colour: 'text-ink-200' },
};

/** The texts of a status; sales, buyers' offers and auctions share the statuses but not their meaning. */
export const useStatusWords = ({ type, status, invalidReason }: Pick<Offer, 'type' | 'status' | 'invalidReason'>) => {
  const { t } = useTranslation();
  if (type === 'BID')
    return {
      name: t(`offer.statusBid.${status}`),
      text:
        status === 'INVALID' && invalidReason
          ? t(`offer.invalidBid.${invalidReason}`)
          : t(`offer.statusTextBid.${status}`),
    };
  if (type === 'AUCTION')
    return { name: t(`offer.statusAuction.${status}`), text: t(`offer.statusTextAuction.${status}`) };
  return {
    name: t(`offer.status.${status}`),
    text: status === 'INVALID' && invalidReason ? t(`offer.invalid.${invalidReason}`) : t(`offer.statusText.${status}`),
  };
};

/** An offer's status, and what it means for the reader. */
export const OfferStatusLine = ({ offer }: { offer: Pick<Offer, 'type' | 'status' | 'invalidReason'> }) => {
  const words = useStatusWords(offer);
  const { Icon, colour } = looks[offer.status];
  return (
    <div role="status" className={cx('flex items-start gap-2.5', offer.type === 'AUCTION' && 'min-h-16')}>
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', colour)} />
      <div>
        <p className="font-semibold text-ink-50">{words.name}</p>
        <p className="text-sm text-ink-200">{words.text}</p>
      </div>
    </div>
  );
};
