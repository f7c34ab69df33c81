import type { Breeding } from '@skarb/schema/breeding';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Picture } from '../../ui/picture.tsx';
import { Countdown, useChainNow } from '../reference/countdown.tsx';
import { breedingPath } from './breeding-path.ts';
import { useNetworkOf } from './use-network-of.ts';

/** The state of a breeding in a few words. */
const StatusLine = ({ breeding: { status, readyAt, currency } }: { breeding: Breeding }) => {
  const { t } = useTranslation();
  const networkUuid = useNetworkOf(currency.uuid);
  const now = useChainNow(networkUuid);
  if (status !== 'EXPECTING' || !readyAt || (now !== null && Date.parse(readyAt) <= now))
    return t(`breeding.status.${status === 'EXPECTING' ? 'READY' : status}`);
  return (
    <>
      {t('breeding.status.EXPECTING')} <Countdown to={readyAt} networkUuid={networkUuid} className="text-ink-50" />
    </>
  );
};

/** A breeding in a grid: its child, or its parents until there is one. The whole card is a link. */
export const BreedingCard = ({ breeding }: { breeding: Breeding }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const { child, matron, sire, status } = breeding;
  const both = { matron: own(matron).name, sire: own(sire).name };
  const sizes = '(min-width: 64rem) 300px, (min-width: 30rem) 46vw, 50vw';
  return (
    <article className="group relative" data-token={matron.uuid} data-status={status}>
      {child ? (
        <Picture image={child.image} alt="" sizes={sizes} fit="mat" className="rounded-2xl" />
      ) : (
        <div className="grid aspect-square grid-cols-2 overflow-hidden rounded-2xl">
          <Picture image={matron.image} alt="" sizes={sizes} fit="thumb" className="h-full" />
          <Picture image={sire.image} alt="" sizes={sizes} fit="thumb" className="h-full" />
        </div>
      )}
      <h3 className="mt-3 line-clamp-2 font-semibold text-pretty text-ink-50">
        <Link
          to={breedingPath(breeding.uuid)}
          className="before:absolute before:inset-0 before:rounded-2xl focus-visible:before:outline-2 focus-visible:before:outline-offset-4 focus-visible:before:outline-gold-400 focus-visible:outline-none"
        >
          {child ? own(child).name : t('breeding.card.pair', both)}
        </Link>
      </h3>
      <p className="line-clamp-2 text-sm text-ink-400">
        {child ? t('breeding.card.of', both) : <StatusLine breeding={breeding} />}
      </p>
    </article>
  );
};
