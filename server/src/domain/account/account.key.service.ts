import { accountAddress } from '@skarb/contracts/account';
import { smartAccountAbi } from '@skarb/contracts/abi';
import type { KeysOfAccount } from '@skarb/schema/account-key';
import type { TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, keccak256, type Hex } from 'viem';
import type { AccountContracts } from '../../config.ts';
import type { Context } from '../../context.ts';
import { conflict, notFound, refusedField, unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { lower } from '../../platform/chain/address.ts';
import type { Client } from '../auth/session.service.ts';
import { connectMetamask, requireKeySignature } from '../auth/siwe.service.ts';
import { isAcceptedKey, kindOfKey } from './account.key.rules.ts';
import { putAccount } from './account.key.store.ts';
import { readKeys } from './account.key.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type KeysWithSteps = KeysOfAccount & { steps: TransactionStep[] };

/** @throws AppError 422 `key.off` when this server has no smart accounts */
const requireContracts = ({ config }: Needs): AccountContracts => {
  if (!config.accounts) throw unprocessable('key.off', 'This marketplace has no smart accounts');
  return config.accounts;
};

const stepOf = (
  { config }: Needs,
  account: string,
  functionName: 'addKey' | 'removeKey',
  key: Hex,
): TransactionStep => ({
  id: functionName === 'addKey' ? 'add-key' : 'remove-key',
  kind: 'transaction',
  description: functionName === 'addKey' ? 'Add the key to your account' : 'Remove the key from your account',
  status: 'incomplete',
  chainId: config.chain.id,
  to: account,
  data: encodeFunctionData({ abi: smartAccountAbi, functionName, args: [key] }),
  value: '0',
});

/**
 * A further key of the caller's smart account, or the first key, whose account becomes the caller's wallet.
 * @param given for the first key: the message for that account's address, with the account's signature; for a wallet as a
 *   further key: its own message and signature, because whoever has a key has everything in the account
 * @throws AppError 400 naming `key`, `message` or `signature`, 409 `key.exists`, and as `connectMetamask`
 */
export const addKey = async (
  context: Needs,
  caller: Caller,
  given: { key: Hex; message?: string | undefined; signature?: string | undefined },
  client: Client,
): Promise<KeysWithSteps> => {
  const contracts = requireContracts(context);
  const { config, db } = context;
  const key = given.key.toLowerCase() as Hex;
  if (!isAcceptedKey(key, contracts))
    throw refusedField('key', 'key.kind', 'This is neither a passkey of this marketplace nor the address of a wallet');
  const held = await readKeys(db.sql, caller.uuid, contracts);
  const { message, signature } = given;
  if (held.address) {
    if (held.keys.some((one) => one.key === key)) throw conflict('key.exists', 'This key is in the account already');
    if (kindOfKey(key, contracts) === 'WALLET') {
      if (message === undefined || signature === undefined)
        throw refusedField('signature', 'key.signature', 'The wallet signs a message before it becomes a key');
      await requireKeySignature(context, caller.uuid, key, { message, signature });
    }
    return { ...held, steps: [stepOf(context, held.address, 'addKey', key)] };
  }
  const address = accountAddress(contracts, key);
  if (message === undefined || signature === undefined)
    throw refusedField('signature', 'key.signature', 'The first key signs a message for its account');
  if (message.split('\n')[1] !== address)
    throw refusedField('message', 'key.address', 'The message is not for the account of this key');
  await connectMetamask(context, caller, { message, signature }, client);
  await putAccount(db.sql, {
    address: lower(address),
    chainId: config.chain.id,
    firstKey: key,
  });
  return { ...(await readKeys(db.sql, caller.uuid, contracts)), steps: [] };
};

/** The steps that remove a key. @throws AppError 404 `key.notFound`, 409 `key.last` */
export const removeKey = async (context: Needs, caller: Caller, id: string): Promise<KeysWithSteps> => {
  const held = await readKeys(context.db.sql, caller.uuid, requireContracts(context));
  const key = held.keys.find((one) => keccak256(one.key as Hex) === id.toLowerCase())?.key as Hex | undefined;
  if (!key || !held.address) throw notFound('key');
  if (held.keys.length === 1) throw conflict('key.last', 'This is the last key of the account; add another one first');
  return { ...held, steps: [stepOf(context, held.address, 'removeKey', key)] };
};
