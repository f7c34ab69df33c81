import { BPS, MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import { Link } from 'react-router';
import { useFormats } from '../platform/format/format.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { helpOn } from '../platform/route/path.ts';
import { CurrencySwitch } from './currency-switch.tsx';
import { FOOTER_GROUPS } from './footer-groups.ts';
import { Mark } from './mark.tsx';

const link =
  'inline-flex min-h-8 min-w-6 items-center text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline';

export const Footer = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <footer className="late border-t border-ink-800 [--height:59rem] tablet:[--height:45.5rem] wide:[--height:25rem] print:hidden">
      <div className="mx-auto max-w-[100rem] px-4 pb-8 pt-10 text-sm text-ink-400 fluid:px-8 fluid:pt-14">
        <nav
          aria-label={t('app.footer.label')}
          className="grid grid-cols-2 gap-x-6 gap-y-8 max-[19rem]:grid-cols-1 tablet:grid-cols-3 wide:grid-cols-[2fr_repeat(5,1fr)]"
        >
          <div className="col-span-full wide:col-span-1">
            <p className="flex items-center gap-2.5 text-lg font-semibold text-ink-50">
              <Mark className="size-6" />
              {t('app.name')}
            </p>
            <p className="mt-3 max-w-xs text-pretty">{t('app.tagline')}</p>
            <div className="mt-3 flex items-center gap-2">
              <span>{t('app.currency')}</span>
              <CurrencySwitch />
            </div>
          </div>
          {FOOTER_GROUPS.map(({ word, links }) => (
            <div key={word}>
              <h2 className="mb-2 font-semibold text-ink-50">{t(word)}</h2>
              <ul>
                {links.map(({ to, word: name, isFile }) => (
                  <li key={to}>
                    {isFile ? (
                      <a href={to} className={link}>
                        {t(name)}
                      </a>
                    ) : (
                      <Link to={to} className={link}>
                        {t(name)}
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className="mt-10 border-t border-ink-800 pt-6 text-pretty">
          {t('app.footer.chain')}{' '}
          <Link to={helpOn('eth')} className="underline underline-offset-4 hover:text-ink-50">
            {t('app.footer.eth')}
          </Link>{' '}
          {t('app.footer.fee', { percent: formats.percent(MARKETPLACE_FEE_BPS / BPS) })}
        </p>
      </div>
    </footer>
  );
};
