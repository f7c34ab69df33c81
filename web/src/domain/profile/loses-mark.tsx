import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';

/** Beside a new name of a person or a collection that is verified: it costs the mark, and how to get it again. */
export const LosesMark = ({ of }: { of: 'user' | 'collection' }) => {
  const { t } = useTranslation();
  return (
    <>
      {t(`profile.losesMark.${of}`)}{' '}
      <Link to={path.contact} target="_blank" className="underline underline-offset-4">
        {t(`profile.askForMark.${of}`)}
      </Link>
    </>
  );
};
