import { Egg, Images, Plus, User } from 'lucide-react';
import { NavLink } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import { cx } from '../ui/class-name.ts';

/** Visitors may press all of them: a guarded screen asks them to sign in and then opens. */
const PLACES = [
  { to: path.tokens, Icon: Images, word: 'app.nav.gallery', isExact: true },
  { to: path.breeding, Icon: Egg, word: 'breeding.title' },
  { to: path.createToken, Icon: Plus, word: 'app.nav.create' },
  { to: path.profile, Icon: User, word: 'app.nav.profile', isExact: true },
] as const;

/** The places of the app at the foot of phones and tablets, whose header has no room for them. */
export const TabBar = () => {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('app.nav.places')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-ink-800 bg-ink-950/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md wide:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-4">
        {PLACES.map(({ to, Icon, word, ...rest }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={'isExact' in rest}
              className={({ isActive }) =>
                cx(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-medium transition-colors focus-visible:-outline-offset-2 hover:text-ink-50',
                  isActive ? 'text-gold-400' : 'text-ink-200',
                )
              }
            >
              <Icon aria-hidden className="size-5" />
              <span className="max-w-full truncate px-1">{t(word)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
};
