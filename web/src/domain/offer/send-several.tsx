import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';

const SendSeveralDialog = lazyDialog(async () => (await import('./send-several-dialog.tsx')).SendSeveralDialog);

/** Above one's own gallery: the way to send several works of it at once. */
export const SendSeveral = ({ ownerUuid }: { ownerUuid: string }) => {
  const { t } = useTranslation();
  const gate = useGate();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex justify-end pb-5 print:hidden">
      <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen(true))}>
        {t('trade.several.open')}
      </Button>
      {isOpen && <SendSeveralDialog ownerUuid={ownerUuid} onClose={() => setOpen(false)} />}
    </div>
  );
};
