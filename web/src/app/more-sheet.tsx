import { Link } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CurrencySwitch } from './currency-switch.tsx';
import { FOOTER_GROUPS, OWN_PLACES } from './footer-groups.ts';
import { LanguageSwitch } from './language-switch.tsx';

/** All places of the app, on phones and tablets. A press on one closes it. */
export const MoreSheet = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const { t } = useTranslation();
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('app.nav.more')}
      size="large"
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-8">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="text-ink-200">{t('app.language.label')}</span>
            <LanguageSwitch />
          </span>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="text-ink-200">{t('app.currency')}</span>
            <CurrencySwitch />
          </span>
        </div>
      }
    >
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 max-[19rem]:grid-cols-1 tablet:grid-cols-3">
        {[...FOOTER_GROUPS.slice(0, 2), OWN_PLACES, ...FOOTER_GROUPS.slice(2)].map(({ word, links }) => (
          <section key={word}>
            <h3 className="mb-1 text-sm font-semibold text-ink-400">{t(word)}</h3>
            <ul>
              {links.map(({ to, word: name, isFile }) => {
                const look = 'flex min-h-11 items-center font-medium text-ink-50 hover:text-gold-400';
                return (
                  <li key={to}>
                    {isFile ? (
                      <a href={to} className={look}>
                        {t(name)}
                      </a>
                    ) : (
                      <Link to={to} onClick={close} className={look}>
                        {t(name)}
                      </Link>
                    )}
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
};
