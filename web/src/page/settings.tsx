import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { OrderList } from '../domain/onramp/order-list.tsx';
import { EmailSetting } from '../domain/settings/email-setting.tsx';
import { GoogleSetting } from '../domain/settings/google-setting.tsx';
import { NotificationsSection } from '../domain/settings/notifications-section.tsx';
import { OwnDataSection } from '../domain/settings/own-data-section.tsx';
import { PasswordSetting } from '../domain/settings/password-setting.tsx';
import { PhoneSetting } from '../domain/settings/phone-setting.tsx';
import { PreferencesSection } from '../domain/settings/preferences-section.tsx';
import { ProfileSection } from '../domain/settings/profile-section.tsx';
import { SessionsSection } from '../domain/settings/sessions-section.tsx';
import { SettingsSection } from '../domain/settings/settings-section.tsx';
import { TwoFactorSetting } from '../domain/settings/two-factor-setting.tsx';
import { SignInMethodsSection } from '../domain/settings/sign-in-methods-section.tsx';
import { WalletSection } from '../domain/settings/wallet-section.tsx';
import { Head } from '../platform/head/head.tsx';
import { useLast } from '../platform/session/use-last.ts';
import { useSession } from '../platform/session/use-session.ts';
import { sectionLink, SectionNav } from '../ui/section-nav.tsx';

const SECTIONS = [
  'profile',
  'account',
  'wallet',
  'onramp',
  'ways',
  'security',
  'sessions',
  'notifications',
  'preferences',
  'own-data',
] as const;
type SectionId = (typeof SECTIONS)[number];

/** The current section: the last whose top has passed under the header. */
const useSeen = (): SectionId => {
  const [seen, setSeen] = useState<SectionId>(SECTIONS[0]);
  useEffect(() => {
    const look = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
      const passed = SECTIONS.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1e9) < 260);
      setSeen((isAtEnd ? SECTIONS.at(-1) : passed.at(-1)) ?? SECTIONS[0]);
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return seen;
};

const SETTLE_MS = 3000;
const OWN_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
/** Scrolls to a section, and again while content above it loads, until the reader scrolls. */
const keepInView = (section: HTMLElement): (() => void) => {
  const stop = () => {
    clearTimeout(timer);
    watch.disconnect();
    for (const move of OWN_MOVES) removeEventListener(move, stop);
  };
  // Calls back at once with the current size.
  const watch = new ResizeObserver(() => section.scrollIntoView());
  const timer = setTimeout(stop, SETTLE_MS);
  for (const move of OWN_MOVES) addEventListener(move, stop, { passive: true });
  watch.observe(document.body);
  return stop;
};

/** The account's settings by section; `/settings#security` opens at one. */
export const Component = () => {
  const { t } = useTranslation();
  const user = useLast(useSession().user);
  const { hash } = useLocation();
  const seen = useSeen();
  const hasUser = user !== undefined;
  useEffect(() => {
    const section = hasUser && document.getElementById(hash.slice(1));
    if (!section) return;
    section.focus({ preventScroll: true });
    return keepInView(section);
  }, [hash, hasUser]);
  if (!user) return null;
  return (
    <div className="page">
      <Head title={t('settings.title')} isHidden />
      <div className="mx-auto max-w-5xl wide:grid wide:grid-cols-[13rem_minmax(0,1fr)] wide:gap-x-16">
        <h1 className="mb-6 text-3xl font-semibold tracking-tight wide:col-span-2 wide:mb-10">{t('settings.title')}</h1>
        <SectionNav aria-label={t('settings.nav')}>
          {SECTIONS.map((id) => (
            <a
              key={id}
              href={`#${id}`}
              aria-current={seen === id ? 'location' : undefined}
              className={sectionLink(seen === id)}
            >
              {id === 'notifications' ? t('notification.title') : t(`settings.${id}.title`)}
            </a>
          ))}
        </SectionNav>
        <div className="min-w-0 max-w-2xl">
          <ProfileSection user={user} />
          <SettingsSection id="account" title={t('settings.account.title')} text={t('settings.account.text')}>
            <EmailSetting user={user} />
            <PhoneSetting user={user} />
            <GoogleSetting user={user} />
          </SettingsSection>
          <WalletSection user={user} />
          <SettingsSection id="onramp" title={t('settings.onramp.title')} text={t('onramp.orders.text')}>
            <OrderList />
          </SettingsSection>
          <SignInMethodsSection user={user} />
          <SettingsSection id="security" title={t('settings.security.title')}>
            <PasswordSetting user={user} />
            <TwoFactorSetting user={user} />
          </SettingsSection>
          <SessionsSection />
          <NotificationsSection user={user} />
          <PreferencesSection user={user} />
          <OwnDataSection user={user} />
        </div>
      </div>
    </div>
  );
};
