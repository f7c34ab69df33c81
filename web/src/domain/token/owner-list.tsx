import type { TokenDetail } from '@skarb/schema/token';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { PersonLink } from '../profile/person.tsx';

const SHOWN = 5;

/** The owner; for an edition, the largest holders with their numbers of copies. */
export const OwnerList = ({ ownerships, isEdition }: { ownerships: TokenDetail['ownerships']; isEdition: boolean }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const [first] = ownerships;
  if (!isEdition) return first ? <PersonLink person={first.user} address={first.owner} /> : <span>—</span>;
  return (
    <ul className="flex flex-col gap-1">
      {ownerships.slice(0, SHOWN).map((one) => (
        <li key={one.owner} className="flex items-center justify-between gap-4">
          <PersonLink person={one.user} address={one.owner} />
          <span className="num shrink-0 text-sm text-ink-400">
            <span aria-hidden>×{formats.count(one.quantity)}</span>
            <span className="sr-only">{t('token.page.copies', { count: one.quantity })}</span>
          </span>
        </li>
      ))}
      {ownerships.length > SHOWN && (
        <li className="text-sm text-ink-400">{t('token.page.moreOwners', { count: ownerships.length - SHOWN })}</li>
      )}
    </ul>
  );
};
