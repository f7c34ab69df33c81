import { Link, NavLink } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { path } from '../platform/route/path.ts';
import { cx } from '../ui/class-name.ts';
import { FocusPlace } from '../ui/focus-place.tsx';
import { AccountSlot } from './account-slot.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Mark } from './mark.tsx';
import { PLACES, type Place } from './places.ts';
import { SearchBox } from './search-box.tsx';

const LINKS: readonly Place[] = Object.values(PLACES);
/** How many of them a window of the least width has room for. */
const NARROW = 3;

export const Header = () => {
  const { t } = useTranslation();
  return (
    // On phones only the search stays in view: the places are in the bar below (tab-bar.tsx).
    <header className="group/header sticky -top-13 z-30 bg-ink-950/90 backdrop-blur-md has-focus-visible:top-0 fluid:top-0 short:static print:hidden">
      <div className="mx-auto flex max-w-[100rem] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 max-[22rem]:gap-x-2 fluid:flex-nowrap fluid:gap-6 fluid:px-8">
        <Link
          to={path.tokens}
          className="flex min-h-10 items-center gap-2.5 rounded-lg text-xl font-semibold tracking-tight text-ink-50"
        >
          <Mark className="size-6" />
          <span className="max-[22rem]:sr-only group-has-data-cart/header:max-[28rem]:sr-only">{t('app.name')}</span>
        </Link>
        <nav aria-label={t('app.nav.label')} className="hidden shrink-0 gap-5 wide:flex desktop:gap-7">
          {LINKS.map(({ to, word, isExact }, index) => (
            <NavLink
              key={to}
              to={to}
              end={isExact}
              className={({ isActive }) =>
                cx(
                  'inline-flex min-h-10 items-center rounded-lg font-medium transition-colors hover:text-ink-50',
                  isActive ? 'text-ink-50' : 'text-ink-200',
                  index >= NARROW && 'max-[80rem]:hidden',
                )
              }
            >
              {t(word)}
            </NavLink>
          ))}
        </nav>
        <SearchBox className="order-last w-full fluid:order-none fluid:mr-auto fluid:max-w-md fluid:flex-1" />
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 fluid:flex-nowrap fluid:gap-3">
          <LanguageSwitch />
          <FocusPlace label={t('app.account')} className="flex items-center gap-2 fluid:gap-3">
            <AccountSlot />
          </FocusPlace>
        </div>
      </div>
    </header>
  );
};
