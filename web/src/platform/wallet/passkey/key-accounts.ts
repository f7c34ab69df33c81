import { toHexNumber } from '../eip1193.ts';
import { ProviderError } from '../provider-error.ts';
import { WalletError } from '../wallet-error.ts';
import type { PasskeyWalletOptions } from './passkey-wallet.ts';

type Options = Pick<PasskeyWalletOptions, 'network' | 'account' | 'memory'>;

/** The methods that need no cryptography: a page that only shows the account does not load the rest. */
export const ACCOUNT_METHODS: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'wallet_revokePermissions',
]);

const connect = async ({ account, memory }: Options): Promise<string[]> => {
  const held = await account();
  if (held) memory.connect(held.address);
  const connected = memory.connected();
  if (!connected) throw new ProviderError(4100, 'There is no key', { cause: new WalletError('keyMissing') });
  return [connected];
};

/** Answers one of {@link ACCOUNT_METHODS}. @throws ProviderError, and as `network` and `account` */
export const answerAccount = async (options: Options, method: string): Promise<unknown> => {
  switch (method) {
    case 'eth_requestAccounts':
      return connect(options);
    case 'eth_accounts':
      return [options.memory.connected()].filter(Boolean);
    case 'eth_chainId':
      return toHexNumber((await options.network()).chainId);
    default:
      options.memory.connect(null);
      return null;
  }
};
