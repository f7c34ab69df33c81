import { Fingerprint } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { hasPasskeys } from '../../platform/wallet/passkey/webauthn.ts';
import { Button } from '../../ui/button.tsx';

type Props = {
  label: string;
  /** What the press does; its failure is shown below the button. @throws ApiError, WalletError */
  work: () => Promise<void>;
  /** What else helps after a failure. */
  otherwise?: ReactNode;
  variant?: 'contained' | 'outlined';
};

/** A button for a passkey. Renders nothing in a browser without passkeys. */
export const PasskeyButton = ({ label, work, otherwise, variant = 'outlined' }: Props) => {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!hasPasskeys()) return null;
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(wordsOf(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button
        variant={variant}
        className="w-full whitespace-normal! text-balance py-2 leading-tight max-tablet:px-2 max-tablet:tracking-tight"
        isBusy={isBusy}
        onClick={() => void press()}
      >
        {!isBusy && <Fingerprint aria-hidden className="size-5" />}
        {label}
      </Button>
      {failure && (
        <>
          <p role="alert" className="text-sm text-red-400">
            {failure}
          </p>
          {otherwise}
        </>
      )}
    </div>
  );
};
