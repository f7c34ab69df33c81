import type { Address, Hex } from 'viem';
import type { Context } from '../../context.ts';
import { isTakenByContract } from '../../platform/chain/contract-signature.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockTokens, refreshTokens } from '../token/store/token.store.ts';
import { isSignedByKey, orderHashOf } from './offer.chain.ts';
import { orderFromJson } from './offer.order.ts';
import { rederiveOffers } from './offer.derive.ts';

/** Asked at a tick, of which there is one a second; together, so that a slow wallet delays no other. */
const AT_ONCE = 2;
const AGAIN_MINUTES = 5;

/** Wallets that a log was about are asked before the others. */
export const recheckSignaturesFirst = async (tx: Tx, makers: Iterable<string>): Promise<void> => {
  const addresses = [...new Set(makers)];
  if (addresses.length > 0)
    await tx`
      update seaport_order s set signature_asked_at = 'epoch' from offer o
      where s.is_contract_signed and o.uuid = s.offer_uuid and o.maker = any(${addresses}::text[])
        and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
};

type Row = {
  order_hash: Hex;
  offer_uuid: string;
  token_uuid: string;
  maker: Address;
  components: Record<string, unknown>;
  signature: Hex;
  is_signature_refused: boolean;
};

/**
 * Asks contract wallets whether they still take the signatures of their standing offers: a few calls at a time, the one
 * asked longest ago first. One that does not answer keeps its place in the queue's end. @returns how many changed
 */
export const recheckContractSignatures = async ({
  config,
  db,
  chain,
}: Pick<Context, 'config' | 'db' | 'chain'>): Promise<number> => {
  const { sql } = db;
  // Its turn is used up before it is asked: other workers take the next, and a wallet that hangs does not come first again.
  const rows = await sql<Row[]>`
    update seaport_order s set signature_asked_at = now() from offer o
    where o.uuid = s.offer_uuid and s.order_hash in (
      select q.order_hash from seaport_order q join offer p on p.uuid = q.offer_uuid
      where q.is_contract_signed and q.signature_asked_at < now() - ${`${AGAIN_MINUTES} minutes`}::interval
        and p.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and q.cancellations = 0 and q.filled < q.quantity
      order by q.signature_asked_at limit ${AT_ONCE} for no key update of q skip locked)
    returning s.order_hash, s.offer_uuid, o.token_uuid, o.maker, s.components, s.signature, s.is_signature_refused`;
  const asked = await Promise.all(
    rows.map(async (row) => {
      const order = orderFromJson(row.components);
      if (await isSignedByKey({ config, chain }, order, row.signature)) return { ...row, isKey: true, isTaken: true };
      const hash = orderHashOf({ config, chain }, order);
      const isTaken = await isTakenByContract(chain, row.maker, hash, row.signature).catch(() => undefined);
      return { ...row, isKey: false, isTaken };
    }),
  );
  const keys = asked.filter(({ isKey }) => isKey).map((row) => row.order_hash);
  if (keys.length > 0)
    await sql`update seaport_order set is_contract_signed = false, is_signature_refused = false where order_hash = any(${keys}::text[])`;
  const changed = asked.filter((row) => row.isTaken !== undefined && row.isTaken === row.is_signature_refused);
  if (changed.length === 0) return 0;
  await sql.begin(async (tx) => {
    await lockTokens(
      tx,
      changed.map((row) => row.token_uuid),
    );
    for (const { order_hash, isTaken } of changed)
      await tx`update seaport_order set is_signature_refused = ${!isTaken} where order_hash = ${order_hash}`;
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
