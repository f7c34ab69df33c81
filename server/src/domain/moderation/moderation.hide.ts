import type { Tx } from '../../platform/db/database.ts';
import { withdrawInvitations } from '../notification/notification.service.ts';
import { lockCollections, lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { collectionsOf, lockOffers, markOffers, markSubject, tokensOf } from './moderation.store.ts';
import type { Subject } from './moderation.rules.ts';

/** Tokens refreshed by one statement: a whole collection in one statement would delay all reads. */
const CHUNK = 500;

/**
 * Updates everything derived from a subject's hidden state, in the transaction that hides or restores it: flags of its
 * collections, offers and holders, token cards, counts, floor price, and invitations to trade it. Takes locks in the
 * order that all writers use: tokens, offers, collections, counts.
 */
export const applyHiddenState = async (tx: Tx, subject: Subject, isHiding: boolean): Promise<void> => {
  // A large collection is slow; until the commit, readers see its previous state.
  await tx`set local statement_timeout = '60s'`;
  const tokens = await tokensOf(tx, subject);
  await lockTokens(tx, tokens);
  await lockOffers(tx, tokens);
  await lockCollections(tx, await collectionsOf(tx, subject, tokens));
  await markSubject(tx, subject);
  // Only once the tokens are locked: an offer that was being opened before is visible by now.
  await markOffers(tx, tokens);
  for (let at = 0; at < tokens.length; at += CHUNK) await refreshTokens(tx, tokens.slice(at, at + CHUNK));
  if (isHiding) await withdrawInvitations(tx, tokens);
};
