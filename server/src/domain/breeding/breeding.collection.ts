import { collection721Abi } from '@skarb/contracts/abi';
import type { BreedingTerms, Vocabulary } from '@skarb/schema/breeding';
import { packCounts } from '@skarb/schema/genome';
import type { TransactionStep } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import type { Context } from '../../context.ts';
import { reading } from '../../platform/chain/client.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { conflict, forbidden, notFound, unprocessable } from '../../platform/http/app-error.ts';
import { readAmount } from '../../platform/http/read-amount.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { requireWallet } from '../auth/auth.view.ts';
import { storeDocument } from '../media/media.service.ts';
import { networkOf, requireBirths, whereOf } from './breeding.network.ts';
import { findFounders, findHome, findTerms, putVocabulary, type Home } from './breeding.store.ts';
import { baseFeeStep, closeStep, enrolSteps, openStep, setMinterStep } from './breeding.steps.ts';
import { DECIMALS } from './breeding.token-view.ts';
import { findTermsOf } from './breeding.view.ts';
import { foundersGenes, isExpressible, makeVocabulary } from './breeding.vocabulary.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type OpenHome = Home & { address: Address };

/** The contract's MAX_BASE_FEE, which keeps sums of fees within its storage type. */
const BASE_FEE_MAX = 2n ** 80n - 1n;
/** The most founders in the steps of one call; the next call has the rest. */
const FOUNDERS_MAX = 500;

/** The caller's collection, with an ERC-721 contract. @throws AppError 403, 404, 422 */
const requireHome = async ({ db }: Needs, caller: Caller, uuid: string): Promise<OpenHome> => {
  const home = await findHome(db.sql, uuid);
  if (!home) throw notFound('collection');
  if (home.creator_uuid !== caller.uuid)
    throw forbidden('breeding.notYours', 'Only a collection’s creator decides about its breeding');
  if (!home.address || !home.is_deployed)
    throw unprocessable('breeding.noTokens', 'Mint single pieces (ERC-721) in this collection first');
  const wallet = await requireWallet(db.sql, caller.uuid);
  if (home.creator_address !== wallet)
    throw unprocessable(
      'breeding.otherWallet',
      'The collection belongs to another wallet of yours: connect the one that made it',
    );
  return home as OpenHome;
};

/**
 * PUT /breeding/collection/{id}: the steps by which the creator opens the collection at this fee and gives genes to its
 * ERC-721 tokens. Completed steps are marked complete, or omitted.
 * @throws AppError 400, 403, 404, 422
 */
export const openBreeding = async (
  needs: Needs,
  caller: Caller,
  uuid: string,
  request: { baseFee: string },
): Promise<{ data: { vocabulary: Vocabulary; enrolled: number }; steps: TransactionStep[] }> => {
  const { db, chain } = needs;
  await requireBirths(needs);
  const target = networkOf(needs);
  const baseFee = readAmount('baseFee', request.baseFee, DECIMALS, BASE_FEE_MAX);
  const home = await requireHome(needs, caller, uuid);
  // Include the latest mints and terms: wait up to 2 s for the follower.
  await reading(() => waitForFollower(db, chain, { timeoutMs: 2000 }));
  const [terms, founders] = await Promise.all([findTerms(db.sql, uuid), findFounders(db.sql, uuid, FOUNDERS_MAX)]);
  if (terms && !terms.vocabulary)
    throw conflict(
      'breeding.vocabularyUnknown',
      'This collection was opened straight on the chain, with a vocabulary that is not kept here',
    );
  const vocabulary = terms?.vocabulary ?? makeVocabulary(founders);
  if (vocabulary.length === 0)
    throw unprocessable(
      'breeding.noTraits',
      'Its tokens have no properties that tell them apart: give tokens properties of the same names and different values',
    );
  // The digest on the chain covers this JSON, with names and values in this order.
  const { digest } = await storeDocument(needs, { traits: vocabulary });
  await putVocabulary(db.sql, digest, vocabulary);
  const isMinter = await reading(() =>
    chain.public.readContract({
      address: home.address,
      abi: collection721Abi,
      functionName: 'isMinter',
      args: [target.contract],
    }),
  );
  const enrolled = founders
    .filter((founder) => isExpressible(founder, vocabulary))
    .map((founder) => ({
      tokenId: BigInt(founder.tokenId),
      genes: foundersGenes(home.address, founder, vocabulary),
    }));
  const counts = packCounts(vocabulary.map(({ values }) => values.length));
  const steps: TransactionStep[] = [setMinterStep(target, home.address, isMinter)];
  if (!terms?.is_open)
    steps.push(openStep(target, home.address, { baseFee, traits: vocabulary.length, counts, vocabulary: digest }));
  else if (BigInt(terms.base_fee) !== baseFee) steps.push(baseFeeStep(target, home.address, baseFee));
  steps.push(...enrolSteps(target, home.address, enrolled));
  return { data: { vocabulary, enrolled: enrolled.length }, steps };
};

/** DELETE /breeding/collection/{id} @throws AppError 403, 404, 409 not open */
export const closeBreeding = async (
  needs: Needs,
  caller: Caller,
  uuid: string,
): Promise<{ data: BreedingTerms; steps: TransactionStep[] }> => {
  const target = networkOf(needs);
  const home = await requireHome(needs, caller, uuid);
  await reading(() => waitForFollower(needs.db, needs.chain, { timeoutMs: 2000 }));
  const terms = await findTermsOf(needs.db.sql, uuid, await whereOf(needs, needs.db.sql));
  if (!terms?.isOpen) throw conflict('breeding.notOpen', 'This collection is not open for breeding');
  return { data: terms, steps: [closeStep(target, home.address)] };
};

/** GET /breeding/collection/{id}: its creator also gets the number of tokens that can still be given genes. */
export const showTerms = async (
  needs: Needs,
  uuid: string,
  callerUuid: string | undefined,
): Promise<BreedingTerms | null> => {
  const sql = callerUuid ? needs.db.sql : needs.db.read;
  const home = await findHome(sql, uuid);
  if (!home) throw notFound('collection');
  const terms = await findTermsOf(sql, uuid, await whereOf(needs, sql));
  if (!terms || terms.creatorUuid !== callerUuid) return terms ?? null;
  const founders = await findFounders(sql, uuid, FOUNDERS_MAX);
  return {
    ...terms,
    notEnrolled: founders.filter((founder) => isExpressible(founder, terms.vocabulary)).length,
  };
};
