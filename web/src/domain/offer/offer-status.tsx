import type { Offer } from '@skarb/schema/offer';
import { Ban, CircleAlert, CircleCheck, Clock, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
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

/** Where an offer stands, in words, and what that means for whoever reads it. */
export const OfferStatusLine = ({ offer }: { offer: Pick<Offer, 'status' | 'invalidReason'> }) => {
  const { t } = useTranslation();
  const { Icon, colour } = looks[offer.status];
  return (
    <div role="status" className="flex items-start gap-2.5">
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', colour)} />
      <div>
        <p className="font-semibold text-ink-50">{t(`offer.status.${offer.status}`)}</p>
        <p className="text-sm text-ink-200">
          {offer.status === 'INVALID' && offer.invalidReason
            ? t(`offer.invalid.${offer.invalidReason}`)
            : t(`offer.statusText.${offer.status}`)}
        </p>
      </div>
    </div>
  );
};
