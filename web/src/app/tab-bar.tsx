import { Ellipsis, Gavel, Images, Plus, User } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { lazyDialog } from '../platform/lazy/lazy-dialog.tsx';
import { path } from '../platform/route/path.ts';
import { cx } from '../ui/class-name.ts';
import { PLACES } from './places.ts';

const MoreSheet = lazyDialog(async () => (await import('./more-sheet.tsx')).MoreSheet);

/** Visitors may press all of them: a guarded screen asks them to sign in and then opens. */
const TABS = [
  { ...PLACES.gallery, Icon: Images },
  { ...PLACES.auctions, Icon: Gavel },
  { to: path.createToken, word: 'app.nav.create', Icon: Plus },
  { to: path.profile, word: 'app.nav.profile', Icon: User, isExact: true },
];

/** Large text grows as far as the names fit side by side. */
const tab =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-[length:min(0.75rem,max(12px,3.5vw))] leading-tight font-medium transition-colors short:tablet:min-h-10 short:tablet:flex-row short:tablet:gap-1.5 focus-visible:-outline-offset-2 hover:text-ink-50';

/** Four places and "More" at the foot of phones and tablets, whose header has no room for them. */
export const TabBar = () => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  // Stays mounted after the first press, so that it can close with its animation.
  const [isWanted, setWanted] = useState(false);
  return (
    <nav
      aria-label={t('app.nav.places')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-ink-800 bg-ink-950/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md wide:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5">
        {TABS.map(({ to, Icon, word, isExact }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={isExact}
              className={({ isActive }) => cx(tab, isActive ? 'text-gold-400' : 'text-ink-200')}
            >
              <Icon aria-hidden className="size-5" />
              <span className="max-w-full px-px text-center [overflow-wrap:anywhere]">{t(word)}</span>
            </NavLink>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => {
              setWanted(true);
              setOpen(true);
            }}
            className={cx(tab, 'text-ink-200')}
          >
            <Ellipsis aria-hidden className="size-5" />
            <span className="max-w-full px-px text-center [overflow-wrap:anywhere]">{t('app.nav.more')}</span>
          </button>
        </li>
      </ul>
      {isWanted && <MoreSheet open={isOpen} onOpenChange={setOpen} />}
    </nav>
  );
};
