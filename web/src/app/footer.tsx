import { BPS, MARKETPLACE_FEE_BPS } from '@skarb/schema/limits';
import { useFormats } from '../platform/format/format.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Mark } from './mark.tsx';

export const Footer = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <footer className="border-t border-ink-800">
      <div className="mx-auto flex max-w-[100rem] flex-col gap-3 px-4 py-8 text-sm text-ink-400 fluid:flex-row fluid:items-center fluid:gap-6 fluid:px-8">
        <p className="flex items-center gap-2 font-semibold text-ink-200">
          <Mark className="size-4" />
          {t('app.name')}
        </p>
        <p>
          {t('app.footer.chain')} {t('app.footer.eth')}{' '}
          {t('app.footer.fee', { percent: formats.percent(MARKETPLACE_FEE_BPS / BPS) })}
        </p>
        <a
          href="/openapi.json"
          className="inline-flex min-h-6 items-center underline-offset-4 hover:text-ink-50 hover:underline fluid:ml-auto"
        >
          {t('app.footer.api')}
        </a>
      </div>
    </footer>
  );
};
