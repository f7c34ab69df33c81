import type { Context } from '../../context.ts';
import { isTakenByContract } from '../../platform/chain/contract-signature.ts';
import { setKeySigned, setSignatureRefused, takeSignatureChecks } from './store/order.store.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { isSignedByKey, orderHashOf } from './offer.chain.ts';
import { orderFromJson } from './offer.order.ts';
import { rederiveOffers } from './offer.derive.ts';

/** Checks per tick (one a second), in parallel: a slow wallet delays no other. */
const AT_ONCE = 2;
const INTERVAL_MINUTES = 5;

/**
 * Asks contract wallets whether they still accept the signatures of their open offers: each wallet in its turn, about the
 * offer checked longest ago. One that does not answer is asked again when the interval is over. @returns how many answers
 * changed
 */
export const recheckContractSignatures = async ({
  config,
  db,
  chain,
}: Pick<Context, 'config' | 'db' | 'chain'>): Promise<number> => {
  const { sql } = db;
  const rows = await takeSignatureChecks(sql, INTERVAL_MINUTES, AT_ONCE);
  const checked = await Promise.all(
    rows.map(async (row) => {
      const order = orderFromJson(row.components);
      if (await isSignedByKey({ config, chain }, order, row.signature)) return { ...row, isKey: true, isTaken: true };
      const hash = orderHashOf({ config, chain }, order);
      const isTaken = await isTakenByContract(chain, row.maker, hash, row.signature).catch(() => undefined);
      return { ...row, isKey: false, isTaken };
    }),
  );
  const keys = checked.filter(({ isKey }) => isKey).map((row) => row.order_hash);
  if (keys.length > 0) await setKeySigned(sql, keys);
  const changed = checked.filter((row) => row.isTaken !== undefined && row.isTaken === row.is_signature_refused);
  if (changed.length === 0) return 0;
  await sql.begin(async (tx) => {
    await lockTokens(
      tx,
      changed.map((row) => row.token_uuid),
    );
    for (const { order_hash, isTaken } of changed) await setSignatureRefused(tx, order_hash, !isTaken);
    await refreshTokens(
      tx,
      await rederiveOffers(
        tx,
        config,
        changed.map((row) => row.offer_uuid),
      ),
    );
    await tx`select pg_notify('public_change', '')`;
  });
  return changed.length;
};
