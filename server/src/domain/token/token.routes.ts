import type { Offer } from '@skarb/schema/offer';
import { tokenEndpoints } from '@skarb/schema/token';
import type { Hex } from 'viem';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { costly, networkOf } from '../../platform/http/rate-limit.ts';
import { inEther } from '../price/price.view.ts';
import { setFavorite } from './token.favorite.ts';
import { tokenHistory } from './token.history.ts';
import { listTokens } from './token.list.ts';
import { rereadToken } from './token.refresh.ts';
import { createToken, deleteDraft, showToken, signMint } from './token.service.ts';
import { requireVisible } from './token.view.ts';

/** What tokens need of offers, a higher domain: api.ts passes it in. */
export type TradeOfTokens = {
  /** The offers of a token that can be traded now. @param hasHidden include those that an admin has hidden */
  offersOfToken: (sql: Tx, tokenUuid: string, hasHidden: boolean) => Promise<Offer[]>;
  /** Derives the open offers of a token, which the caller has locked, and refreshes the token. */
  rederiveOpenOffers: (tx: Tx, config: Context['config'], tokenUuid: string) => Promise<void>;
};

export const tokenRoutes = (
  binder: Binder,
  context: Pick<Context, 'config' | 'db' | 'chain'>,
  trade: TradeOfTokens,
): void => {
  const { db } = context;
  bind(binder, tokenEndpoints.list, async ({ query, caller }) =>
    listTokens(db.read, await inEther(context, query), caller?.uuid),
  );
  bind(binder, tokenEndpoints.onSale, ({ params, query, caller }) =>
    listTokens(db.read, { ...query, onSaleOf: params.id }, caller?.uuid),
  );
  // Creators come here right after signing: signed-in callers read from the primary.
  bind(binder, tokenEndpoints.show, async ({ params, caller }) => ({
    data: await showToken(context, caller ? db.sql : db.read, params.id, caller?.uuid, trade.offersOfToken),
  }));
  bind(binder, tokenEndpoints.history, async ({ params, query, caller }) => {
    await requireVisible(db.read, params.id, caller?.uuid);
    return tokenHistory(db.read, params.id, query);
  });
  bind(
    binder,
    tokenEndpoints.create,
    // The binder checks that the file is there.
    async ({ caller, body, files }) => ({
      data: await createToken(context, caller, body, files.file as UploadedFile, files.poster),
    }),
    ({ caller, request }) => costly('create-token', request, caller, 120),
  );
  bind(binder, tokenEndpoints.sign, async ({ caller, params, body, request }) => {
    await binder.rateLimit(...costly('sign-mint', request, caller, 120));
    return { data: await signMint(context, caller, params.id, body.signature as Hex) };
  });
  bind(binder, tokenEndpoints.deleteDraft, async ({ caller, params, request }) => {
    await binder.rateLimit(...costly('delete-draft', request, caller, 120));
    await deleteDraft(context, caller, params.id);
  });
  // Each change empties the caches of public pages, on every server.
  bind(binder, tokenEndpoints.favorite, async ({ caller, params, request }) => {
    await binder.rateLimit(...costly('favorite', request, caller, 120));
    await setFavorite(db.sql, caller.uuid, params.id, true);
  });
  bind(binder, tokenEndpoints.unfavorite, async ({ caller, params, request }) => {
    await binder.rateLimit(...costly('favorite', request, caller, 120));
    await setFavorite(db.sql, caller.uuid, params.id, false);
  });
  bind(binder, tokenEndpoints.refresh, async ({ params, request }) => {
    await binder.rateLimit({ name: 'refresh-token', key: networkOf(request), max: 60, seconds: 60 });
    await rereadToken(context, params.id, trade.rederiveOpenOffers);
  });
};
