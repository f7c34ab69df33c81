import { z } from 'zod';
import { person } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';
import { locale, localizedName } from './localization.ts';
import { image } from './media.ts';
import { address, amount, hash32, list, listQuery, one, price, queryBoolean, step, time, uuid } from './primitive.ts';

/** Breeding is always paid in the chain's WETH. */
const currency = z.object({ uuid, symbol: z.string(), decimals: z.number().int(), address });
/** A uint256 as a decimal string. */
const uint = z.string().regex(/^\d{1,78}$/);
const named = z.object({ uuid, name: z.string() });

/** The meaning of a genome's numbers: traits in order, each with its values from common to rare. */
const vocabulary = z.array(z.object({ name: z.string(), values: z.array(z.string()) }));
export type Vocabulary = z.infer<typeof vocabulary>;

/** The breeding terms of a collection that its creator opened for breeding. */
const breedingTerms = z.object({
  collection: named.extend({ imageUrl: z.string() }),
  contractAddress: address,
  creatorUuid: uuid,
  isOpen: z.boolean(),
  /** The fee of a token's first breeding. */
  baseFee: amount,
  currency,
  /** The marketplace's share of every fee, in percent. */
  feePercent: z.number(),
  vocabulary,
  /** The same in other languages, in the same order, where its words are known. */
  localizedVocabulary: z.array(z.object({ locale, vocabulary })).optional(),
  /** Tokens that have genes, and how many of them were born here. */
  members: z.number().int(),
  children: z.number().int(),
  /** Tokens of the creator that have no genes yet; only for the creator. */
  notEnrolled: z.number().int().optional(),
});
export type BreedingTerms = z.infer<typeof breedingTerms>;

/** Why a token, or a pair, cannot breed now. The web app has words for each. */
const breedingObstacle = z.enum([
  'CLOSED',
  'NOT_ENROLLED',
  'NOT_OWNER',
  'LISTED',
  'AUCTIONED',
  'EXPECTING',
  'RESTING',
  'WORN_OUT',
  'SAME',
  'OTHER_COLLECTION',
  'PARENT_AND_CHILD',
  'SIBLINGS',
  'NO_SIRING',
  'HIDDEN',
  'NOT_READY',
]);
export type BreedingObstacle = z.infer<typeof breedingObstacle>;

const tokenRef = named.extend({ localization: localizedName.optional(), tokenId: z.string(), image });

/** A token as a parent. */
const breedingToken = tokenRef.extend({
  collection: named,
  owner: person.nullable(),
  ownerAddress: address.nullable(),
  generation: z.number().int(),
  /** Breedings so far, of 7. */
  uses: z.number().int(),
  /** When its rest ends, by the chain's clock; null when it does not rest. */
  readyAt: time.nullable(),
  /** Its part of the fee of its next breeding; null when it has none left. */
  nextFee: amount.nullable(),
  /** How long it rests after that. */
  nextRestSeconds: z.number().int().nullable(),
  /** The genome as on the chain; `genome.ts` reads it. */
  genes: uint,
  traits: z.array(z.object({ name: z.string(), shown: z.string(), hidden: z.array(z.string()) })),
  matron: tokenRef.nullable(),
  sire: tokenRef.nullable(),
  /** The breeding that it is expecting a child of. */
  expecting: z.object({ breedingUuid: uuid, readyAt: time }).nullable(),
  /** The right to use it as sire, offered by its owner. */
  siring: z.object({ price: amount, endsAt: time }).nullable(),
  /** Why this token cannot breed now with any partner. */
  obstacles: z.array(breedingObstacle),
});
export type BreedingToken = z.infer<typeof breedingToken>;

/** A matron and a sire, before anything is paid. Odds follow from the genes of the two (`oddsOf` in genome.ts). */
const breedingPair = z.object({
  matron: breedingToken,
  sire: breedingToken,
  /**
   * Empty if the pair can breed now. `tokenUuid` names the token concerned, `until` the time when the obstacle ends by
   * itself.
   */
  obstacles: z.array(z.object({ code: breedingObstacle, tokenUuid: uuid.nullable(), until: time.nullable() })),
  fee: amount,
  /** The price that the sire's owner set; "0" for the caller's own sire. */
  siringPrice: amount,
  /** The total, which the caller pays. */
  cost: amount,
  currency,
  /** The breeding contract, which needs an allowance for the cost. */
  contract: address,
  /** The generation of the child. */
  generation: z.number().int(),
  /** The time from the breeding until the child can hatch. */
  hatchSeconds: z.number().int(),
});
export type BreedingPair = z.infer<typeof breedingPair>;

/**
 * `DRAFT`: requested, not on the chain. `EXPECTING`: the matron is expecting. `READY`: can hatch now. `HATCHED`: there
 * is a child. `LOST`: there will be none.
 */
const breedingStatus = z.enum(['DRAFT', 'EXPECTING', 'READY', 'HATCHED', 'LOST']);
export type BreedingStatus = z.infer<typeof breedingStatus>;

/** All that a browser needs to repeat the draw: seed = keccak256(abi.encode(number, blockHash, secret)). */
const breedingProof = z.object({
  contract: address,
  targetBlock: z.number().int(),
  blockHash: hash32,
  secret: hash32,
  seed: uint,
  traits: z.number().int(),
  counts: uint,
  matronGenes: uint,
  sireGenes: uint,
  genes: uint,
});
export type BreedingProof = z.infer<typeof breedingProof>;

/** One pairing, from its payment to the child. */
const breeding = z.object({
  uuid,
  /** Its number on the chain; null while it is a draft. */
  number: z.string().nullable(),
  status: breedingStatus,
  version: z.number().int(),
  collection: named,
  matron: tokenRef,
  sire: tokenRef,
  breeder: person.nullable(),
  breederAddress: address.nullable(),
  /** The holder of the matron now, who will own the child. */
  owner: person.nullable(),
  fee: amount,
  siringPrice: amount,
  currency,
  generation: z.number().int(),
  readyAt: time.nullable(),
  child: tokenRef.nullable(),
  /** The child's traits and the parent of each shown value; null until it is hatched. */
  proof: breedingProof.nullable(),
  /**
   * Of a LOST one. `missed`: nobody recorded the block's hash in time; `silent`: the operator did not reveal its
   * secret.
   */
  loss: z.object({ reason: z.enum(['missed', 'silent']), refund: amount }).nullable(),
  txHash: hash32.nullable(),
  hatchTxHash: hash32.nullable(),
  createdAt: time,
  updatedAt: time,
});
export type Breeding = z.infer<typeof breeding>;
const breedingWithSteps = breeding.extend({ steps: z.array(step).optional() });
export type BreedingWithSteps = z.infer<typeof breedingWithSteps>;

/** A token's known relatives: two generations up, one down. */
const breedingFamily = z.object({
  token: breedingToken,
  terms: breedingTerms,
  parents: z.array(tokenRef.extend({ role: z.enum(['matron', 'sire']), generation: z.number().int() })),
  grandparents: z.array(
    tokenRef.extend({
      role: z.enum(['matron', 'sire']),
      /** The token that it is a parent of. */
      of: z.enum(['matron', 'sire']),
      generation: z.number().int(),
    }),
  ),
  siblings: z.array(tokenRef.extend({ generation: z.number().int() })),
  children: z.array(tokenRef.extend({ generation: z.number().int(), other: tokenRef })),
  /** The breeding it was born from; null for a founder. */
  birth: breeding.nullable(),
});
export type BreedingFamily = z.infer<typeof breedingFamily>;

const id = z.object({ id: uuid });
const size = { default: PAGE_SIZE.token, max: PAGE_SIZE_MAX.token };
const withSteps = <T extends z.ZodType>(data: T) => z.object({ data, steps: z.array(step) });

export const breedingEndpoints = {
  collections: endpoint({
    method: 'GET',
    path: '/breeding/collection',
    summary: 'Collections that are open for breeding',
    access: 'optional',
    query: listQuery(size, ['createdAt', 'name']),
    response: list(breedingTerms),
  }),
  terms: endpoint({
    method: 'GET',
    path: '/breeding/collection/{id}',
    summary: 'The terms of one collection; null if it was never opened',
    access: 'optional',
    params: id,
    response: one(breedingTerms.nullable()),
  }),
  open: endpoint({
    method: 'PUT',
    path: '/breeding/collection/{id}',
    summary: 'Steps that open the caller’s collection, change its fee, or give genes to newer tokens',
    access: 'user',
    params: id,
    body: z.object({ baseFee: amount }),
    response: withSteps(
      z.object({
        /** The meaning of the genomes’ numbers, from the tokens’ properties. */ vocabulary,
        enrolled: z.number().int(),
      }),
    ),
  }),
  close: endpoint({
    method: 'DELETE',
    path: '/breeding/collection/{id}',
    summary: 'Steps that close the caller’s collection to new breedings; open ones continue',
    access: 'user',
    params: id,
    response: withSteps(breedingTerms),
  }),
  tokens: endpoint({
    method: 'GET',
    path: '/breeding/token',
    summary: 'Tokens with genes: of a collection, of a user, or those offered as sire',
    access: 'optional',
    query: listQuery(size, ['createdAt', 'generation', 'siringPrice']).extend({
      collectionUuid: uuid.optional(),
      ownerUuid: uuid.optional(),
      siring: queryBoolean.optional(),
    }),
    response: list(breedingToken),
  }),
  family: endpoint({
    method: 'GET',
    path: '/breeding/token/{id}',
    summary: 'One token as a parent, and its relatives; null if it has no genes',
    access: 'optional',
    params: id,
    response: one(breedingFamily.nullable()),
  }),
  pair: endpoint({
    method: 'GET',
    path: '/breeding/pair',
    summary: 'Whether two tokens can breed, what it costs and how long it takes',
    access: 'optional',
    asksChain: true,
    query: z.object({ matronUuid: uuid, sireUuid: uuid }),
    response: one(breedingPair),
  }),
  list: endpoint({
    method: 'GET',
    path: '/breeding',
    summary: 'Breedings, newest first',
    access: 'optional',
    query: listQuery(size, ['createdAt', 'readyAt']).extend({
      collectionUuid: uuid.optional(),
      /** Breedings of matrons that this user holds now, and those that they paid for. */
      ownerUuid: uuid.optional(),
      status: breedingStatus.optional(),
    }),
    response: list(breeding),
  }),
  show: endpoint({
    method: 'GET',
    path: '/breeding/{id}',
    summary: 'One breeding',
    access: 'optional',
    params: id,
    response: one(breedingWithSteps),
  }),
  breed: endpoint({
    method: 'POST',
    path: '/breeding',
    summary: 'Steps that breed the caller’s token with another, and pay for it',
    access: 'user',
    creates: true,
    status: 201,
    body: z.object({ matronUuid: uuid, sireUuid: uuid, /** The cost the caller saw, as a guard. */ cost: amount }),
    response: one(breedingWithSteps),
  }),
  hatch: endpoint({
    method: 'POST',
    path: '/breeding/{id}/hatch',
    summary: 'Steps that hatch a child that is ready, or refund the fee of a lost one; anyone may run them',
    access: 'user',
    params: id,
    response: one(breedingWithSteps),
  }),
  offerSiring: endpoint({
    method: 'POST',
    path: '/breeding/token/{id}/siring',
    summary: 'Steps that offer the caller’s token as sire, for one use',
    access: 'user',
    params: id,
    body: z.object({ price, endsAt: z.iso.datetime({ offset: true }) }),
    response: withSteps(breedingToken),
  }),
  withdrawSiring: endpoint({
    method: 'DELETE',
    path: '/breeding/token/{id}/siring',
    summary: 'Steps that withdraw the siring offer',
    access: 'user',
    params: id,
    response: withSteps(breedingToken),
  }),
};
