import { collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import type { PayReason, TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, getAddress, type Address, type Hex } from 'viem';
import { encodeBreeding } from './breeding.contract.ts';
import { ether } from './breeding.token-view.ts';

/** The target of steps: the chain, the Breeding contract and its currency. */
export type Target = { chainId: number; contract: Address; weth: Address };

type Act = { to: Address; id: string; description: string; data: Hex; isDone?: boolean };
const stepTo = ({ chainId }: Target, { to, id, description, data, isDone = false }: Act): TransactionStep => ({
  id,
  kind: 'transaction',
  description,
  status: isDone ? 'complete' : 'incomplete',
  chainId,
  to: getAddress(to),
  data,
  value: '0',
});
/** A call of the Breeding contract. */
const breedingStep = (target: Target, id: string, description: string, data: Hex): TransactionStep =>
  stepTo(target, { to: target.contract, id, description, data });

/** Founders that one transaction gives genes to: far below a block's gas limit. */
const ENROL_AT_ONCE = 50;

/** Allows the breeding contract to mint the children of a collection; complete if it already may. */
export const setMinterStep = (target: Target, collection: Address, isDone: boolean): TransactionStep =>
  stepTo(target, {
    to: collection,
    id: 'set-minter',
    description: 'Let the breeding contract bring children into the collection',
    data: encodeFunctionData({ abi: collection721Abi, functionName: 'setMinter', args: [target.contract, true] }),
    isDone,
  });

type Opening = { baseFee: bigint; traits: number; counts: bigint; vocabulary: Hex };
/** @param opening the base fee in wei of WETH, and the packed numbers of traits and values */
export const openStep = (target: Target, collection: Address, { baseFee, traits, counts, vocabulary }: Opening) =>
  breedingStep(
    target,
    'open-breeding',
    `Open the collection for breeding from ${ether(baseFee)} WETH`,
    encodeBreeding('open', [collection, baseFee, traits, counts, vocabulary]),
  );
/** @param baseFee in wei of WETH */
export const baseFeeStep = (target: Target, collection: Address, baseFee: bigint) =>
  breedingStep(
    target,
    'set-base-fee',
    `Set the base fee to ${ether(baseFee)} WETH`,
    encodeBreeding('setBaseFee', [collection, baseFee]),
  );
/** Stops new breedings; those that have begun go on. */
export const closeStep = (target: Target, collection: Address) =>
  breedingStep(
    target,
    'close-breeding',
    'Close the collection to new breedings',
    encodeBreeding('close', [collection]),
  );

/** Gives founders their genes, fifty per transaction. */
export const enrolSteps = (
  target: Target,
  collection: Address,
  founders: { tokenId: bigint; genes: bigint }[],
): TransactionStep[] =>
  Array.from({ length: Math.ceil(founders.length / ENROL_AT_ONCE) }, (_, at) => {
    const some = founders.slice(at * ENROL_AT_ONCE, (at + 1) * ENROL_AT_ONCE);
    return breedingStep(
      target,
      `enrol-${at + 1}`,
      `Give genes to ${some.length} ${some.length === 1 ? 'token' : 'tokens'}`,
      encodeBreeding('enrol', [collection, some.map(({ tokenId }) => tokenId), some.map(({ genes }) => genes)]),
    );
  });

/** Approves exactly the cost of the breeding. */
export const approveStep = (target: Target, needed: bigint, allowance: bigint): TransactionStep =>
  stepTo(target, {
    to: target.weth,
    id: 'approve-weth',
    description: `Allow the breeding contract to spend ${ether(needed)} WETH`,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [target.contract, needed] }),
    isDone: allowance >= needed,
  });

type Pair = { collection: Address; matronId: bigint; sireId: bigint; words: string };
/** @param cost both fees and the siring price, in wei of WETH: the contract takes no more */
export const breedStep = (target: Target, { collection, matronId, sireId, words }: Pair, cost: bigint) =>
  breedingStep(target, 'breed', words, encodeBreeding('breed', [collection, matronId, sireId, cost]));

/** @param price in wei of WETH */
export const offerSiringStep = (
  target: Target,
  { collection, tokenId, name }: { collection: Address; tokenId: bigint; name: string },
  price: bigint,
  endsAt: Date,
) =>
  breedingStep(
    target,
    'offer-siring',
    `Offer “${name}” as a sire for ${ether(price)} WETH`,
    encodeBreeding('offerSiring', [collection, tokenId, price, Math.floor(endsAt.getTime() / 1000)]),
  );
export const withdrawSiringStep = (target: Target, { collection, tokenId }: { collection: Address; tokenId: bigint }) =>
  breedingStep(
    target,
    'withdraw-siring',
    'Take the siring offer back',
    encodeBreeding('withdrawSiring', [collection, tokenId]),
  );

export type Birth = { number: bigint; secret: Hex; proof: Hex[]; digest: Hex; signature: Hex };
/** The calldata of `hatch`, which anyone may call. */
export const encodeHatch = ({ number, secret, proof, digest, signature }: Birth): Hex =>
  encodeBreeding('hatch', [number, secret, proof, digest, signature]);
/** @param why the reason that the marketplace does not pay for it; undefined if it pays */
export const hatchStep = (target: Target, birth: Birth, why?: PayReason): TransactionStep => ({
  ...breedingStep(target, 'hatch', 'Hatch the child', encodeHatch(birth)),
  ...(why ? { why } : {}),
});
/** @param why the reason that the marketplace does not pay for it; undefined if it pays */
export const keepStep = (target: Target, number: bigint, why?: PayReason): TransactionStep => ({
  ...breedingStep(target, 'keep', 'Store the block of the draw', encodeBreeding('keep', [number])),
  ...(why ? { why } : {}),
});
/** Ends a breeding whose draw can no longer happen: the contract returns what it holds. */
export const loseStep = (target: Target, number: bigint, words: string) =>
  breedingStep(target, 'lose', words, encodeBreeding('lose', [number]));
