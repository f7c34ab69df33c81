import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { session, useSession } from '../../platform/session/use-session.ts';
import { hasPasskeys } from '../../platform/wallet/passkey/webauthn.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { helpOn } from '../../platform/route/path.ts';
import { useNetworks } from '../reference/use-networks.ts';
import { findKeyNetwork, useCanMakeKeys } from '../wallet/key.query.ts';
import { WalletChoices } from '../wallet/wallet-choices.tsx';
import { type AuthDialogState, closeAuth, proceed, switchAuth } from './auth-dialog.ts';
import { KeyForm } from './key-form.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { connectToAccount } from './wallet-auth.ts';
import { WalletLogin } from './wallet-login.tsx';

/** What a visitor can do; users without a wallet get the dialog "key". */
const Participate = ({ need, hasKeys }: { need: AuthDialogState['need']; hasKeys: boolean }) => {
  const { t } = useTranslation();
  const byWallet = need === 'wallet' && (
    <Button variant={hasKeys ? 'outlined' : 'contained'} onClick={() => switchAuth('loginWallet')}>
      {t('auth.login.byWallet')}
    </Button>
  );
  const register = (
    <Button variant={hasKeys ? 'contained' : 'outlined'} onClick={() => switchAuth('register')}>
      {t('auth.participate.register')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      {hasKeys ? register : byWallet}
      <Button variant={need === 'wallet' || hasKeys ? 'outlined' : 'contained'} onClick={() => switchAuth('login')}>
        {t('auth.participate.login')}
      </Button>
      {hasKeys ? byWallet : register}
      {need === 'wallet' && <WalletHelp />}
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
      className="mx-auto inline-flex min-h-8 items-center text-sm text-ink-200 underline underline-offset-4 hover:text-ink-50"
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
export const AuthDialogs = ({ state }: { state: AuthDialogState }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const canMakeKeys = useCanMakeKeys();
  const name = nameOf(state, user !== null, canMakeKeys);
  const networks = useNetworks();
  /** The marketplace has keys, but this browser does not. */
  const isWithoutKeys = !hasPasskeys() && findKeyNetwork(networks) !== undefined && !user?.metamaskWallet;
  const hasKeys = canMakeKeys && state.need === 'wallet';
  const description: Record<AuthDialogState['name'], string | undefined> = {
    login: state.isGuarded ? t('auth.login.guarded') : undefined,
    loginWallet: t('auth.loginWallet.text'),
    register: undefined,
    resetPassword: undefined,
    registered: t('auth.registered.text', { email: state.email ?? '' }),
    connect: t('auth.connect.text'),
    key: t('auth.key.text'),
    participate: t(state.need === 'wallet' && !hasKeys ? 'auth.participate.needBoth' : 'auth.participate.needAccount'),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeAuth()}
      title={t(`auth.${name}.title`)}
      description={description[name]}
      isSticky={name === 'register' || name === 'login'}
    >
      {name === 'login' && <LoginForm email={state.email} google={state.google} />}
      {name === 'register' && <RegisterForm email={state.email} />}
      {name === 'resetPassword' && <ResetRequestForm email={state.email} />}
      {name === 'participate' && <Participate need={state.need} hasKeys={hasKeys} />}
      {name === 'registered' && (
        <Button className="w-full" onClick={() => switchAuth('login')}>
          {t('auth.registered.toLogin')}
        </Button>
      )}
      {name === 'key' && <KeyForm />}
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
        </div>
      )}
    </Dialog>
  );
};
