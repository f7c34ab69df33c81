import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { ProfileTab } from './profile-tab.ts';

/** The empty state of a tab; on one's own profile also how to fill it. */
export const EmptyTab = ({ shelf, isOwn }: { shelf: ProfileTab; isOwn: boolean }) => {
  const { t } = useTranslation();
  const isMaking = shelf === 'created' || shelf === 'myGallery';
  return (
    <div className="flex flex-col items-center gap-4 py-20 text-center">
      <p className="text-xl font-semibold">{t(`profile.empty.${isOwn ? 'own' : 'other'}.${shelf}`)}</p>
      {isOwn && <p className="max-w-md text-balance text-ink-200">{t(`profile.empty.hint.${shelf}`)}</p>}
      {isOwn && (
        <Link to={isMaking ? path.createToken : path.tokens} className={buttonClass('outlined')}>
          {t(isMaking ? 'profile.empty.create' : 'profile.empty.browse')}
        </Link>
      )}
    </div>
  );
};
