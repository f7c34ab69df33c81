/**
 * Each table has one module that writes it: a store (`*.store.ts`), or the stores of one folder. Checks this by reading
 * the SQL in the string literals of server/src, and the triggers in server/migrations; runs in `npm test`
 * (table-writers.test.mjs). A folder is a module where one action changes several of its tables together: for `auth`, a
 * new e-mail address changes the user, their links and their sessions in one transaction, and a store for each table would
 * only pass these statements on.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isTest } from './import-rules.mjs';
import { parse, walk } from './syntax.mjs';

const SERVER = fileURLToPath(new URL('../server/src/', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../server/migrations/', import.meta.url));

/** The writer of each table, below server/src: a file, or the `*.store.ts` files of a folder. */
export const tableWriters = {
  // This store orders all three lists of reference data with the table's name in a variable.
  '?': 'domain/reference/reference.store.ts',
  account_change: 'domain/auth/',
  account_device: 'domain/auth/',
  account_export: 'domain/own-data/export.store.ts',
  app_user: 'domain/auth/',
  auction: 'domain/offer/store/auction.store.ts',
  auction_ending_told: 'domain/notification/notification.store.ts',
  audit_entry: 'domain/audit/audit.store.ts',
  bidder_money: 'domain/offer/bid/bid.money.store.ts',
  breeding: 'domain/breeding/breeding.store.ts',
  breeding_batch: 'domain/breeding/breeding.facts.store.ts',
  breeding_birth: 'domain/breeding/breeding.store.ts',
  breeding_keeper: 'domain/breeding/breeding.store.ts',
  breeding_pairing: 'domain/breeding/breeding.facts.store.ts',
  breeding_terms: 'domain/breeding/breeding.terms.store.ts',
  breeding_terms_log: 'domain/breeding/breeding.facts.store.ts',
  breeding_token: 'domain/breeding/breeding.member.store.ts',
  breeding_vocabulary: 'domain/breeding/breeding.store.ts',
  category: 'domain/reference/reference.store.ts',
  chain_block: 'platform/chain/chain-cursor.ts',
  chain_cursor: 'platform/chain/',
  chain_log: 'platform/chain/chain-cursor.ts',
  collection: 'domain/collection/collection.store.ts',
  collection_contract: 'domain/collection/collection.store.ts',
  collection_owner: 'domain/token/store/ownership.store.ts',
  // Its rows are written by a trigger of collection_owner.
  collection_owner_step: 'domain/collection/collection.store.ts',
  collection_pin: 'domain/collection/collection.store.ts',
  collection_trend: 'domain/trending/trending.store.ts',
  // Its rows are written by a trigger of history.
  collection_volume_step: 'domain/collection/collection.store.ts',
  collection_property: 'domain/token/store/',
  currency: 'domain/reference/reference.store.ts',
  demo_payment: 'domain/dev/dev.card.store.ts',
  demo_transfer: 'domain/dev/dev.card.store.ts',
  exhibition: 'domain/exhibition/exhibition.store.ts',
  exhibition_work: 'domain/exhibition/exhibition.store.ts',
  facet: 'domain/token/store/facet.store.ts',
  facet_change: 'domain/token/store/facet.store.ts',
  facet_scan: 'domain/token/store/facet.store.ts',
  favorite: 'domain/token/store/token.store.ts',
  follow: 'domain/follow/follow.store.ts',
  follow_news: 'domain/notification/notification.follow.store.ts',
  followed_transaction: 'domain/transaction/transaction.store.ts',
  gas_drop: 'domain/wallet/wallet.drop.store.ts',
  hidden: 'domain/moderation/moderation.store.ts',
  history: 'domain/token/store/history.store.ts',
  idempotency: 'platform/http/idempotency.ts',
  mail_day: 'domain/mail/mail.store.ts',
  mail_token: 'domain/auth/',
  mailbox: 'domain/mail/mail.store.ts',
  media: 'domain/media/media.store.ts',
  media_folder_file: 'domain/media/media.store.ts',
  media_pin: 'domain/media/media.store.ts',
  migration: 'platform/db/migrate.ts',
  missing_word: 'domain/locale/locale.store.ts',
  network: 'domain/reference/reference.store.ts',
  news: 'domain/notification/notification.store.ts',
  notification: 'domain/notification/',
  notification_mailed: 'domain/notification/notification.store.ts',
  notification_setting: 'domain/notification/notification.store.ts',
  offer: 'domain/offer/store/offer.store.ts',
  onramp_event: 'domain/onramp/onramp.store.ts',
  onramp_order: 'domain/onramp/onramp.store.ts',
  onramp_token: 'domain/onramp/onramp.store.ts',
  operator_spend: 'domain/operator/operator.spend.store.ts',
  operator_task: 'domain/operator/operator.store.ts',
  operator_wallet: 'domain/operator/operator.wallet.store.ts',
  ownership: 'domain/token/store/',
  pace: 'domain/auth/',
  passkey: 'domain/auth/',
  passkey_challenge: 'domain/auth/',
  person_count: 'domain/auth/',
  phone_code: 'domain/auth/',
  price_now: 'domain/price/price.store.ts',
  price_point: 'domain/price/price.store.ts',
  property_change: 'domain/token/store/property-change.store.ts',
  purchase: 'domain/offer/store/purchase.store.ts',
  rate_limit: 'platform/http/rate-limit.ts',
  recovery_code: 'domain/auth/',
  recovery: 'domain/account/account.recovery.store.ts',
  refresh_token: 'domain/auth/',
  report: 'domain/moderation/moderation.store.ts',
  seaport_order: 'domain/offer/store/order.store.ts',
  search_word: 'domain/token/store/word.store.ts',
  session: 'domain/auth/',
  set_aside: 'platform/chain/',
  set_aside_told: 'domain/status/status.store.ts',
  siring_log: 'domain/breeding/breeding.facts.store.ts',
  siwe_nonce: 'domain/auth/',
  smart_account: 'domain/account/account.key.store.ts',
  smart_account_key: 'domain/account/account.key.store.ts',
  smart_account_recovery: 'domain/account/account.recovery.store.ts',
  spent_work: 'domain/auth/',
  stalled_step: 'domain/status/status.store.ts',
  token: 'domain/token/store/',
  token_count: 'domain/token/store/token-card.store.ts',
  token_localization: 'domain/token/store/token.store.ts',
  token_trait: 'domain/token/store/token.store.ts',
  token_rarity: 'domain/token/store/property.store.ts',
  // Its floors are derived later than its counts.
  trait_count: 'domain/token/store/',
  two_factor: 'domain/auth/',
  used_id_token: 'domain/auth/',
  user_operation: 'domain/account/account.store.ts',
};

const WRITE = /\b(insert into|merge into|delete from|truncate(?: table)?|update) (?:only )?"?([a-z_]+|\?)"?(.*)/i;
/**
 * The SQL that follows a table's name, to exclude English; `update set` of a conflict and `for update skip` name no
 * table.
 */
const FOLLOWS = {
  insert: /^ *(?:\(|(?:as )?[a-z_]+ *\(|select\b|default\b|\?)/i,
  merge: /^ +(?:as )?(?:[a-z_]+ )?using\b/i,
  delete: /^ *(?:$|\)|(?:as )?(?:[a-z_]+ )?(?:where|using|returning)\b|\?)/i,
  truncate: /^/,
  update: /^ +(?:as )?(?:[a-z_]+ )?set\b/i,
};

/** The tables that SQL writes; `?` if a variable names the table. */
const tablesIn = (text) => {
  const tables = new Set();
  let sql = text.replace(/\s+/g, ' ');
  for (let match = WRITE.exec(sql); match; match = WRITE.exec(sql)) {
    const [, verb, table, rest] = match;
    if (table !== 'set' && table !== 'on' && FOLLOWS[verb.split(' ')[0].toLowerCase()].test(rest)) tables.add(table);
    sql = rest;
  }
  return tables;
};

/** The tables that a source writes. */
export function tablesWrittenBy(source, file) {
  const tables = new Set();
  const read = (text) => tablesIn(text).forEach((table) => tables.add(table));
  walk(parse(source, file), (node) => {
    if (node.type === 'TemplateLiteral') read(node.quasis.map((quasi) => quasi.value.raw).join(' ? '));
    if (node.type === 'Literal' && typeof node.value === 'string') read(node.value);
  });
  return [...tables];
}

/** What the trigger functions of all migrations write, as { trigger, table }; a later definition replaces an earlier one. */
export function triggerWrites(migrations) {
  const written = new Map();
  const DEFINED =
    /create (?:or replace )?function (\w+)\(\) returns trigger[^$]*\$\$([\s\S]*?)\$\$|drop function (?:if exists )?(\w+)/gi;
  for (const sql of migrations)
    for (const [, trigger, body, dropped] of sql.matchAll(DEFINED))
      if (dropped) written.delete(dropped);
      else written.set(trigger, tablesIn(body));
  return [...written].flatMap(([trigger, tables]) => [...tables].map((table) => ({ trigger, table })));
}

/** Compares what triggers write with the list of tables that a trigger writes, and returns the problems. */
export function checkTriggers(writes, listed = triggerWriters) {
  return [
    ...writes
      .filter(({ trigger, table }) => !listed[table]?.includes(trigger))
      .map(
        ({ trigger, table }) => `the trigger ${trigger} writes ${table}: not in the list of tools/table-writers.mjs`,
      ),
    ...Object.entries(listed)
      .flatMap(([table, triggers]) => triggers.map((trigger) => [table, trigger]))
      .filter(([table, trigger]) => !writes.some((write) => write.table === table && write.trigger === trigger))
      .map(([table, trigger]) => `the trigger ${trigger} does not write ${table}: delete it from the list`),
  ];
}

/** The triggers that write tables, by table; a store may write the same table. */
export const triggerWriters = {
  // Counts for each change of a row: charts, dashboards and lists read them without counting.
  activity: ['note_activity', 'forget_activity'],
  // Whose wallet is public, because they traded.
  app_user: ['show_traders', 'show_buyer'],
  // What lists of the auctions that somebody bid in read: bids by history, the rest by its offer.
  bidder_auction: ['note_bidder', 'forget_bidder', 'copy_to_bidders'],
  breeding_terms: ['count_breeding_token'],
  collection_hour: ['count_trade', 'note_floor', 'count_ranked_trade'],
  collection_owner_step: ['count_collection_owner'],
  collection_volume_step: ['count_ranked_trade'],
  facet_change: ['note_facets'],
  // What was reported or hidden is deleted.
  hidden: ['forget_subject'],
  report: ['forget_subject'],
  news: ['note_followed', 'note_news', 'note_received'],
  person_count: ['count_recommended', 'count_works'],
  ranked_trade: ['count_ranked_trade'],
  // The name of the token, by which offers are searched.
  offer: ['rename_offers'],
  // What lists of the offers that somebody received read: the open bids on what they hold.
  ownership: ['give_bids'],
  received_bid: ['give_bid', 'take_bid', 'give_bids', 'take_bids'],
  search_word: ['add_collection_words', 'add_person_words'],
  trade_day: ['count_trade'],
  user_day: ['count_users'],
  // Which wallets belong to one account, for the rule of wash trades.
  wallet_person: ['note_wallet'],
};

/** A folder includes its stores; a folder of the platform includes all of its files. */
const isOf = (file, writer) =>
  file === writer ||
  (writer.endsWith('/') && file.startsWith(writer) && (file.endsWith('.store.ts') || writer.startsWith('platform/')));

/** Compares a list of writes { table, file } with the list of writers, and returns the problems. */
export function checkWriters(writes, writers = tableWriters) {
  const problems = [];
  for (const { table, file } of writes) {
    const writer = writers[table];
    if (writer === undefined) problems.push(`${file} writes ${table}, which has no writer in tools/table-writers.mjs`);
    else if (!isOf(file, writer)) problems.push(`${file} writes ${table}: only ${writer} may`);
  }
  for (const writer of Object.values(writers))
    if (writer.startsWith('domain/') && !/(?:\.store\.ts|\/)$/.test(writer))
      problems.push(`${writer} writes a table, so its name must end in .store.ts`);
  for (const table of Object.keys(writers))
    if (!writes.some((write) => write.table === table))
      problems.push(`nothing writes ${table}: delete it from the list`);
  return problems;
}

/** All writes of the server's product code. */
export function writesOfServer() {
  return readdirSync(SERVER, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !isTest(`server/src/${file}`))
    .toSorted()
    .flatMap((file) =>
      tablesWrittenBy(readFileSync(`${SERVER}${file}`, 'utf8'), file).map((table) => ({ table, file })),
    );
}

/** All writes of the server's triggers. */
export function writesOfTriggers() {
  return triggerWrites(
    readdirSync(MIGRATIONS)
      .toSorted()
      .map((file) => readFileSync(`${MIGRATIONS}${file}`, 'utf8')),
  );
}
