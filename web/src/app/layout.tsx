import { Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { SkipLink } from '../ui/skip-link.tsx';
import { Toaster } from '../ui/toast.tsx';
import { hydratedLater } from '../platform/lazy/hydrated-later.tsx';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { ScreenHydrated } from '../platform/lazy/hydration.tsx';
import { useHasInteracted } from '../platform/lazy/use-has-interacted.ts';
import { readRegistration } from '../domain/auth/kept-registration.ts';
import { useIsPageIdle } from '../platform/lazy/use-is-page-idle.ts';
import { useNavigationWait } from '../platform/route/navigation-wait.ts';
import { Header } from './header.tsx';
import { KeyboardHelpHost } from './keyboard-help-host.tsx';
import { LeaveHost } from './leave-host.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { TabBar } from './tab-bar.tsx';
import { SCROLL_STORAGE_KEY, scrollKey, useRestoreScroll } from './restore-scroll.ts';
import { Loading } from './loading.tsx';

const WalletNotice = clientOnly(async () => (await import('../domain/auth/wallet-notice.tsx')).WalletNotice);
const LiveHost = clientOnly(async () => (await import('../domain/live/live-host.ts')).LiveHost);
/** Below the first view of every page: the server awaits its `preload`. */
export const Footer = hydratedLater(async () => (await import('./footer.tsx')).Footer);
const FocusKeeper = clientOnly(async () => (await import('./focus-keeper.ts')).FocusKeeper);
const AuthHost = clientOnly(async () => (await import('../domain/auth/auth-host.tsx')).AuthHost);

// Each in a component of its own: if the layout rendered again at the first press, React would hydrate the screen in one task.
const Notice = () => useHasInteracted() && <WalletNotice />;
const Hosts = () => {
  const hasInteracted = useHasInteracted();
  // Listen for live changes after the first interaction, or once the first view is complete.
  const isPageIdle = useIsPageIdle();
  useEffect(() => {
    // A reload: its dialog opens without an interaction.
    if (readRegistration()) dispatchEvent(new Event('skarb:auth-dialog'));
  }, []);
  return (
    <>
      {hasInteracted && <AuthHost />}
      {/* Also before: the first key may scroll to what then takes the place of the focused control. */}
      {(hasInteracted || isPageIdle) && <FocusKeeper />}
      {(hasInteracted || isPageIdle) && <LiveHost />}
    </>
  );
};

/** The frame of every page: header, page, footer. */
export const Layout = () => {
  const { t } = useTranslation();
  const isWaiting = useNavigationWait();
  useRestoreScroll();
  return (
    <div className="pb-[calc(3.5rem+env(safe-area-inset-bottom))] wide:pb-0 print:pb-0">
      <SkipLink to="content">{t('app.skip')}</SkipLink>
      <noscript>
        <p className="border-b border-ink-700 bg-ink-800 px-4 py-3 text-center text-sm text-ink-50">
          {t('app.noScript')}
        </p>
      </noscript>
      <Header />
      <Notice />
      {/* A screen high, so that the footer moves only below the window while a page's data arrive. */}
      <main id="content" tabIndex={-1} className="min-h-dvh outline-none print:min-h-0">
        {isWaiting ? (
          <Loading />
        ) : (
          <Suspense fallback={<Loading />}>
            <Outlet />
            <ScreenHydrated />
          </Suspense>
        )}
      </main>
      <Footer />
      <TabBar />
      <RouteAnnouncer />
      <KeyboardHelpHost />
      <Hosts />
      <LeaveHost />
      <Toaster />
      <ScrollRestoration storageKey={SCROLL_STORAGE_KEY} getKey={scrollKey} />
    </div>
  );
};
