import type { Offer } from '@skarb/schema/offer';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { useTicking } from '../../../platform/format/when.tsx';
import { useHydrated } from '../../../platform/query/use-hydrated.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

const VerifyPanel = lazy(() => import('./verify-panel.tsx').then((module) => ({ default: module.VerifyPanel })));
const OfferTimeline = lazy(() => import('../offer-timeline.tsx').then((module) => ({ default: module.OfferTimeline })));

const Ago = ({ at, block }: { at: string; block: number }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const isHydrated = useHydrated();
  const ago = useTicking(() => {
    const now = Date.now();
    // Cap at now: a server clock slightly ahead must not show a check in the future.
    return formats.ago(new Date(Math.min(Date.parse(at), now)).toISOString(), now);
  });
  // One line of fixed height: nothing below moves as the seconds pass.
  return (
    <p
      data-ago
      // Paper does not go on counting.
      data-paper={isHydrated ? t('offer.verify.checked', { ago: formats.dateTime(at) }) : undefined}
      title={t('offer.timeline.block', { block: formats.count(block) })}
      className="num h-6 truncate leading-6"
    >
      {t('offer.verify.checked', { ago })}
    </p>
  );
};

const button =
  'inline-flex min-h-6 items-center rounded-md text-left font-medium text-ink-50 underline decoration-ink-400 underline-offset-4 hover:decoration-ink-50';

/** Whether the chain has anything to verify the offer against. */
export const isVerifiable = ({ auction, orderHash }: Offer): boolean =>
  (auction ? auction.auctionId : orderHash) !== null;

type Props = {
  offer: Offer;
  /** Whether to offer the timeline; pages that show it already do not. */ hasTimeline?: boolean;
};

/** When an offer was last checked on the chain, and a button to verify it in the browser. */
export const OfferCheck = ({ offer, hasTimeline = false }: Props) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'verify' | 'timeline'>();
  const canVerify = isVerifiable(offer);
  if (!offer.checked && !canVerify) return null;
  const toggle = (name: 'verify' | 'timeline') => () => setOpen((before) => (before === name ? undefined : name));
  return (
    <section
      aria-label={t('offer.verify.title')}
      data-check={offer.uuid}
      className="mt-3 flex min-h-13 flex-col justify-end text-sm text-ink-400"
    >
      {offer.checked && <Ago at={offer.checked.at} block={offer.checked.block} />}
      {(canVerify || hasTimeline) && (
        <p className="mt-1 flex h-6 gap-x-4 whitespace-nowrap max-[19rem]:h-auto max-[19rem]:flex-wrap max-[19rem]:whitespace-normal">
          {canVerify && (
            <button type="button" aria-expanded={open === 'verify'} onClick={toggle('verify')} className={button}>
              {t('offer.verify.open')}
            </button>
          )}
          {hasTimeline && (
            <button type="button" aria-expanded={open === 'timeline'} onClick={toggle('timeline')} className={button}>
              {t('offer.timeline.title')}
            </button>
          )}
        </p>
      )}
      {open && (
        <div className="mt-4 border-t border-ink-700 pt-4">
          <Suspense fallback={<Skeleton className="h-48 rounded-xl" />}>
            {open === 'verify' ? <VerifyPanel offer={offer} /> : <OfferTimeline offer={offer} />}
          </Suspense>
        </div>
      )}
    </section>
  );
};
