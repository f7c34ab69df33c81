import type { Offer } from '@skarb/schema/offer';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { cx } from '../../ui/class-name.ts';
import { useStatusWords } from './offer-status.tsx';

const Stop = ({ name, isDone, children }: { name: string; isDone: boolean; children: ReactNode }) => (
  <li className="relative flex-1 pb-5 pl-6 last:pb-0 before:absolute before:left-[0.3125rem] before:top-3 before:h-full before:w-px before:bg-ink-700 last:before:hidden">
    <span
      aria-hidden
      className={cx(
        'absolute left-0 top-1.5 size-2.5 rounded-full',
        isDone ? 'bg-ink-50' : 'border border-ink-400 bg-ink-950',
      )}
    />
    <p className="font-medium text-ink-50">{name}</p>
    <div className="text-sm text-ink-400">{children}</div>
  </li>
);

/** An offer from its creation over the last check on the chain to its end. */
export const OfferTimeline = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useStatusWords(offer);
  const isOver = ['SOLD', 'CANCELLED', 'EXPIRED', 'ENDED'].includes(offer.status);
  const endedBeforeStart = isOver && offer.startsAt !== null && offer.updatedAt < offer.startsAt;
  return (
    <ol aria-label={t('offer.timeline.title')}>
      <Stop name={t('offer.timeline.made')} isDone>
        <When at={offer.createdAt} form="exact" />
      </Stop>
      {offer.startsAt && !endedBeforeStart && (
        <Stop
          name={t(offer.status === 'SCHEDULED' ? 'offer.timeline.starts' : 'offer.timeline.started')}
          isDone={offer.status !== 'SCHEDULED'}
        >
          <When at={offer.startsAt} form="exact" />
        </Stop>
      )}
      {offer.checked && !isOver && (
        <Stop name={t('offer.timeline.checked')} isDone>
          <When at={offer.checked.at} form="past" />
          <details>
            <summary className="min-h-6 cursor-pointer">{t('offer.timeline.details')}</summary>
            <p className="num">{t('offer.timeline.block', { block: formats.count(offer.checked.block) })}</p>
          </details>
        </Stop>
      )}
      {isOver ? (
        <Stop name={words.name} isDone>
          <When at={offer.updatedAt} form="exact" />
        </Stop>
      ) : (
        <Stop name={t('offer.timeline.ends')} isDone={false}>
          {offer.endsAt ? <When at={offer.endsAt} form="exact" /> : t('offer.timeline.noEnd')}
        </Stop>
      )}
    </ol>
  );
};
