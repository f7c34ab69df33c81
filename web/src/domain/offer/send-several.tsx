import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';

const SendSeveralDialog = lazyDialog(async () => (await import('./send-several-dialog.tsx')).SendSeveralDialog);

/**
 * Above one's own gallery: the way to send several works of it at once.
 * @param hasWorks false: there is no button, but the dialog that sent the last ones says so until it is closed
 */
export const SendSeveral = ({ ownerUuid, hasWorks }: { ownerUuid: string; hasWorks: boolean }) => {
  const { t } = useTranslation();
  const gate = useGate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {hasWorks && (
        <div className="flex justify-end pb-5 print:hidden">
          <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen(true))}>
            {t('trade.several.open')}
          </Button>
        </div>
      )}
      {isOpen && <SendSeveralDialog ownerUuid={ownerUuid} onClose={() => setOpen(false)} />}
    </>
  );
};
