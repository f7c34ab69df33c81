import { pathTo } from '@skarb/schema/endpoint';
import { MINT_TYPES } from '@skarb/schema/mint';
import { collection721Abi, collectionFactoryAbi } from '@skarb/contracts/abi';
import type { PayReason, SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import { tokenEndpoints, type TokenType } from '@skarb/schema/token';
import { type Address, encodeFunctionData, getAddress, getTypesForEIP712Domain, type Hex } from 'viem';
import type { Config } from '../../config.ts';
import { type ChainClient, reading } from '../../platform/chain/client.ts';
import type { Tx } from '../../platform/db/database.ts';
import { kindNumber } from '../collection/collection.address.ts';
import { enqueueTask, hasOperationOnItsWay } from '../operator/operator.store.ts';
import { takeTokenId } from '../collection/collection.store.ts';
import { refreshTokens, setMintFailed, setMinting } from './store/token.store.ts';

type Settings = Pick<Config, 'chain' | 'deployment'>;

/** What the mint of a token needs. */
export type Mintable = {
  uuid: string;
  status: 'draft' | 'minting' | 'minted' | 'failed';
  type: TokenType;
  name: string;
  creator_uuid: string;
  creator_address: Address;
  contract_address: Address;
  token_id: string;
  quantity: string;
  metadata_digest: Hex;
  royalty_bps: number;
  mint_deadline: Date;
  mint_signature: Hex | null;
  collection_name: string;
  salt: Hex;
  /** Whether the follower has seen the collection's contract deployed. */
  is_deployed: boolean;
};

/** A token with what its mint needs; undefined if it does not exist or waits for a hatch. */
export const findMintable = async (tx: Tx, uuid: string): Promise<Mintable | undefined> => {
  const [row] = await tx<Mintable[]>`
    select t.uuid, t.status, t.type, t.name, t.creator_uuid, t.creator_address, t.contract_address, t.token_id, t.quantity,
      t.metadata_digest, t.royalty_bps, t.mint_deadline, t.mint_signature, coalesce(c.contract_name, c.name) as collection_name, cc.salt, cc.is_deployed
    from token t join collection c on c.uuid = t.collection_uuid
    join collection_contract cc on cc.collection_uuid = c.uuid and cc.type = t.type
    where t.uuid = ${uuid} and t.status <> 'unborn'`;
  return row;
};

const requestOf = (token: Mintable) => ({
  to: getAddress(token.creator_address),
  tokenId: BigInt(token.token_id),
  quantity: BigInt(token.quantity),
  digest: token.metadata_digest,
  royaltyBps: token.royalty_bps,
  deadline: BigInt(token.mint_deadline.getTime() / 1000),
});

/** The EIP-712 mint request of a token (ICollection.sol), numbers as decimal strings. */
export const mintTypedData = (settings: Settings, token: Mintable) => {
  const request = requestOf(token);
  const domain = {
    name: 'Skarb Collection',
    version: '1',
    chainId: settings.chain.id,
    verifyingContract: getAddress(token.contract_address),
  };
  return {
    domain,
    types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...MINT_TYPES },
    primaryType: 'MintRequest' as const,
    message: {
      ...request,
      tokenId: request.tokenId.toString(),
      quantity: request.quantity.toString(),
      deadline: request.deadline.toString(),
    },
  };
};

const mintCall = (settings: Settings, token: Mintable, signature: Hex) => ({
  to: settings.deployment.collectionFactory,
  data: encodeFunctionData({
    abi: collectionFactoryAbi,
    functionName: 'createAndMint',
    args: [
      kindNumber(token.type),
      token.creator_address,
      token.collection_name,
      token.salt,
      requestOf(token),
      signature,
    ],
  }),
});

/**
 * The transaction by which the operator mints a token with its creator's signed request. It calls the collection's contract
 * directly, which saves 6,700 gas; where the contract is not deployed yet (or a reorg removed it), the factory, which
 * deploys it too.
 * @returns null when it is minted already, or has no signed request
 */
export const buildMintCall = async (
  tx: Tx,
  config: Settings,
  tokenUuid: string,
): Promise<{ to: Address; data: Hex } | null> => {
  const token = await findMintable(tx, tokenUuid);
  if (!token || token.status === 'minted' || token.mint_signature === null) return null;
  if (!token.is_deployed) return mintCall(config, token, token.mint_signature);
  const data = encodeFunctionData({
    abi: collection721Abi,
    functionName: 'mintWithRequest',
    args: [requestOf(token), token.mint_signature],
  });
  return { to: token.contract_address, data };
};

/**
 * What the creator's wallet must do to mint a draft, or a token whose mint has failed: sign when the marketplace pays the
 * gas, otherwise send the transaction.
 * @param why why the marketplace does not pay; undefined when it does
 */
export const mintSteps = (settings: Settings, token: Mintable, why: PayReason | undefined): Step[] => {
  if (token.status !== 'draft' && token.status !== 'failed') return [];
  if (why === undefined) {
    const sign: SignatureStep = {
      id: 'sign-mint',
      kind: 'signature',
      description: `Sign the creation of “${token.name}” (no gas)`,
      status: 'incomplete',
      typedData: mintTypedData(settings, token),
      submit: { method: 'PUT', path: pathTo(tokenEndpoints.sign, { id: token.uuid }), field: 'signature' },
    };
    return [sign];
  }
  const { to, data } = mintCall(settings, token, '0x');
  const send: TransactionStep = {
    id: 'mint',
    kind: 'transaction',
    description: `Create “${token.name}” on the chain`,
    status: 'incomplete',
    chainId: settings.chain.id,
    to: getAddress(to),
    data,
    value: '0',
    why,
  };
  return [send];
};

/** Enqueues a creator's signed request for the operator. Does nothing when it was enqueued before. */
export const submitMint = async (tx: Tx, settings: Settings, token: Mintable, signature: Hex): Promise<void> => {
  if (!(await setMinting(tx, token, signature))) return;
  await enqueueTask(tx, { chainId: settings.chain.id, kind: 'mint', subject: token.uuid, account: token.creator_uuid });
  await refreshTokens(tx, [token.uuid]);
};

/**
 * Whether a transaction of the creator's own may mint a draft: the wallet has one on its way, or it is mined and the
 * follower has not read it yet. @throws AppError 503 when the chain is unavailable
 */
export const mayBeMinted = async (tx: Tx, chain: Pick<ChainClient, 'public'>, token: Mintable): Promise<boolean> => {
  if (await hasOperationOnItsWay(tx, token.creator_uuid)) return true;
  return reading(async () => {
    const sent = (blockTag: 'pending' | 'latest') =>
      chain.public.getTransactionCount({ address: token.creator_address, blockTag });
    // One after the other: what is mined meanwhile is on the chain below.
    if ((await sent('pending')) > (await sent('latest'))) return true;
    const { data } = await chain.public.call({
      to: token.contract_address,
      data: encodeFunctionData({ abi: collection721Abi, functionName: 'digestOf', args: [BigInt(token.token_id)] }),
    });
    return data === token.metadata_digest;
  });
};

/**
 * The operator has given up on a mint: the creator sees `failed`, with steps to try again.
 * @param isIdTaken the contract says TokenAlreadyMinted: the creator used the id elsewhere, so the token gets the next one
 */
export const mintFailed = async (tx: Tx, tokenUuid: string, isIdTaken = false): Promise<void> => {
  const [token] = await tx<{ collection_uuid: string; type: TokenType }[]>`
    select collection_uuid, type from token where uuid = ${tokenUuid} and status in ('draft', 'minting') for no key update`;
  if (!token) return;
  await setMintFailed(tx, tokenUuid, isIdTaken ? await takeTokenId(tx, token.collection_uuid, token.type) : undefined);
  await refreshTokens(tx, [tokenUuid]);
};
