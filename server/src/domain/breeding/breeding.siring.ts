import type { BreedingToken } from '@skarb/schema/breeding';
import type { TransactionStep } from '@skarb/schema/primitive';
import type { Address } from 'viem';
import type { Context } from '../../context.ts';
import { waitForFollower } from '../../platform/chain/barrier.ts';
import { reading } from '../../platform/chain/client.ts';
import { conflict, forbidden, invalidField, notFound } from '../../platform/http/app-error.ts';
import { readAmount } from '../../platform/http/read-amount.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { requireStaying, requireWallet } from '../auth/auth.view.ts';
import { networkOf, whereOf } from './breeding.network.ts';
import { findHome } from './breeding.store.ts';
import { offerSiringStep, withdrawSiringStep } from './breeding.steps.ts';
import { DECIMALS, getTokenRow, toBreedingToken } from './breeding.token-view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type Answer = { data: BreedingToken; steps: TransactionStep[] };

/** The contract stores prices in 96 bits. */
const PRICE_MAX = 2n ** 96n - 1n;
const DAYS_MAX = 365;

/** The caller's token with genes, in their own wallet. @throws AppError 403, 404, 409 */
const requireOwn = async (needs: Needs, caller: Caller, uuid: string) => {
  const { db, chain, config } = needs;
  const wallet = (await requireWallet(db.sql, caller.uuid)) as Address;
  await reading(() => waitForFollower(db, chain, { timeoutMs: 2000 }));
  const [row, where] = [await getTokenRow(db.sql, uuid), await whereOf({ config, chain }, db.sql)];
  if (row.owner !== wallet) throw forbidden('breeding.notOwner', 'Only its owner decides about this token');
  if (row.is_escrowed)
    throw conflict('breeding.auctioned', 'It is in an auction of yours: wait until the auction is over');
  const home = await findHome(db.sql, row.collection.uuid);
  if (!home?.address) throw notFound('collection');
  return { row, where, token: { collection: home.address, tokenId: BigInt(row.token_id), name: row.name } };
};

/** POST /breeding/token/{id}/siring @throws AppError 400, 403, 404, 409 closed or in an auction */
export const offerSiring = async (
  needs: Needs,
  caller: Caller,
  uuid: string,
  request: { price: string; endsAt: string },
): Promise<Answer> => {
  const price = readAmount('price', request.price, DECIMALS, PRICE_MAX);
  await requireStaying(needs.db.sql, caller.uuid);
  const { row, where, token } = await requireOwn(needs, caller, uuid);
  const endsAt = new Date(request.endsAt);
  if (endsAt <= where.now) throw invalidField('endsAt', 'isFuture', 'must be in the future');
  if (endsAt.getTime() > where.now.getTime() + DAYS_MAX * 86_400_000)
    throw invalidField('endsAt', 'isWithinDays', `must be within ${DAYS_MAX} days`);
  if (!row.is_open) throw conflict('breeding.closed', 'This collection is not open for breeding');
  return { data: toBreedingToken(row, where.now), steps: [offerSiringStep(networkOf(needs), token, price, endsAt)] };
};

/** DELETE /breeding/token/{id}/siring @throws AppError 403, 404, 409 not offered */
export const withdrawSiring = async (needs: Needs, caller: Caller, uuid: string): Promise<Answer> => {
  const { row, where, token } = await requireOwn(needs, caller, uuid);
  if (row.siring_price === null) throw conflict('breeding.notOffered', 'It is not offered as a sire');
  return { data: toBreedingToken(row, where.now), steps: [withdrawSiringStep(networkOf(needs), token)] };
};
