import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../platform/format/format.ts';
import { path } from '../../platform/route/path.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** At the top of the settings: the account is about to be deleted, and until then takes part in no trade. */
export const LeavingNotice = () => {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { user } = useSession();
  if (!user?.deletionAt) return null;
  return (
    <aside aria-label={t('settings.own-data.title')} className="mb-8 rounded-2xl border border-gold-400 bg-ink-900">
      <p
        role="status"
        className="mx-auto flex max-w-[100rem] items-center gap-3 px-4 py-2 text-sm text-ink-200 fluid:px-8"
      >
        <CircleAlert aria-hidden className="size-4 shrink-0 text-gold-400" />
        <span>
          {t('settings.ownData.leaving', { date: dateTime(user.deletionAt) })}{' '}
          <Link to={`${path.settings}#own-data`} className="underline underline-offset-4">
            {t('settings.ownData.toKeep')}
          </Link>
        </span>
      </p>
    </aside>
  );
};
