import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { buttonClass } from '../../ui/button.tsx';

/** In place of a feed to which nobody belongs yet. */
export const FeedEmpty = () => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-4 py-20 text-center">
      <p className="text-xl font-semibold">{t('follow.feed.emptyTitle')}</p>
      <p className="max-w-md text-ink-200">{t('follow.feed.emptyText')}</p>
      <Link to={path.artists} className={buttonClass('contained')}>
        {t('follow.feed.find')}
      </Link>
    </div>
  );
};
