import type { Sql, Tx } from '../../platform/db/database.ts';
import { withdrawInvitations } from '../notification/notification.service.ts';
import { lockCollections, lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { collectionsOf, lockOffers, markOffers, markSubject, tokensOf } from './moderation.store.ts';
import type { Subject } from './moderation.rules.ts';

/** So many tokens are drawn anew by one statement: a whole collection in one would hold up everybody's reads. */
const CHUNK = 500;
const RETRIES = 5;

/**
 * Brings all that follows from what is hidden up to date for a subject, in the transaction that hid or restored it:
 * flags of its collections, offers and holders, cards, counts, floor, and invitations to trade it. Locks in everybody's
 * order: tokens, offers, collections, counts.
 */
export const redrawSubject = async (tx: Tx, subject: Subject, isHiding: boolean): Promise<void> => {
  // A large collection takes its time; its readers see it as it was until it is done.
  await tx`set local statement_timeout = '60s'`;
  const tokens = await tokensOf(tx, subject);
  await lockTokens(tx, tokens);
  await lockOffers(tx, tokens);
  await lockCollections(tx, await collectionsOf(tx, subject, tokens));
  await markSubject(tx, subject);
  // After the tokens are held: an offer that was being opened when they were not is there by now.
  await markOffers(tx, tokens);
  for (let at = 0; at < tokens.length; at += CHUNK) await refreshTokens(tx, tokens.slice(at, at + CHUNK));
  if (isHiding) await withdrawInvitations(tx, tokens);
};

/** Runs in a transaction, again when it met another in a deadlock. */
export const inTurn = async <T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await sql.begin(work)) as T;
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== '40P01' && code !== '40001') || attempt >= RETRIES) throw error;
    }
  }
};
