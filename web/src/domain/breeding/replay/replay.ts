import type { Breeding, BreedingProof, Vocabulary } from '@skarb/schema/breeding';
import { mix } from '@skarb/schema/genome';
import type { Network } from '@skarb/schema/reference';
import {
  concat,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  decodeFunctionResult,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEventLogs,
  toEventSelector,
} from 'viem';
import { rpc, RpcError } from '../../../platform/wallet/rpc.ts';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { type NamedStory, namedStories, storyOf } from './replay.rules.ts';

/** contracts/src/breeding/IBreeding.sol; the test compares these lines with the ABI. */
export const abi = parseAbi([
  'event Bred(uint256 indexed id, address indexed collection, uint256 matronId, uint256 sireId, address breeder, uint256 fee, uint256 siringPrice, uint64 targetBlock, uint40 readyAt, uint40 sireReadyAt, uint8 matronUses, uint8 sireUses, uint16 generation)',
  'event Hatched(uint256 indexed id, address indexed collection, uint256 childId, address to, bytes32 secret, uint256 seed, uint256 matronGenes, uint256 sireGenes, uint256 genes, bytes32 digest)',
  'event Committed(uint256 indexed batch, bytes32 root)',
  'function hatch(uint256 id, bytes32 secret, bytes32[] proof, bytes32 digest, bytes operatorSignature) returns (uint256 childId)',
  'function rootOf(uint256 batch) view returns (bytes32)',
]);

/** Secrets are committed to in trees of 2^10 leaves (contracts/src/breeding/SecretTree.sol). */
const DEPTH = 10;
const BATCH = 1n << BigInt(DEPTH);

/** One checked fact. `isSame` is null if the chain's node could not answer. */
export type Check = {
  name: 'bred' | 'block' | 'committed' | 'before' | 'seed' | 'genes' | 'child';
  isSame: boolean | null;
  /** The chain's value, short enough to show. */
  is: string;
};
export type Replayed = { checks: Check[]; isAgreed: boolean; stories: NamedStory[] };

type Receipt = { blockNumber: Hex; logs: Parameters<typeof parseEventLogs>[0]['logs'] };
const leafOf = (id: bigint, secret: Hex): Hex =>
  keccak256(keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [id, secret])));

/** The root of a secret's Merkle path. The path follows from the id alone: each id has one leaf. */
export const rootFrom = (id: bigint, secret: Hex, proof: readonly Hex[]): Hex =>
  proof.reduce(
    (node, beside, level) =>
      (((id - 1n) % BATCH) >> BigInt(level)) & 1n
        ? keccak256(concat([beside, node]))
        : keccak256(concat([node, beside])),
    leafOf(id, secret),
  );

/** seed = keccak256(abi.encode(number, blockHash, secret)), as a number. */
const seedOf = (id: bigint, blockHash: Hex, secret: Hex): bigint =>
  BigInt(
    keccak256(
      encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }], [id, blockHash, secret]),
    ),
  );

const short = (text: string): string => (text.length > 18 ? `${text.slice(0, 10)}…${text.slice(-6)}` : text);
const same = (one: string | undefined, other: string | undefined): boolean | null =>
  one === undefined || other === undefined ? null : one.toLowerCase() === other.toLowerCase();

/** Whether the secret is a leaf of a committed tree, and whether that commitment is older than the breeding. */
const checkCommitment = async (
  url: string,
  { contract, secret }: BreedingProof,
  id: bigint,
  hatchTxHash: Hex,
  bredAt: bigint,
): Promise<Check[]> => {
  const batch = (id - 1n) / BATCH;
  const nothing = { isSame: null, is: '—' } as const;
  const [transaction, answer, posted] = await Promise.all([
    rpc<{ to: string | null; input: Hex } | null>(url, 'eth_getTransactionByHash', [hatchTxHash]),
    rpc<Hex>(url, 'eth_call', [
      { to: contract, data: encodeFunctionData({ abi, functionName: 'rootOf', args: [batch] }) },
      'latest',
      // The contract reverts for an unknown root: that is an answer too.
    ]).catch((error: unknown) => {
      if (error instanceof RpcError) return null;
      throw error;
    }),
    rpc<{ blockNumber: Hex }[]>(url, 'eth_getLogs', [
      {
        address: contract,
        fromBlock: '0x0',
        toBlock: numberToHex(bredAt),
        topics: [toEventSelector(abi[2]), numberToHex(batch, { size: 32 })],
      },
      // Public nodes only serve short block ranges: this fact then stays open.
    ]).catch(() => null),
  ]);
  const root =
    answer && answer !== '0x' ? decodeFunctionResult({ abi, functionName: 'rootOf', data: answer }) : undefined;
  // Hatched through another contract, so the Merkle path is not in this transaction's input.
  const way =
    transaction && sameAddress(transaction.to, contract)
      ? decodeFunctionData({ abi, data: transaction.input })
      : undefined;
  const proof = way?.functionName === 'hatch' ? (way.args[2] as readonly Hex[]) : undefined;
  return [
    {
      name: 'committed',
      ...(proof
        ? { isSame: root !== undefined && same(rootFrom(id, secret as Hex, proof), root), is: short(root ?? '—') }
        : nothing),
    },
    {
      name: 'before',
      ...(posted ? { isSame: posted.length > 0, is: String(Number(posted[0]?.blockNumber ?? 0)) } : nothing),
    },
  ];
};

/**
 * Repeats the draw of a breeding from what the chain's node answers to this browser, and compares it with the page.
 * @param breeding a hatched one
 * @throws WalletError `rpcAway`, RpcError
 */
export const replay = async (breeding: Breeding, network: Network, vocabulary: Vocabulary): Promise<Replayed> => {
  const { proof, number, txHash, hatchTxHash } = breeding;
  if (!proof || !number || !txHash || !hatchTxHash) throw new Error('nothing hatched yet');
  const url = network.rpcUrl;
  const id = BigInt(number);
  const [bredIn, hatchedIn, block] = await Promise.all([
    rpc<Receipt | null>(url, 'eth_getTransactionReceipt', [txHash]),
    rpc<Receipt | null>(url, 'eth_getTransactionReceipt', [hatchTxHash]),
    rpc<{ hash: Hex } | null>(url, 'eth_getBlockByNumber', [numberToHex(proof.targetBlock), false]),
  ]);
  const isOurs = ({ address, args }: { address: string; args: { id?: bigint } }) =>
    sameAddress(address, proof.contract) && args.id === id;
  const bred = bredIn
    ? parseEventLogs({ abi, eventName: 'Bred', logs: bredIn.logs }).find((log) => isOurs(log))
    : undefined;
  const hatched = hatchedIn
    ? parseEventLogs({ abi, eventName: 'Hatched', logs: hatchedIn.logs }).find((log) => isOurs(log))
    : undefined;
  const said = hatched?.args;
  const blockHash = (block?.hash ?? proof.blockHash) as Hex;
  const secret = (said?.secret ?? proof.secret) as Hex;
  const seed = seedOf(id, blockHash, secret);
  const [matronGenes, sireGenes] = [
    said?.matronGenes ?? BigInt(proof.matronGenes),
    said?.sireGenes ?? BigInt(proof.sireGenes),
  ];
  const counts = BigInt(proof.counts);
  const genes = mix(matronGenes, sireGenes, seed, proof.traits, counts);
  const hex = (value: bigint) => short(numberToHex(value));
  const checks: Check[] = [
    {
      name: 'bred',
      isSame:
        bred !== undefined &&
        Number(bred.args.targetBlock) === proof.targetBlock &&
        String(bred.args.matronId) === breeding.matron.tokenId &&
        String(bred.args.sireId) === breeding.sire.tokenId,
      is: bredIn ? String(Number(bredIn.blockNumber)) : '—',
    },
    { name: 'block', isSame: same(block?.hash, proof.blockHash), is: short(blockHash) },
    ...(await checkCommitment(url, { ...proof, secret }, id, hatchTxHash as Hex, BigInt(bredIn?.blockNumber ?? 0))),
    { name: 'seed', isSame: said !== undefined && seed === said.seed && seed === BigInt(proof.seed), is: hex(seed) },
    {
      name: 'genes',
      isSame:
        said !== undefined && same(String(matronGenes), proof.matronGenes) && same(String(sireGenes), proof.sireGenes),
      is: `${hex(matronGenes)} + ${hex(sireGenes)}`,
    },
    {
      name: 'child',
      isSame: said !== undefined && genes === said.genes && genes === BigInt(proof.genes),
      is: hex(genes),
    },
  ];
  return {
    checks,
    isAgreed: checks.every(({ isSame }) => isSame !== false),
    stories: namedStories(storyOf(matronGenes, sireGenes, seed, proof.traits, counts), vocabulary),
  };
};
