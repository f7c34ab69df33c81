/** All records that derive from the chain, and how to rebuild them from the chain. */
import type { Context } from '../src/context.ts';
import { deriveBreeding } from '../src/domain/breeding/breeding.derive.ts';
import { advanceOffersByClock } from '../src/domain/offer/offer.jobs.ts';
import { refreshMoney } from '../src/domain/offer/bid/bid.money.store.ts';
import { chainNow, rederiveOffers } from '../src/domain/offer/offer.derive.ts';
import { testLog } from '../src/domain/offer/testing-trade.ts';
import { refreshTokens } from '../src/domain/token/store/token-card.store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { followerOf } from '../src/worker.ts';

export type Records = Record<string, string[]>;

/** The number of failures after which a clean read counts as stopped. */
const FAILURES = 20;

/**
 * Reads the tables, each in a stable order. Excluded, with the reason:
 * - our own ids and timestamps (`uuid` of history, `created_at`, `updated_at`, `version`): they do not derive from
 * the chain;
 * - history's INVALID, VALID and EXPIRED: observations, which depend on the time of the check and on our clock;
 * - `offer.left_block` of ended offers, and `live_block`: what ended offers record of later transfers, and what their
 * maker requested;
 * - `operator_task`: what we sent is our own action;
 * - `bidder_money` of users without an open bid: it is not watched;
 * - logs of currencies: recorded from the first bid of a user on, never read for the time before;
 * - a child that is drawn but not born: an action of the operator;
 * - notifications: sent once, also for events that a reorg undoes.
 */
export const readRecords = async (sql: Sql): Promise<Records> => {
  const rows = async (name: string, query: ReturnType<typeof sql>) =>
    [name, (await query).map((row) => JSON.stringify(row)).sort()] as const;
  const isOpen = sql`('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')`;
  return Object.fromEntries(
    await Promise.all([
      rows('cursor', sql`select block_number, block_hash, block_time from chain_cursor`),
      rows(
        'log',
        sql`select block_number, log_index, block_hash, block_time, tx_hash, address, topics, data from chain_log where address not in (select address from currency where address is not null)`,
      ),
      rows(
        'token',
        sql`select uuid, status, mint_tx_hash, minted_at, on_sale, sale_offer_uuid, sale_currency_uuid, sale_price, sale_price_eth, states, auction_turns_at, last_sale_at is null as is_unsold, card, is_counted from token`,
      ),
      rows('ownership', sql`select token_uuid, owner, quantity, on_sale, escrowed from ownership`),
      rows(
        'collection',
        sql`select uuid, items, owners, on_sale, floor_price, trim_scale(volume) as volume from collection`,
      ),
      rows('contract', sql`select address, is_deployed from collection_contract`),
      rows('holders', sql`select * from collection_owner`),
      rows('traits', sql`select collection_uuid, name, value, count from trait_count where count > 0`),
      rows('counts', sql`select * from token_count where minted <> 0 or on_sale <> 0`),
      rows(
        'offer',
        sql`select uuid, status, invalid_reason, price, price_eth, quantity, quantity_left, starts_at, ends_at, taker, taker_uuid,
          order_hash, next_order_hash, case when status in ${isOpen} then left_block end as left_block from offer where status <> 'DRAFT'`,
      ),
      rows(
        'auction',
        sql`select offer_uuid, reserve_price, raise_bps, original_ends_at, auction_id, lot_hash, first_reserve_price, bidding, lot, highest_bid,
          highest_bidder, bid_count, extensions, claimant, settled_at, is_drafted from auction where auction_id is not null`,
      ),
      rows(
        'order',
        sql`select order_hash, filled, cancellations, replaces, replaced_filled from seaport_order where signature is not null`,
      ),
      rows(
        'money',
        sql`select m.currency_uuid, m.maker, m.balance, m.allowance from bidder_money m where exists (select 1 from offer o where o.type = 'BID' and o.maker = m.maker
          and o.currency_uuid = m.currency_uuid and o.status in ${isOpen})`,
      ),
      rows(
        'history',
        sql`select token_uuid, offer_uuid, event, price, currency_uuid, quantity, trim_scale(value_eth) as value_eth, from_address, to_address,
          tx_hash, block_number, block_hash, log_index from history where event not in ('INVALID', 'VALID', 'EXPIRED')`,
      ),
      rows('breeding terms', sql`select * from breeding_terms`),
      rows('breeding terms log', sql`select * from breeding_terms_log`),
      rows('siring log', sql`select * from siring_log`),
      rows(
        'breeding',
        sql`select contract, number, status, is_drafted, collection_uuid, matron_uuid, sire_uuid, breeder, breeder_uuid, fee, siring_price, generation, bred_block,
          bred_index, tx_hash, target_block, ready_at, sire_ready_at, kept_hash, case when hatched_at is not null then child_uuid end as child_uuid,
          hatched_at, hatch_tx_hash, secret, seed, matron_genes, sire_genes, genes, lost_tx_hash, refund from breeding where number is not null`,
      ),
      rows(
        'breeding token',
        sql`select token_uuid, t.collection_uuid, t.genes, t.generation, t.matron_uuid, t.sire_uuid, b.number as birth, uses, t.ready_at, e.number as expecting,
          siring_owner, t.siring_price, siring_ends_at from breeding_token t
          left join breeding b on b.uuid = t.birth_uuid left join breeding e on e.uuid = t.expecting_uuid`,
      ),
      rows('pairing', sql`select * from breeding_pairing`),
      rows('secret', sql`select chain_id, contract, batch, root from breeding_batch`),
      rows('purchase', sql`select buyer, token_uuid, times from purchase`),
      rows(
        'bidder',
        sql`select offer_uuid, bidder, bids, status, starts_at, ends_at, is_hidden, created_at from bidder_auction`,
      ),
      rows('received', sql`select * from received_bid`),
      rows('set aside', sql`select kind, block_hash, log_index, subject_kind, subject_id from set_aside`),
    ]),
  );
};

/**
 * Keeps what users sent us (drafts, orders, signatures, cancel requests) and deletes everything that derives from the
 * chain.
 */
const forget = (sql: Sql) =>
  sql.begin(async (tx) => {
    await tx`truncate chain_cursor, chain_block, chain_log, ownership, received_bid, collection_owner, collection_owner_step, trait_count, token_count, purchase, bidder_money, news, breeding_batch,
      breeding_terms_log, siring_log, breeding_pairing, set_aside`;
    await tx`delete from breeding_token`;
    await tx`delete from breeding_terms`;
    await tx`delete from breeding where not is_drafted`;
    await tx`
      update breeding set contract = null, number = null, status = 'DRAFT', bred_block = null, bred_index = null, tx_hash = null, target_block = null, ready_at = null,
        sire_ready_at = null, kept_hash = null, child_uuid = null, drawn_seed = null, hatched_at = null, hatch_tx_hash = null, secret = null, seed = null,
        matron_genes = null, sire_genes = null, genes = null, lost_tx_hash = null, refund = null`;
    await tx`delete from history where log_index is not null or event in ('INVALID', 'VALID', 'EXPIRED')`;
    await tx`update collection_contract set is_deployed = false`;
    await tx`update collection set items = 0, owners = 0, holders = 0, on_sale = 0, floor_price = null, volume = 0`;
    await tx`
      update token set status = case when mint_signature is null then 'draft' else 'minting' end, mint_tx_hash = null, minted_at = null,
        is_counted = false, on_sale = false, sale_offer_uuid = null, sale_currency_uuid = null, sale_price = null, sale_price_eth = null,
        states = 0, auction_turns_at = null, last_sale_at = null
      where status = 'minted'`;
    await tx`update seaport_order set filled = 0, cancellations = 0`;
    // An auction request is its seller's input; all other data of an auction comes from the auction house.
    await tx`delete from offer where uuid in (select offer_uuid from auction where not is_drafted)`;
    await tx`update offer set status = 'DRAFT', taker = null, taker_uuid = null, quantity_left = quantity where type = 'AUCTION'`;
    await tx`
      update auction set auction_id = null, lot_hash = null, first_reserve_price = null, bidding = null, lot = null, highest_bid = null,
        highest_bidder = null, bid_count = 0, extensions = 0, claimant = null, settled_at = null`;
    await tx`
      update offer set status = 'INVALID', invalid_reason = null, left_block = null, taker = null, taker_uuid = null,
        next_order_hash = null, quantity_left = quantity where status <> 'DRAFT'`;
  });

/**
 * Reads the whole chain again, in one run, from a good node, into a database whose chain records are deleted first.
 * The worker derives rows step by step; here the rules run for all of them at once: every offer, every bidder
 * balance, every token.
 */
export const rebuild = async (context: Context): Promise<void> => {
  const { db, config } = context;
  await forget(db.sql);
  const follower = followerOf(context, testLog);
  // A batch with logs that cannot be applied fails a few times before they are set aside.
  for (let failures = 0; ; failures++)
    try {
      await follower.catchUp();
      break;
    } catch (error) {
      if (failures > FAILURES) throw error;
    }
  await db.sql.begin(async (tx) => {
    const uuids = (await tx<{ uuid: string }[]>`select uuid from offer where status <> 'DRAFT'`).map((row) => row.uuid);
    const makers = (await tx<{ maker: string }[]>`select distinct maker from offer where type = 'BID'`).map(
      (row) => row.maker,
    );
    const all = async (rows: Promise<{ uuid: string }[]>) => (await rows).map((row) => row.uuid);
    await deriveBreeding(
      tx,
      {
        breedings: await all(tx<{ uuid: string }[]>`select uuid from breeding where number is not null`),
        tokens: await all(tx<{ uuid: string }[]>`select token_uuid as uuid from breeding_token`),
      },
      await chainNow(tx, config.chain.id),
    );
    await refreshMoney(tx, context, makers);
    await rederiveOffers(tx, config, uuids, 'undoing');
    await refreshTokens(
      tx,
      (await tx<{ uuid: string }[]>`select uuid from token`).map((row) => row.uuid),
    );
  });
  await advanceOffersByClock(context);
};

export type Apart = { table: string; only: 'in the records' | 'in the clean reading'; row: string };
/** The rows that only one side has, in both directions. */
export const compareRecords = (records: Records, clean: Records): Apart[] =>
  [...new Set([...Object.keys(records), ...Object.keys(clean)])].flatMap((table) => {
    const without = (rows: string[], others: string[]) => {
      const left = [...others];
      return rows.filter((row) => {
        const at = left.indexOf(row);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
    };
    const [a, b] = [records[table] ?? [], clean[table] ?? []];
    return [
      ...without(a, b).map((row): Apart => ({ table, only: 'in the records', row })),
      ...without(b, a).map((row): Apart => ({ table, only: 'in the clean reading', row })),
    ];
  });
