import type { Collection } from '@skarb/schema/collection';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { repeatIn } from './repeat.ts';

/** Leads the maker of a collection without works to the form of its first one; `children` for everybody else. */
export const FirstWork = ({
  collection,
  children,
}: {
  collection: Pick<Collection, 'uuid' | 'creatorUuid' | 'networkUuid'>;
  children: ReactNode;
}) => {
  const { t } = useTranslation();
  const { user } = useSession();
  if (user?.uuid !== collection.creatorUuid) return children;
  return (
    <>
      <p className="text-xl font-semibold">{t('collection.empty.title')}</p>
      <p className="max-w-md text-ink-200">{t('collection.empty.own')}</p>
      <Link to={path.createToken} state={repeatIn(collection)} className={buttonClass('outlined')}>
        {t('collection.empty.create')}
      </Link>
    </>
  );
};
