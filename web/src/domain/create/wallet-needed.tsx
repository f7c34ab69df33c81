import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';

/** Above a form of a maker without a key or a wallet: what it will need, before they fill it in. */
export const WalletNeeded = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const gate = useGate();
  if (!user || user.metamaskWallet) return null;
  return (
    <div className="mb-8 flex max-w-2xl flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl bg-ink-900 p-5">
      <p className="min-w-0 flex-1 basis-72 text-ink-200">{t('create.needs.text')}</p>
      <Button variant="outlined" size="small" onClick={() => gate('wallet', () => {})}>
        {t('create.needs.act')}
      </Button>
    </div>
  );
};
