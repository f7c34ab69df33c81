import { notFound } from '../../platform/http/app-error.ts';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { breedingEndpoints, BreedingFamily, BreedingPair } from '@skarb/schema/breeding';
import type { QueryOf } from '@skarb/schema/endpoint';
import { seesHiddenToken } from '../hidden/hidden.view.ts';
import { requireVisible } from '../token/token.view.ts';
import { findPair } from './breeding.pair.ts';
import { whereOf } from './breeding.network.ts';
import { listBreedingTokens } from './breeding.token-view.ts';
import { findFamily, listBreedings, listTerms } from './breeding.view.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;
type Endpoints = typeof breedingEndpoints;

/**
 * Signed-in callers read from the primary, so that they see their own writes; visitors read from the replica if there
 * is one.
 */
const readerOf = ({ db }: Needs, caller: Caller | undefined) => (caller ? db.sql : db.read);

export const collectionsOf = async (needs: Needs, query: QueryOf<Endpoints['collections']>) =>
  listTerms(needs.db.read, query, await whereOf(needs, needs.db.read));

export const tokensOf = async (needs: Needs, query: QueryOf<Endpoints['tokens']>, caller: Caller | undefined) => {
  const sql = readerOf(needs, caller);
  return listBreedingTokens(sql, query, (await whereOf(needs, sql)).now, caller?.uuid);
};

/** GET /breeding/token/{id} @returns null if it has no genes. @throws AppError 404 for an unknown or hidden token */
export const familyOf = async (
  needs: Needs,
  uuid: string,
  caller: Caller | undefined,
): Promise<BreedingFamily | null> => {
  const sql = readerOf(needs, caller);
  await requireVisible(sql, uuid, caller?.uuid);
  return findFamily(sql, uuid, await whereOf(needs, sql));
};

/** GET /breeding/pair: for a signed-in caller it also checks that they own the matron. @throws AppError 404 */
export const pairOf = async (
  needs: Needs,
  query: QueryOf<Endpoints['pair']>,
  caller: Caller | undefined,
): Promise<BreedingPair> => {
  const sql = readerOf(needs, caller);
  const [user] = caller
    ? await sql<{ wallet: string | null }[]>`select metamask_wallet as wallet from app_user where uuid = ${caller.uuid}`
    : [];
  const { matron, sire, shown } = await findPair(needs, sql, query, user && (user.wallet ?? ''));
  for (const { uuid, is_hidden } of [matron, sire])
    if (is_hidden && !(await seesHiddenToken(sql, uuid, caller?.uuid))) throw notFound('breedingToken');
  return shown;
};

export const breedingsOf = async (needs: Needs, query: QueryOf<Endpoints['list']>, caller: Caller | undefined) => {
  const sql = readerOf(needs, caller);
  return listBreedings(sql, query, await whereOf(needs, sql), caller?.uuid);
};
