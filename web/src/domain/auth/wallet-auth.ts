import * as authCalls from '@skarb/schema/calls/auth';
import type { User } from '@skarb/schema/auth';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import type { Eip1193Provider } from '../../platform/wallet/eip1193.ts';
import { signText } from '../../platform/wallet/wallet-actions.ts';
import { wallet } from '../../platform/wallet/wallet.ts';
import type { SignedMessage } from './sign-in.ts';

/**
 * A SIWE message of the server, signed by a wallet, the connected one by default.
 * @param purpose what the message says the signature is for; the server accepts it for nothing else
 * @throws ApiError, WalletError
 */
export const signedMessage = async (
  address: string,
  purpose: 'signIn' | 'link' | 'stepUp' | 'addKey',
  provider: Eip1193Provider = wallet.provider,
): Promise<SignedMessage> => {
  const { data } = await call(authCalls.walletNonce, { query: { address, purpose } });
  return { message: data.message, signature: await signText(provider, address, data.message) };
};

/** Connects the wallet to the signed-in account. @throws ApiError (409 if another account has it), WalletError */
export const connectToAccount = async (address: string): Promise<User> => {
  const body = await signedMessage(address, 'link');
  const { data } = await call(authCalls.connectMetamask, { body });
  session.setUser(data);
  return data;
};
