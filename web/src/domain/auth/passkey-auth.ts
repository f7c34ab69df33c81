import { ApiError } from '@skarb/client';
import type { TokensAndUser } from '@skarb/schema/auth';
import * as accountCalls from '@skarb/schema/calls/account';
import * as authCalls from '@skarb/schema/calls/auth';
import * as passkeyCalls from '@skarb/schema/calls/passkey';
import type { BodyOf } from '@skarb/schema/endpoint';
import type { passkeyEndpoints } from '@skarb/schema/passkey';
import { call } from '../../platform/http/api.ts';
import { session } from '../../platform/session/use-session.ts';
import { askPasskey, createPasskey, type NewPasskey } from '../../platform/wallet/passkey/webauthn.ts';
import { WalletError } from '../../platform/wallet/wallet-error.ts';

/**
 * Lets the person choose a passkey of this site: any to sign in, one of their own if they are signed in.
 * @returns its answer, for signing in, as second factor and to prove identity @throws ApiError, WalletError `key…`
 */
export const passkeyAnswer = async () => {
  const { data } = await call(passkeyCalls.loginOptions, { body: {} });
  const { response } = await askPasskey(data.options);
  // Nothing of the extensions is asked for.
  return { ...response, type: 'public-key' as const, clientExtensionResults: {} };
};

/** Signs in with a passkey, which needs no second factor. @throws ApiError `passkey.…`, WalletError `key…` */
export const loginByPasskey = async (): Promise<TokensAndUser> =>
  (await call(passkeyCalls.login, { body: { response: await passkeyAnswer() } })).data;

/** How long a passkey's first save waits for its second one. */
const AGAIN_MS = 1_000;

/** What is known of a passkey that the marketplace has saved. */
type Saved = { account: string | null } | (TokensAndUser & { account: string | null });
/** A passkey that the device has made and the marketplace has not saved yet. */
type Unsaved = {
  /** Who made it, and what for. */ of: string;
  made: NewPasskey;
  rpId: string;
  body: BodyOf<typeof passkeyEndpoints.register>;
  /** A try got no answer: it may have saved the passkey. */ mayBeSaved: boolean;
};
/** In memory, so that the next press saves it instead of making another. */
let unsaved: Unsaved | undefined;

/** What a try without an answer has saved; undefined if it has saved nothing. @throws ApiError, WalletError `key…` */
const readSaved = async ({ made }: Unsaved): Promise<Saved | undefined> => {
  if (!session.getState().user) {
    // Nobody is signed in yet: only the passkey itself can open its account.
    const data = await loginByPasskey();
    return { ...data, account: data.user.metamaskWallet };
  }
  const [ways, me] = await Promise.all([call(accountCalls.ways), call(authCalls.me)]);
  const point = Array.from(made.publicKey.slice(-64), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return ways.data.some(({ key }) => key?.includes(point)) ? { account: me.data.metamaskWallet } : undefined;
};

/** Lets the device hide a passkey that opens nothing, where the browser can. */
const hide = ({ made: { credentialId }, rpId }: Unsaved): void =>
  void PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);

/**
 * Saves a passkey that the device has made, twice if no answer comes.
 * @throws WalletError `keyUnsaved` if the next press may save it, `keyLost` if nothing can; ApiError
 */
const save = async (one: Unsaved): Promise<Saved> => {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { data } = await call(passkeyCalls.register, { body: one.body });
      unsaved = undefined;
      return data;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isPassing) {
        one.mayBeSaved = true;
        if (!isFirst) throw new WalletError('keyUnsaved', error);
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        continue;
      }
      // The person signs in again, and then saves it.
      if (error.status === 401 || error.status === 403) throw error;
      const isSpent = error.code === 'passkey.expired';
      const saved = isSpent && one.mayBeSaved ? await readSaved(one).catch(unlessUnknown) : undefined;
      unsaved = undefined;
      if (saved) return saved;
      hide(one);
      throw isSpent ? new WalletError('keyLost', error) : error;
    }
  }
};
const unlessUnknown = (error: unknown): undefined => {
  if (error instanceof ApiError && error.code === 'passkey.unknown') return undefined;
  throw error instanceof ApiError && error.isPassing ? new WalletError('keyUnsaved', error) : error;
};

/**
 * Makes a passkey of the caller, or of a new person, who gets an account with it. One that was made and could not be
 * saved is saved instead.
 * @param isHere on this device, on another one, or wherever the person likes if undefined
 * @param name of the passkey in the account; by default that of this browser
 * @param hasAccount also make it the first key of a smart account; `account` of the answer is null if that needs more
 * @throws ApiError, `auth.expired` if the session ended meanwhile; WalletError `key…`
 */
export const registerPasskey = async ({
  isHere,
  name,
  hasAccount,
}: { isHere?: boolean; name?: string; hasAccount?: boolean } = {}): Promise<{ made: NewPasskey; answer: Saved }> => {
  const { user } = session.getState();
  const of = JSON.stringify([user?.uuid, isHere, hasAccount]);
  if (unsaved?.of !== of) {
    const { options } = (await call(passkeyCalls.registerOptions, { body: {} })).data;
    const authenticatorAttachment = isHere ? 'platform' : 'cross-platform';
    const made = await createPasskey({
      ...options,
      authenticatorSelection: {
        ...options.authenticatorSelection,
        ...(isHere === undefined ? {} : { authenticatorAttachment }),
      },
    });
    const response = { ...made.response, type: 'public-key' as const, clientExtensionResults: {} };
    const body = { response, ...(name ? { name } : {}), ...(hasAccount ? { hasAccount } : {}) };
    unsaved = { of, made, body, rpId: options.rp.id, mayBeSaved: false };
  }
  const { made } = unsaved;
  const answer = await save(unsaved);
  // The passkey opened another account, in which nothing of the person's would be: it is not used.
  if (user && 'user' in answer) throw new ApiError(401, 'auth.expired');
  return { made, answer };
};
