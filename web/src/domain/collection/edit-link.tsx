import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { buttonClass } from '../../ui/button.tsx';

/** For the maker of a collection: the way to the page that changes it. */
export const EditLink = ({ uuid, creatorUuid }: { uuid: string; creatorUuid: string }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  if (user?.uuid !== creatorUuid) return null;
  return (
    <Link to={path.editCollection(uuid)} className={buttonClass('outlined', 'small')}>
      <Pencil aria-hidden className="size-4" />
      {t('create.shape.open')}
    </Link>
  );
};
