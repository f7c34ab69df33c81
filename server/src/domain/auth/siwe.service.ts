import type { TokensAndUser, User } from '@skarb/schema/auth';
import {
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  getAddress,
  hashMessage,
  isErc6492Signature,
  numberToHex,
  parseAbi,
  recoverMessageAddress,
  type Address,
  type Hex,
} from 'viem';
import { generateSiweNonce } from 'viem/siwe';
import type { Context } from '../../context.ts';
import type { SavepointTx } from '../../platform/db/database.ts';
import { unavailable, conflict, invalidField, refusedField, unauthorized } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { reading, RpcError } from '../../platform/chain/client.ts';
import { lower } from '../../platform/chain/address.ts';
import { announceChange } from './account-change.service.ts';
import {
  addNonce,
  connectWallet,
  ensureWalletAccount,
  findByWallet,
  findNonce,
  requireAccount,
  useNonce,
} from './auth.store.ts';
import { requireUserRow, toUser, type UserRow } from './auth.view.ts';
import type { SignIn } from './auth.service.ts';
import { openSession, type Client } from './session.service.ts';
import { endSessions } from './session.store.ts';
import {
  accountName,
  readSiwe,
  siweHosts,
  statementOf,
  writeSiwe,
  type SiweFailure,
  type SiwePurpose,
} from './siwe.rules.ts';
import { requireSecondFactor } from './two-factor.service.ts';
import { walletInUse } from './sign-in-method.service.ts';
import { markMethodUsed } from './sign-in-method.store.ts';
import { hasOpenOffers } from './sign-in-method.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
export type Signed = { message: string; signature: string };

const NONCE_FAILURE: SiweFailure = {
  code: 'siwe.nonce',
  message: 'The signed message was used already or has expired; ask for a new one',
};

const OTHER_PURPOSE: SiweFailure = {
  code: 'siwe.purpose',
  message: 'This message was signed for something else; ask for a new one and sign that',
};

/**
 * A message for a wallet to sign. It names the host of the browser's page (wallets warn about any other) and the
 * purpose of the signature. A message for `link`, `stepUp` or `addKey` names the caller's account and is valid only
 * for that account.
 * @param host of the request; an unknown host is replaced by the public one
 * @throws AppError 400 for another chain, 401 when one of these is requested without signing in
 */
export const makeSiwe = async (
  { config, db }: Needs,
  wanted: { address: string; chainId?: number | undefined; purpose?: SiwePurpose | undefined; host: string },
  caller: Caller | undefined,
) => {
  if (wanted.chainId !== undefined && wanted.chainId !== config.chain.id)
    throw invalidField('chainId', 'isIn', `chainId must be ${config.chain.id}`);
  const { purpose = 'signInOrLink' } = wanted;
  const needsAccount = purpose === 'link' || purpose === 'stepUp' || purpose === 'addKey';
  if (needsAccount && !caller) throw unauthorized();
  const account = needsAccount && caller ? await requireUserRow(db.sql, caller.uuid) : null;
  const address = lower(wanted.address);
  const hosts = siweHosts(config.publicUrl);
  const domain = hosts.find((host) => host === wanted.host.toLowerCase()) ?? (hosts[0] as string);
  const nonce = generateSiweNonce().slice(0, 32);
  const origin = `${new URL(config.publicUrl).protocol}//${domain}`;
  const statement = statementOf(purpose, account ? accountName(account) : '');
  const message = writeSiwe({ address, origin, chainId: config.chain.id, nonce, statement, now: new Date() });
  await addNonce(db.sql, { nonce, wallet: address, purpose, statement, userUuid: account?.uuid ?? null });
  return { nonce, message };
};

/**
 * Whether the address signed the message. A plain key is checked without the chain; a smart account needs a call to its
 * contract. (viem's `verifyMessage` treats a node that does not answer as a "no".)
 * @throws AppError 503 when a smart account must be checked and the chain is unavailable
 */
const isSignedBy = async (
  { chain }: Pick<Context, 'chain'>,
  address: Address,
  { message, signature }: Signed,
): Promise<boolean> => {
  try {
    const signer = await recoverMessageAddress({ message, signature: signature as Hex });
    if (signer.toLowerCase() === address.toLowerCase()) return true;
  } catch {
    // Not the signature of a plain key; smart account signatures can have any form.
  }
  return reading(() => isSignedByContract(chain, address, hashMessage(message), signature as Hex));
};

/** High enough for an account's deployment, which may come with its signature (ERC-6492). */
const SIWE_GAS = 5_000_000n;
const ERC1271_MAGIC = '0x1626ba7e';
const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);

/**
 * Checks by ERC-1271, or by ERC-6492 when the signature contains the account's deployment (its reference validator, run
 * with eth_call).
 */
const isSignedByContract = async (
  chain: Pick<Context['chain'], 'rpc'>,
  address: Address,
  hash: Hex,
  signature: Hex,
): Promise<boolean> => {
  const isWrapped = isErc6492Signature(signature);
  const call = isWrapped
    ? {
        data: encodeDeployData({
          abi: erc6492SignatureValidatorAbi,
          bytecode: erc6492SignatureValidatorByteCode,
          args: [address, hash, signature],
        }),
      }
    : {
        to: address,
        data: encodeFunctionData({ abi: erc1271Abi, functionName: 'isValidSignature', args: [hash, signature] }),
      };
  try {
    const answer = await chain.rpc<Hex>('eth_call', [{ ...call, gas: numberToHex(SIWE_GAS) }, 'latest']);
    return isWrapped ? /^0x0*1$/.test(answer) : answer.startsWith(ERC1271_MAGIC);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // A call that reverts is a "no"; a node that fails or exceeds its quota is not.
    if (error.code === 3 || /revert|opcode|gas|stack|jump/i.test(error.message)) return false;
    throw unavailable('chain', error);
  }
};

/**
 * Checks everything about a signed message, but does not use up its nonce.
 * @param purposes the purposes that the caller accepts
 * @param userUuid the caller, for a message that names an account
 */
const check = async (
  context: Needs,
  signed: Signed,
  purposes: SiwePurpose[],
  userUuid?: string,
): Promise<{ wallet: Address; nonce: string } | SiweFailure> => {
  const { config, db } = context;
  const { publicUrl } = config;
  const read = readSiwe(signed.message, { publicUrl, chainId: config.chain.id, now: new Date() });
  if ('failure' in read) return read.failure;
  const { address, nonce, statement } = read.siwe;
  const wallet = lower(address);
  const given = await findNonce(db.sql, nonce, wallet);
  if (!given) return NONCE_FAILURE;
  const isForThis =
    purposes.includes(given.purpose) &&
    given.statement === statement &&
    (given.user_uuid === null || given.user_uuid === userUuid);
  if (!isForThis) return OTHER_PURPOSE;
  if (!(await isSignedBy(context, address, signed)))
    return { code: 'siwe.signature', message: 'The signature is not by this wallet' };
  return { wallet, nonce };
};

/**
 * Signs in with a wallet; creates an account for an unknown wallet.
 * @throws AppError 401 with the cause; `auth.codeRequired` or `auth.codeWrong` when the account has a second factor
 */
export const loginWallet = async (
  context: Needs & Pick<Context, 'notifyNewDevice'>,
  signed: Signed,
  signIn: SignIn,
): Promise<TokensAndUser> => {
  const checked = await check(context, signed, ['signIn', 'signInOrLink']);
  if ('code' in checked) throw refusal(checked);
  // Before the message is used up, so that the client can send it again with the code.
  const known = await findByWallet(context.db.sql, checked.wallet);
  if (known) await requireSecondFactor(context, known, signIn);
  const session = await context.db.sql.begin(async (tx) => {
    if (!(await useNonce(tx, checked.nonce, checked.wallet))) return null;
    const user = await ensureWalletAccount(tx as SavepointTx, checked.wallet);
    await markMethodUsed(tx, user.uuid, 'wallet');
    return openSession(tx, context, user, signIn.client, known);
  });
  if (!session) throw refusal(NONCE_FAILURE);
  return session;
};

const refusal = ({ code, message }: SiweFailure) =>
  code === 'siwe.malformed' ? invalidField('message', 'matches', message) : unauthorized(code, message);

/**
 * Verifies the step-up message that the account's own wallet signed.
 * @throws AppError 400 naming `message` or `signature`
 */
export const requireOwnSignature = async (
  context: Needs,
  user: Pick<UserRow, 'uuid' | 'metamask_wallet'>,
  signed: Signed,
): Promise<void> => {
  const checked = await check(context, signed, ['stepUp'], user.uuid);
  if ('code' in checked) throw refusedMessage(checked);
  if (checked.wallet !== user.metamask_wallet)
    throw refusedMessage({ code: 'siwe.signature', message: 'The signature is not by the wallet of this account' });
  if (!(await useNonce(context.db.sql, checked.nonce, checked.wallet))) throw refusedMessage(NONCE_FAILURE);
};

/**
 * Verifies the message by which a wallet agrees to become a key of the caller's smart account.
 * @throws AppError 400 naming `message` or `signature`
 */
export const requireKeySignature = async (
  context: Needs,
  userUuid: string,
  wallet: string,
  signed: Signed,
): Promise<void> => {
  const checked = await check(context, signed, ['addKey'], userUuid);
  if ('code' in checked) throw refusedMessage(checked);
  if (checked.wallet !== wallet)
    throw refusedMessage({ code: 'siwe.signature', message: 'The signature is not by the wallet that is to be added' });
  if (!(await useNonce(context.db.sql, checked.nonce, checked.wallet))) throw refusedMessage(NONCE_FAILURE);
};

/**
 * Connects a wallet to the signed-in account and replaces its current one. Connecting the current wallet again
 * succeeds.
 * @throws AppError 400 naming `message` or `signature` (not 401: the caller is signed in), 409 `wallet.taken`, 409
 * `wallet.inUse` when the account's current wallet has open offers
 */
export const connectMetamask = async (
  context: Needs,
  caller: Caller,
  signed: Signed,
  client: Client,
): Promise<User> => {
  const userUuid = caller.uuid;
  const checked = await check(context, signed, ['link', 'signInOrLink'], userUuid);
  if ('code' in checked) throw refusedMessage(checked);
  const answer = await context.db.sql.begin(async (tx) => {
    if (!(await useNonce(tx, checked.nonce, checked.wallet))) return NONCE_FAILURE;
    const user = await requireAccount(tx, userUuid);
    const { metamask_wallet: old } = user;
    const isOther = old !== checked.wallet;
    if (isOther && old !== null && (await hasOpenOffers(tx, userUuid, old))) throw walletInUse();
    const connected = await connectWallet(tx as SavepointTx, userUuid, checked.wallet);
    if (!connected) return 'taken';
    if (isOther) {
      // Sessions opened with the old wallet must end.
      if (old !== null) await endSessions(tx, userUuid, caller.session);
      const values = { wallet: getAddress(checked.wallet) };
      await announceChange(tx, context.config, { user, kind: 'wallet', client, values });
    }
    return connected;
  });
  if (answer === 'taken')
    throw conflict('wallet.taken', 'This wallet belongs to another account. Sign in with it, or connect another one');
  if ('code' in answer) throw refusedMessage(answer);
  return toUser(answer);
};

const refusedMessage = ({ code, message }: SiweFailure) =>
  refusedField(code === 'siwe.signature' ? 'signature' : 'message', code, message);
