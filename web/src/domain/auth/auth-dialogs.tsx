import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { session, useSession } from '../../platform/session/use-session.ts';
import { rememberedKeys } from '../../platform/wallet/passkey/announce-passkey.ts';
import { hasPasskeys, keepsPasskeys } from '../../platform/wallet/passkey/webauthn.ts';
import { PASSKEY_WALLET_ID } from '../../platform/wallet/wallet-store.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { helpOn } from '../../platform/route/path.ts';
import { useNetworks } from '../reference/use-networks.ts';
import { findKeyNetwork, useCanMakeKeys } from '../wallet/key.query.ts';
import { WalletChoices } from '../wallet/wallet-choices.tsx';
import { type AuthDialogState, closeAuth, proceed, switchAuth } from './auth-dialog.ts';
import { FormFailure } from './form-failure.tsx';
import { GoogleButton } from './google-button.tsx';
import { KeyForm } from './key-form.tsx';
import { LoginForm } from './login-form.tsx';
import { MailCodeForm } from './mail-code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { registerByPasskey, signInByPasskey } from './sign-in.ts';
import { OrLine, TextButton } from './text-button.tsx';
import { useKeepsPasskeys } from './use-keeps-passkeys.ts';
import { useGoogleSignIn } from './use-google-sign-in.ts';
import { connectToAccount } from './wallet-auth.ts';
import { WalletLogin } from './wallet-login.tsx';

/**
 * The shortest way to a purchase first: one confirmation makes an account that can buy. People who have a key in this browser
 * signs in with it instead, so that nobody makes a second account by mistake. On a device that keeps no keys it comes last.
 */
const ParticipateByKey = () => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const byGoogle = useGoogleSignIn();
  const hasOwnWallet = useWallet().choices.some(({ id, isDemo }) => !isDemo && id !== PASSKEY_WALLET_ID);
  const isKnown = rememberedKeys.hasKeys();
  const isElsewhere = useKeepsPasskeys() === false && !isKnown;
  const byKey = (
    <>
      <PasskeyButton
        variant={isElsewhere ? 'outlined' : 'contained'}
        label={t(isKnown ? 'auth.passkey.login' : isElsewhere ? 'auth.participate.phone' : 'auth.participate.passkey')}
        work={() => (isKnown ? signInByPasskey() : registerByPasskey(cache))}
      />
      {!isKnown && (
        <p className="text-sm text-ink-400">
          {t(isElsewhere ? 'auth.participate.phoneText' : 'auth.participate.passkeyText')}
        </p>
      )}
    </>
  );
  const register = (
    <Button variant={isElsewhere ? 'contained' : 'outlined'} onClick={() => switchAuth('register')}>
      {t('auth.participate.register')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      {isElsewhere && register}
      {!isElsewhere && (
        <>
          {byKey}
          <OrLine>{t('auth.or')}</OrLine>
        </>
      )}
      <GoogleButton
        label={(name) => t('auth.google.login', { name })}
        onAnswer={byGoogle.onAnswer}
        className="w-full"
      />
      <FormFailure words={byGoogle.failure} />
      {!isElsewhere && register}
      <Button variant="outlined" onClick={() => switchAuth('login')}>
        {t('auth.participate.login')}
      </Button>
      {hasOwnWallet && (
        <Button variant="outlined" onClick={() => switchAuth('loginWallet')}>
          {t('auth.login.byWallet')}
        </Button>
      )}
      {isElsewhere && byKey}
    </div>
  );
};

/** What a visitor can do; users without a wallet get the dialog "key". */
const Participate = ({ need }: { need: AuthDialogState['need'] }) => {
  const { t } = useTranslation();
  const needsWallet = need === 'wallet';
  return (
    <div className="flex flex-col gap-3">
      {needsWallet && <Button onClick={() => switchAuth('loginWallet')}>{t('auth.login.byWallet')}</Button>}
      <Button variant={needsWallet ? 'outlined' : 'contained'} onClick={() => switchAuth('login')}>
        {t('auth.participate.login')}
      </Button>
      <Button variant="outlined" onClick={() => switchAuth('register')}>
        {t('auth.participate.register')}
      </Button>
      {needsWallet && <WalletHelp />}
    </div>
  );
};

/** In a tab of its own: what the visitor is about to do stays open here. */
const WalletHelp = () => {
  const { t } = useTranslation();
  return (
    <a
      href={helpOn('wallet')}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-8 justify-center self-center items-center text-sm text-ink-200 underline underline-offset-4 hover:text-ink-50"
    >
      {t('app.footer.wallet')}
    </a>
  );
};

/** The dialog for a state: who has an account already needs a key, or a wallet where there are no keys. */
const nameOf = (state: AuthDialogState, isUser: boolean, canMakeKeys: boolean): AuthDialogState['name'] => {
  const needsKey = state.name === 'key' || (state.name === 'participate' && isUser);
  return needsKey ? (canMakeKeys ? 'key' : 'connect') : state.name;
};

/** The open authentication dialog. Loaded when the first one is opened. */
const AuthDialogs = ({ state }: { state: AuthDialogState }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const canMakeKeys = useCanMakeKeys();
  const name = nameOf(state, user !== null, canMakeKeys);
  const networks = useNetworks();
  /** The marketplace has keys, but this browser does not. */
  const isWithoutKeys = !hasPasskeys() && findKeyNetwork(networks) !== undefined && !user?.metamaskWallet;
  const guarded = state.isCutOff
    ? t('auth.cutOff')
    : state.hasEnded
      ? t('auth.login.ended')
      : state.isGuarded
        ? t('auth.login.guarded')
        : undefined;
  const description: Record<AuthDialogState['name'], string | undefined> = {
    login: guarded,
    loginWallet: t('auth.loginWallet.text'),
    register: guarded,
    resetPassword: undefined,
    registered: t(state.isUnconfirmed ? 'auth.registered.unconfirmed' : 'auth.registered.text', {
      email: state.email ?? '',
    }),
    connect: t('auth.connect.text'),
    key: t('auth.key.text'),
    participate: t(
      state.need === 'wallet' && !canMakeKeys ? 'auth.participate.needBoth' : 'auth.participate.needAccount',
    ),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeAuth()}
      title={t(`auth.${name}.title`)}
      description={description[name]}
      isSticky={name === 'register' || name === 'registered' || name === 'login'}
    >
      {name === 'login' && <LoginForm email={state.email} google={state.google} />}
      {name === 'register' && <RegisterForm email={state.email} />}
      {name === 'resetPassword' && <ResetRequestForm email={state.email} />}
      {name === 'participate' && (canMakeKeys ? <ParticipateByKey /> : <Participate need={state.need} />)}
      {name === 'registered' && <MailCodeForm email={state.email ?? ''} mailAt={state.mailAt} />}
      {name === 'key' && <KeyForm makesAtOnce={state.makesKey} />}
      {name === 'loginWallet' && <WalletLogin />}
      {name === 'connect' && (
        <div className="flex flex-col gap-4">
          {isWithoutKeys && <p className="rounded-2xl bg-ink-800 p-4 text-ink-200">{t('auth.key.unsupported')}</p>}
          <WalletChoices
            onConnected={async (address) => {
              const { user: present } = session.getState();
              proceed(
                present && present.metamaskWallet?.toLowerCase() === address.toLowerCase()
                  ? present
                  : await connectToAccount(address),
              );
            }}
          />
          <p className="text-sm text-ink-200">{t(canMakeKeys ? 'auth.connect.whichOrKey' : 'auth.connect.which')}</p>
          <p className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2">
            {canMakeKeys && !user?.metamaskWallet && (
              <TextButton onClick={() => switchAuth('key')}>{t('auth.connect.toKey')}</TextButton>
            )}
            <WalletHelp />
          </p>
        </div>
      )}
    </Dialog>
  );
};

/** A browser that takes longer to say whether this device keeps keys shows the dialogs without its answer. */
const ANSWER_MS = 500;
/** The dialogs, once it is known whether this device keeps keys: which action comes first and has the focus depends on it. */
export const loadAuthDialogs = async () => {
  if (hasPasskeys()) await Promise.race([keepsPasskeys(), new Promise((resolve) => setTimeout(resolve, ANSWER_MS))]);
  return AuthDialogs;
};
