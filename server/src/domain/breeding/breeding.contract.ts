import { breedingAbi } from '@skarb/contracts/abi';
import {
  decodeEventLog,
  encodeEventTopics,
  encodeFunctionData,
  keccak256,
  stringToBytes,
  type Address,
  type ContractFunctionArgs,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

type Event = Extract<(typeof breedingAbi)[number], { type: 'event' }>['name'];
const topicOf = (eventName: Event): Hex => encodeEventTopics({ abi: breedingAbi, eventName } as never)[0] as Hex;

/** The logs of the Breeding contract that are followed. */
export const BREEDING_TOPICS: Hex[] = (
  [
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
  ] satisfies Event[]
).map(topicOf);

/** Any log of the Breeding contract, decoded. */
export const decodeBreedingLog = (log: { topics: readonly Hex[]; data: Hex }) =>
  decodeEventLog({ abi: breedingAbi, topics: log.topics as [Hex, ...Hex[]], data: log.data });
export type BreedingEvent = ReturnType<typeof decodeBreedingLog>;

/** After so many blocks a block's hash can no longer be kept. */
export const REMEMBERED_BLOCKS = 256;
/** After so long without a birth anybody may give a breeding up and have its fee given back. */
export const PATIENCE_SECONDS = 7 * 86_400;

/** What a breeding that nobody wished for here is called: the same whenever its log is read. A version 8 uuid. */
export const uuidOfBreeding = (chainId: number, contract: Address, id: bigint): string => {
  const hex = keccak256(stringToBytes(`breeding ${chainId} ${contract} ${id}`)).slice(2);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

type Function = Extract<(typeof breedingAbi)[number], { type: 'function'; stateMutability: 'nonpayable' }>['name'];
/** The data of a call of the Breeding contract. */
export const encodeBreeding = <F extends Function>(
  functionName: F,
  args: ContractFunctionArgs<typeof breedingAbi, 'nonpayable', F>,
): Hex => encodeFunctionData({ abi: breedingAbi, functionName, args } as never);

/** The operator's word that this is the metadata of exactly this child. */
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
