import { Egg } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { breedingPath } from './breeding-path.ts';

/** Shown wherever an expecting token is sold: its buyer gets the child. */
export const ExpectingNotice = ({ breedingUuid }: { breedingUuid: string }) => {
  const { t } = useTranslation();
  return (
    <p data-expecting={breedingUuid}>
      <span className="flex gap-3 rounded-xl bg-ink-800 px-4 py-3 text-sm text-ink-50">
        <Egg aria-hidden className="mt-0.5 size-4 shrink-0 text-gold-400" />
        <span>
          {t('breeding.notice.text')}{' '}
          <Link to={breedingPath(breedingUuid)} className="underline decoration-ink-400 underline-offset-4">
            {t('breeding.notice.more')}
          </Link>
        </span>
      </span>
    </p>
  );
};
