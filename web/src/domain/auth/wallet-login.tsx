import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { WalletChoices } from '../wallet/wallet-choices.tsx';
import { switchAuth } from './auth-dialog.ts';
import { CodeForm } from './code-form.tsx';
import { signInBy, type SignedMessage, wantsCode } from './sign-in.ts';
import { TextButton } from './text-button.tsx';
import { signedMessage } from './wallet-auth.ts';

/** Sign in with a wallet's signature, and with a code if the account asks for one. */
export const WalletLogin = () => {
  const { t } = useTranslation();
  /** The signature that waits for the second factor. */
  const [proof, setProof] = useState<SignedMessage>();
  const signIn = async (address: string) => {
    const signed = await signedMessage(address, 'signIn');
    try {
      await signInBy(signed);
    } catch (error) {
      if (!wantsCode(error)) throw error;
      setProof(signed);
    }
  };
  if (proof) return <CodeForm onSecond={(second) => signInBy(proof, second)} onBack={() => setProof(undefined)} />;
  return (
    <div className="flex flex-col gap-5">
      <WalletChoices onConnected={signIn} />
      <p className="text-center text-ink-200">
        <TextButton onClick={() => switchAuth('login')}>{t('auth.loginWallet.byEmail')}</TextButton>
      </p>
    </div>
  );
};
