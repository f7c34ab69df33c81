import type { Tx } from '../../platform/db/database.ts';
import { conflict, forbidden } from '../../platform/http/app-error.ts';
import type { OfferRow, TokenRow } from './offer.rows.ts';

/**
 * Refuses new offers of hidden tokens and by hidden users. Existing offers keep their signatures and become active
 * again when the token is restored; until then they can only be cancelled, settled and claimed.
 * @throws AppError 409 `token.hidden`, 403 `user.hidden`
 */
export const requireNotHidden = async (sql: Tx, token: TokenRow, callerUuid: string): Promise<void> => {
  if (token.is_hidden)
    throw conflict('token.hidden', 'The marketplace has hidden this NFT, so it cannot be traded here');
  const [user] = await sql<{ is_hidden: boolean }[]>`select is_hidden from app_user where uuid = ${callerUuid}`;
  if (user?.is_hidden)
    throw forbidden('user.hidden', 'The marketplace has hidden your profile, so you cannot make offers here');
};

/** @throws AppError 409 `offer.hidden` */
export const requireOfferNotHidden = (offer: Pick<OfferRow, 'is_hidden'>): void => {
  if (offer.is_hidden)
    throw conflict('offer.hidden', 'The marketplace has hidden this offer, so it cannot be traded here');
};
