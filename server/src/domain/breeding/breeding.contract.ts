import { breedingAbi } from '@skarb/contracts/abi';
import {
  decodeEventLog,
  encodeFunctionData,
  keccak256,
  stringToBytes,
  type Address,
  type ContractFunctionArgs,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { ChainClient } from '../../platform/chain/client.ts';
import { eventTopic } from '../../platform/chain/events.ts';

type Event = Extract<(typeof breedingAbi)[number], { type: 'event' }>['name'];

const EVENTS = [
  'Opened',
  'BaseFeeSet',
  'Closed',
  'Enrolled',
  'SiringOffered',
  'SiringWithdrawn',
  'Bred',
  'BlockKept',
  'Hatched',
  'Lost',
  'Committed',
  'RootReplaced',
] as const satisfies Event[];
/** The topics of the Breeding contract's events that the follower reads, by name. */
export const BREEDING_TOPIC = Object.fromEntries(EVENTS.map((name) => [name, eventTopic(breedingAbi, name)])) as Record<
  (typeof EVENTS)[number],
  Hex
>;
export const BREEDING_TOPICS: Hex[] = Object.values(BREEDING_TOPIC);

/** Any log of the Breeding contract, decoded. */
export const decodeBreedingLog = (log: { topics: readonly Hex[]; data: Hex }) =>
  decodeEventLog({ abi: breedingAbi, topics: log.topics as [Hex, ...Hex[]], data: log.data });
type BreedingEvent = ReturnType<typeof decodeBreedingLog>;
export type BreedingArgs<Name extends BreedingEvent['eventName']> = Extract<BreedingEvent, { eventName: Name }>['args'];

/** Number of blocks for which a block's hash is available, on a chain without the history contract of EIP-2935. */
export const REMEMBERED_BLOCKS = 256;
/** The same on a chain with the history contract. */
const SERVED_BLOCKS = 8_191;
const HISTORY: Address = '0x0000F90827F1C53a10cb7A02335B175320002935';
/** The number of blocks for which this chain serves a block's hash. */
export const forgottenAfter = async (chain: Pick<ChainClient, 'rpc'>): Promise<number> =>
  (await chain.rpc<Hex>('eth_getCode', [HISTORY, 'latest'])) === '0x' ? REMEMBERED_BLOCKS : SERVED_BLOCKS;
/** Time after which anyone may close a breeding that has not hatched; this refunds its fee. */
export const PATIENCE_SECONDS = 7 * 86_400;

/** The uuid (version 8) of a breeding made directly on the chain: the same whenever its log is read. */
export const uuidOfBreeding = (chainId: number, contract: Address, id: bigint): string => {
  const hex = keccak256(stringToBytes(`breeding ${chainId} ${contract} ${id}`)).slice(2);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

type Function = Extract<(typeof breedingAbi)[number], { type: 'function'; stateMutability: 'nonpayable' }>['name'];
/** The calldata of a function of the Breeding contract. */
export const encodeBreeding = <F extends Function>(
  functionName: F,
  args: ContractFunctionArgs<typeof breedingAbi, 'nonpayable', F>,
): Hex => encodeFunctionData({ abi: breedingAbi, functionName, args } as never);

/** Signs the digest of a child's metadata with the operator's key (EIP-712). */
export const signBirth = (
  operatorKey: Hex,
  { chainId, contract }: { chainId: number; contract: Address },
  id: bigint,
  digest: Hex,
): Promise<Hex> =>
  privateKeyToAccount(operatorKey).signTypedData({
    domain: { name: 'Skarb Breeding', version: '1', chainId, verifyingContract: contract },
    types: {
      Birth: [
        { name: 'id', type: 'uint256' },
        { name: 'digest', type: 'bytes32' },
      ],
    },
    primaryType: 'Birth',
    message: { id, digest },
  });
