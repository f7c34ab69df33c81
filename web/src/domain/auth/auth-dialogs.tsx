import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { session, useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { WalletChoices } from '../wallet/wallet-choices.tsx';
import { type AuthDialogState, closeAuth, proceed, switchAuth } from './auth-dialog.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetRequestForm } from './reset-request-form.tsx';
import { connectToAccount } from './wallet-auth.ts';
import { WalletLogin } from './wallet-login.tsx';

const Participate = ({ need }: { need: AuthDialogState['need'] }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  if (user)
    return (
      <Button className="w-full" onClick={() => switchAuth('connect')}>
        {t('auth.participate.connect')}
      </Button>
    );
  return (
    <div className="flex flex-col gap-3">
      {need === 'wallet' && <Button onClick={() => switchAuth('loginWallet')}>{t('auth.login.byWallet')}</Button>}
      <Button variant={need === 'wallet' ? 'outlined' : 'contained'} onClick={() => switchAuth('login')}>
        {t('auth.participate.login')}
      </Button>
      <Button variant="outlined" onClick={() => switchAuth('register')}>
        {t('auth.participate.register')}
      </Button>
    </div>
  );
};

/** The open authentication dialog. Loaded when the first one is opened. */
export const AuthDialogs = ({ state }: { state: AuthDialogState }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const description: Record<AuthDialogState['name'], string | undefined> = {
    login: undefined,
    loginWallet: t('auth.loginWallet.text'),
    register: undefined,
    resetPassword: undefined,
    registered: t('auth.registered.text', { email: state.email ?? '' }),
    connect: t('auth.connect.text'),
    participate: t(
      user
        ? 'auth.participate.needWallet'
        : state.need === 'wallet'
          ? 'auth.participate.needBoth'
          : 'auth.participate.needAccount',
    ),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeAuth()}
      title={t(`auth.${state.name}.title`)}
      description={description[state.name]}
      isSticky={state.name === 'register' || state.name === 'login'}
    >
      {state.name === 'login' && <LoginForm email={state.email} google={state.google} />}
      {state.name === 'register' && <RegisterForm email={state.email} />}
      {state.name === 'resetPassword' && <ResetRequestForm email={state.email} />}
      {state.name === 'participate' && <Participate need={state.need} />}
      {state.name === 'registered' && (
        <Button className="w-full" onClick={() => switchAuth('login')}>
          {t('auth.registered.toLogin')}
        </Button>
      )}
      {state.name === 'loginWallet' && <WalletLogin />}
      {state.name === 'connect' && (
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
      )}
    </Dialog>
  );
};
