import { NEW_DAYS } from '@skarb/schema/limits';
import { amountOf } from '../../../platform/db/amount.ts';
import { constant } from '../../../platform/db/bounded-page.ts';
import type { ChainLog } from '../../../platform/chain/events.ts';
import { columnOf } from '../../../platform/db/column.ts';
import type { Sql, Tx } from '../../../platform/db/database.ts';
import { addCounts } from '../../collection/collection.store.ts';
import { imageJson } from '../../media/media.view.ts';
import { markProperties } from './property-change.store.ts';
import { addWords } from './word.store.ts';
import { STATE_BIT } from '../token.rules.ts';

const ALL = '00000000-0000-0000-0000-000000000000';

type Before = {
  uuid: string;
  version: number;
  on_sale: boolean;
  fixed_price: string | null;
  is_counted: boolean;
  collection_uuid: string;
  category_uuid: string;
  network_uuid: string;
};
/** What a token that `drawMinted` has written was before, and no version: writing it has raised that. */
const AS_DRAFT = { is_counted: false, on_sale: false, fixed_price: null, version: -1 };
type Others = { moved?: Iterable<string>; minted?: Iterable<string> | undefined; isSilent?: boolean };
type After = { uuid: string; on_sale: boolean; fixed_price: string | null; is_counted: boolean };
/** The price of the cheapest listing, which floors are about. */
const fixedPrice = (tx: Tx) =>
  tx`case when states & ${constant(tx, STATE_BIT.BUY_NOW)} <> 0 then sale_price_eth end as fixed_price`;

/**
 * Locks these tokens, all at once and in the order of their uuids: the first lock of every transaction that changes a
 * token, its holders, or an offer of it. All transactions lock tokens, offers, collections, counts in this order
 * (docs/architecture.md). `no key update`: rows that refer to a token may be written meanwhile.
 */
export const lockTokens = async (tx: Tx, tokenUuids: Iterable<string>): Promise<void> => {
  const uuids = [...new Set(tokenUuids)];
  if (uuids.length > 0)
    await tx`
      with locked as (select 1 from token where uuid = any(${columnOf(uuids)}::uuid[]) order by uuid for no key update)
      select count(*) from locked`;
};

/** Locks these collections the same way, after their tokens and offers. */
export const lockCollections = async (tx: Tx, collectionUuids: Iterable<string>): Promise<void> => {
  const uuids = [...new Set(collectionUuids)];
  if (uuids.length > 0)
    await tx`select 1 from collection where uuid = any(${columnOf(uuids)}::uuid[]) order by uuid for no key update`;
};

/**
 * Updates everything derived for these tokens: the next price and the states on the token's row, `ownership.on_sale`, the
 * token card, the search document, the counts and the collection's statistics. Call it, in the same transaction, after any
 * change of a token, of its holders, or of an offer's status. Idempotent.
 *
 * Locks the tokens, then their collections, then the counts, each in the order of their ids; the counts are contended, so
 * commit soon after it. Callers that change offers have locked the tokens before (`lockTokens`).
 * @param moved more tokens, of which only the holders changed: their cards stay. The caller has locked them
 * @param minted tokens that `drawMinted` wrote in this transaction: what is derived beside their cards follows. A card is
 *   written again only with a reason since
 * @param isSilent raises no version of a token whose card stays: the change is not announced
 */
export const refreshTokens = async (
  tx: Tx,
  tokenUuids: Iterable<string>,
  { moved = [], minted = [], isSilent = false }: Others = {},
): Promise<void> => {
  const changed = new Set(tokenUuids);
  const drawn = new Set(minted);
  const uuids = [...new Set([...changed, ...drawn])];
  const kept = [...new Set(moved)].filter((uuid) => !changed.has(uuid) && !drawn.has(uuid));
  if (uuids.length + kept.length === 0) return;
  // Lock first, read in later statements: a statement that waits for a lock reads the state from before its wait.
  const before = (
    uuids.length === 0
      ? []
      : await tx<Before[]>`
          select uuid, version, on_sale, ${fixedPrice(tx)}, is_counted, collection_uuid, category_uuid, network_uuid
          from token where uuid = any(${columnOf(uuids)}::uuid[]) order by uuid for no key update`
  ).map((row) => (drawn.has(row.uuid) ? { ...row, ...AS_DRAFT } : row));
  const touched = before.map((row) => row.collection_uuid);
  await lockCollections(tx, [...touched, ...(await collectionsOfTokens(tx, kept))]);
  // Only under the lock: a work that another transaction is hiding decides which holders count.
  const owned = await findMoved(tx, kept);
  const collections = new Set([
    ...touched,
    ...owned.filter((row) => row.has_changed).map((row) => row.collection_uuid),
  ]);

  await drawCards(tx, [
    ...changed,
    ...(await findOutdated(
      tx,
      uuids.filter((uuid) => !changed.has(uuid)),
    )),
  ]);
  const after = new Map((await readAfter(tx, uuids)).map((row) => [row.uuid, row]));
  await markOwnerships(tx, [...uuids, ...owned.flatMap((row) => row.flagged)]);
  // Holders and history are not on the card, but change the version, too.
  if (!isSilent)
    await tx`
      update token set version = version + 1
      from unnest(${columnOf([...before.map((row) => row.uuid), ...kept])}::uuid[],
        ${columnOf([...before.map((row) => row.version), ...kept.map(() => null)])}::int[]) as seen (id, old)
      where uuid = id and (version = old or old is null)`;
  const steps = before.map((row) => {
    const now = after.get(row.uuid) ?? row;
    return {
      ...row,
      minted: Number(now.is_counted) - Number(row.is_counted),
      sale: Number(now.on_sale) - Number(row.on_sale),
      isRepriced: now.fixed_price !== row.fixed_price,
    };
  });
  await countTraits(tx, steps);
  await countInCollections(tx, collections, steps);
  await countInScopes(tx, steps);
  await markProperties(
    tx,
    steps
      .filter((step) => step.minted !== 0 || step.isRepriced)
      .map((step) => ({ collectionUuid: step.collection_uuid, hasOtherTokens: step.minted !== 0 })),
  );
  await addWords(
    tx,
    steps.filter((step) => step.minted > 0).map((step) => step.uuid),
  );
};

const collectionsOfTokens = async (tx: Tx, uuids: string[]): Promise<string[]> =>
  uuids.length === 0
    ? []
    : (
        await tx<{ collection_uuid: string }[]>`
          select distinct collection_uuid from token where uuid = any(${columnOf(uuids)}::uuid[])`
      ).map((row) => row.collection_uuid);

/**
 * Of tokens whose holders changed, by collection: those whose holders may have a flag (`markOwnerships`), and whether the
 * collection's number of owners may have changed. (Owners of hidden tokens alone do not count.)
 */
const findMoved = async (tx: Tx, uuids: string[]) =>
  uuids.length === 0
    ? []
    : tx<{ collection_uuid: string; flagged: string[]; has_changed: boolean }[]>`
        with moved as (
          select collection_uuid, coalesce(array_agg(uuid) filter (where on_sale or not is_counted), '{}') as flagged
          from token where uuid = any(${columnOf(uuids)}::uuid[]) group by 1)
        select collection_uuid, flagged, exists (select 1 from collection_owner_step s where s.collection_uuid = moved.collection_uuid)
          or exists (select 1 from token h where h.collection_uuid = moved.collection_uuid and h.status = 'minted' and not h.is_counted) as has_changed
        from moved`;

type Step = Before & { minted: number; sale: number; isRepriced: boolean };

/** A time in the wire format. */
const instant = (tx: Tx, column: string) =>
  tx`to_char(${tx.unsafe(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The mint of a token, which `drawMinted` or `setMinted` marks as minted. */
export type Minted = { uuid: string; mint: { log: Pick<ChainLog, 'txHash' | 'blockTime'> } };
export const mintsIn = (tx: Tx, minted: Minted[]) => tx`
  unnest(${columnOf(minted.map(({ uuid }) => uuid))}::uuid[], ${columnOf(minted.map(({ mint }) => mint.log.txHash))}::text[],
    ${columnOf(minted.map(({ mint }) => mint.log.blockTime))}::timestamptz[]) as mint (uuid, tx_hash, at)`;

/** Marks tokens, which are locked, as minted by these logs, with their cards. `refreshTokens` follows with `minted`. */
export const drawMinted = (tx: Tx, minted: Minted[]): Promise<void> =>
  drawCards(
    tx,
    minted.map(({ uuid }) => uuid),
    minted,
  );

/**
 * Of tokens that `drawMinted` wrote, those of a collection that was hidden or renamed meanwhile: its lock is taken only
 * afterwards. All else that a card shows changes under the token's lock.
 */
const findOutdated = async (tx: Tx, uuids: string[]): Promise<string[]> =>
  uuids.length === 0
    ? []
    : (
        await tx<{ uuid: string }[]>`
          select t.uuid from token t join collection c on c.uuid = t.collection_uuid
          where t.uuid = any(${columnOf(uuids)}::uuid[]) and (t.card->'collection'->>'name' <> c.name or t.is_counted = (c.is_hidden
            or exists (select 1 from hidden h where h.subject_type = 'token' and h.subject_uuid = t.uuid)))`
      ).map(({ uuid }) => uuid);

/** As `drawCards`. @returns the current flags */
export const rebuildTokenCards = async (tx: Tx, uuids: string[]): Promise<After[]> => {
  await drawCards(tx, uuids);
  return readAfter(tx, uuids);
};

const readAfter = async (tx: Tx, uuids: string[]): Promise<After[]> =>
  uuids.length === 0
    ? []
    : tx<
        After[]
      >`select uuid, on_sale, ${fixedPrice(tx)}, is_counted from token where uuid = any(${columnOf(uuids)}::uuid[])`;

/**
 * Updates sale columns, states, card and search document that have changed. A token is on sale at a fixed price or in an
 * auction that takes bids; its price is that of the cheapest listing, otherwise that of the auction on its card.
 * @param minted the mints of all of these tokens, if they become minted by this
 */
const drawCards = async (tx: Tx, uuids: string[], minted?: Minted[]): Promise<void> => {
  if (uuids.length === 0) return;
  const [status, mintedAt] = minted ? [tx`'minted'`, tx`mint.at`] : [tx`t.status`, tx`t.minted_at`];
  const card = tx`jsonb_build_object(
    'uuid', t.uuid, 'type', t.type, 'name', t.name, 'description', t.description, 'imageHash', t.image_hash,
    'image', ${imageJson(tx, 'm', 'p')}, 'royalty', trim_scale(t.royalty_bps / 100.0), 'quantity', t.quantity,
    'metadata', traits.list, 'createdAt', ${instant(tx, 't.created_at')},
    'status', ${status}, 'collection', jsonb_build_object('uuid', c.uuid, 'name', c.name),
    'category', jsonb_build_object('uuid', k.uuid, 'name', k.name), 'network', jsonb_build_object('uuid', n.uuid, 'name', n.human_name),
    'contractAddress', t.contract_address, 'tokenId', t.token_id::text,
    'listing', case when sale.uuid is not null then jsonb_build_object(
      'offerUuid', sale.uuid, 'price', ${amountOf(tx, 'sale.price', 'sale')},
      'currencyUuid', sale.currency_uuid, 'currency', sale.currency, 'quantityLeft', sale.quantity_left) end,
    'auction', case when bids.uuid is not null then jsonb_build_object(
      'offerUuid', bids.uuid, 'price', ${amountOf(tx, 'bids.price', 'bids')}, 'currency', bids.currency,
      'bidCount', bids.bid_count, 'startsAt', ${instant(tx, 'bids.starts_at')}, 'endsAt', ${instant(tx, 'bids.ends_at')}) end)
    || case when sold.currency is null then '{}' else jsonb_build_object('lastSale', jsonb_build_object(
      'price', ${amountOf(tx, 'sold.price', 'sold')}, 'currency', sold.currency, 'at', ${instant(tx, 'sold.created_at')})) end
    || coalesce(other.names, '{}')`;
  await tx`
    with fresh as materialized (
      select t.uuid, ${status} = 'minted' and not c.is_hidden
          and not exists (select 1 from hidden h where h.subject_type = 'token' and h.subject_uuid = t.uuid) as is_counted,
        sale.uuid is not null or run.is_running as on_sale, sale.uuid as sale_offer_uuid,
        coalesce(sale.currency_uuid, case when run.is_running then bids.currency_uuid end) as sale_currency_uuid,
        coalesce(sale.price, case when run.is_running then bids.price end) as sale_price,
        coalesce(sale.price_eth, case when run.is_running then bids.price_eth end) as sale_price_eth,
        run.states, case when run.is_running then bids.ends_at when bids.status = 'SCHEDULED' then bids.starts_at end as auction_turns_at,
        sold.created_at as last_sale_at, ${minted ? tx`mint.tx_hash, mint.at as minted_at,` : tx``} ${card} as card,
        setweight(words_in(concat_ws(' ', t.name, other.name)), 'A') || setweight(words_in(c.name), 'B')
          || setweight(words_in(concat_ws(' ', traits.words, other.words)), 'C')
          || setweight(words_in(concat_ws(' ', t.description, other.description)), 'D')
          || array_to_tsvector(symbol_terms(concat_ws(' ', t.name, other.name)) || traits.terms || state_terms(run.states)) as search
      from token t ${minted ? tx`join ${mintsIn(tx, minted)} on mint.uuid = t.uuid` : tx``}
      join collection c on c.uuid = t.collection_uuid
      join category k on k.uuid = t.category_uuid
      join network n on n.uuid = t.network_uuid
      -- Each by itself: a batch of the follower would read all media.
      cross join lateral (select * from media where cid = t.image_hash offset 0) m
      left join lateral (select * from media where cid = t.poster_hash offset 0) p on true
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'value', value, 'isNumber', is_number) order by position), '[]') as list,
          coalesce(string_agg(value, ' '), '') as words,
          coalesce(array_agg(distinct property_term(name, value)), '{}') as terms
        from token_trait where token_uuid = t.uuid) traits
      left join lateral (
        select jsonb_build_object('localization', jsonb_build_object('default', l.default_locale,
            'texts', jsonb_agg(jsonb_build_object('locale', text->'locale', 'name', text->'name')))) as names,
          string_agg(text->>'name', ' ') as name, string_agg(text->>'description', ' ') as description,
          string_agg((select string_agg(property->>'value', ' ') from jsonb_array_elements(text->'metadata') property), ' ') as words
        from token_localization l cross join jsonb_array_elements(l.texts) as each (text)
        where l.token_uuid = t.uuid group by l.default_locale) other on true
      left join lateral (
        select o.uuid, o.price, o.price_eth, o.currency_uuid, o.quantity_left, u.decimals, u.name as currency
        from offer o join currency u on u.uuid = o.currency_uuid
        where o.token_uuid = t.uuid and o.status = 'ACTIVE' and o.type = 'SALE' and not o.is_hidden
        order by o.price_eth, o.uuid limit 1) sale on ${status} = 'minted'
      left join lateral (
        select o.uuid, o.status, o.price, o.price_eth, o.currency_uuid, o.starts_at, o.ends_at, a.bid_count, u.decimals, u.name as currency
        from offer o join auction a on a.offer_uuid = o.uuid join currency u on u.uuid = o.currency_uuid
        where o.token_uuid = t.uuid and o.status in ('ACTIVE', 'SCHEDULED', 'ENDED') and o.type = 'AUCTION' and not o.is_hidden
        order by array_position(array['ACTIVE', 'SCHEDULED', 'ENDED'], o.status::text), o.ends_at, o.uuid limit 1) bids on ${status} = 'minted'
      left join lateral (
        select h.created_at, h.price, u.decimals, u.name as currency
        from history h left join currency u on u.uuid = h.currency_uuid and h.price is not null
        where h.token_uuid = t.uuid and h.value_eth is not null order by h.created_at desc limit 1) sold on true
      cross join lateral (
        select coalesce(bids.status = 'ACTIVE', false) as is_running,
          case when sale.uuid is null then 0 else ${STATE_BIT.BUY_NOW} end
            + case bids.status when 'ACTIVE' then ${STATE_BIT.AUCTION} when 'SCHEDULED' then ${STATE_BIT.UPCOMING} else 0 end
            + case when ${status} = 'minted' and (
                exists (select 1 from offer o where o.token_uuid = t.uuid and o.status = 'ACTIVE' and o.type = 'BID' and not o.is_hidden)
                or exists (select 1 from offer o join auction a on a.offer_uuid = o.uuid
                  where o.token_uuid = t.uuid and o.status = 'ACTIVE' and o.type = 'AUCTION' and not o.is_hidden and a.bid_count > 0)) then ${STATE_BIT.HAS_OFFERS} else 0 end
            + case when ${status} = 'minted' and ${mintedAt} > now() - ${NEW_DAYS} * interval '1 day' then ${STATE_BIT.NEW} else 0 end as states) run
      where t.uuid = any(${columnOf(uuids)}::uuid[]))
    update token set is_counted = fresh.is_counted, on_sale = fresh.on_sale, sale_offer_uuid = fresh.sale_offer_uuid,
      sale_currency_uuid = fresh.sale_currency_uuid, sale_price = fresh.sale_price, sale_price_eth = fresh.sale_price_eth,
      states = fresh.states, auction_turns_at = fresh.auction_turns_at, last_sale_at = fresh.last_sale_at,
      card = fresh.card, search = fresh.search, updated_at = now()
      ${minted ? tx`, status = 'minted', mint_tx_hash = fresh.tx_hash, minted_at = fresh.minted_at` : tx``}
    from fresh
    where token.uuid = fresh.uuid
      and (token.card, token.is_counted, token.on_sale, token.sale_price, token.sale_price_eth, token.search, token.states, token.auction_turns_at, token.last_sale_at)
        is distinct from (fresh.card, fresh.is_counted, fresh.on_sale, fresh.sale_price, fresh.sale_price_eth, fresh.search, fresh.states, fresh.auction_turns_at, fresh.last_sale_at)`;
};

/** Which holders sell or auction the token themselves (the profile's "on sale"), and whether an admin has hidden it. */
export const markOwnerships = async (tx: Tx, uuids: string[]): Promise<void> => {
  if (uuids.length === 0) return;
  await tx`
  update ownership set on_sale = now.on_sale, is_hidden = now.is_hidden
  from (
    select o.token_uuid, o.owner, t.status = 'minted' and not t.is_counted as is_hidden, exists (
      select 1 from offer where offer.token_uuid = o.token_uuid and maker = o.owner and status = 'ACTIVE' and type in ('SALE', 'AUCTION')
        and not offer.is_hidden) as on_sale
    from ownership o join token t on t.uuid = o.token_uuid where o.token_uuid = any(${columnOf(uuids)}::uuid[])) now
  where ownership.token_uuid = any(${columnOf(uuids)}::uuid[]) and ownership.token_uuid = now.token_uuid and ownership.owner = now.owner
    and (ownership.on_sale, ownership.is_hidden) is distinct from (now.on_sale, now.is_hidden)`;
};

/** One statement ends the state “new” of at most this many tokens. The next call takes more. */
const NEW_AT_ONCE = 500;
/** Takes the state `NEW` from tokens that were minted long enough ago, skipping those that are locked. Nothing else depends on it. */
export const endNewness = (sql: Sql) => sql`
  update token set states = states - ${STATE_BIT.NEW}, search = ts_delete(search, state_terms(${STATE_BIT.NEW}))
  where uuid in (
    select uuid from token where states & ${constant(sql, STATE_BIT.NEW)} <> 0 and minted_at <= now() - ${NEW_DAYS} * interval '1 day'
    order by uuid limit ${NEW_AT_ONCE} for no key update skip locked)`;

const countTraits = async (tx: Tx, steps: Step[]) => {
  const changed = steps.filter((step) => step.minted !== 0);
  if (changed.length === 0) return;
  const uuids = changed.map((step) => step.uuid);
  const signs = changed.map((step) => step.minted);
  // The lock on the collections serializes the changes of these rows.
  await tx`
    with step as (
      select collection_uuid, name, value, sum(sign)::int as by
      from token_trait join unnest(${columnOf(uuids)}::uuid[], ${columnOf(signs)}::int[]) as s (uuid, sign) on s.uuid = token_uuid
      group by 1, 2, 3)
    merge into trait_count t using step on t.collection_uuid = step.collection_uuid and t.name = step.name and t.value = step.value
    when matched and t.count + step.by <= 0 then delete
    when matched then update set count = t.count + step.by
    when not matched and step.by > 0 then insert (collection_uuid, name, value, count) values (step.collection_uuid, step.name, step.value, step.by)`;
};

const countInCollections = async (tx: Tx, collections: Iterable<string>, steps: Step[]) => {
  const sums = new Map([...collections].map((uuid) => [uuid, { minted: 0, sale: 0 }]));
  for (const step of steps) {
    const sum = sums.get(step.collection_uuid) ?? { minted: 0, sale: 0 };
    sums.set(step.collection_uuid, { minted: sum.minted + step.minted, sale: sum.sale + step.sale });
  }
  await addCounts(tx, sums);
};

const countInScopes = async (tx: Tx, steps: Step[]) => {
  const scopes = new Map<string, { scope: string; id: string; minted: number; sale: number }>();
  const add = (scope: string, id: string, step: Step) => {
    const key = `${scope} ${id}`;
    const sum = scopes.get(key) ?? { scope, id, minted: 0, sale: 0 };
    scopes.set(key, { scope, id, minted: sum.minted + step.minted, sale: sum.sale + step.sale });
  };
  for (const step of steps) {
    if (step.minted === 0 && step.sale === 0) continue;
    add('all', ALL, step);
    add('category', step.category_uuid, step);
    add('collection', step.collection_uuid, step);
    add('network', step.network_uuid, step);
  }
  // The row `all` is locked first, also where it does not change: it serializes the locks on the others.
  const rows = [...scopes.values()]
    .filter((row) => row.scope === 'all' || row.minted !== 0 || row.sale !== 0)
    .sort((a, b) => (a.scope + a.id < b.scope + b.id ? -1 : 1));
  if (rows.length < 2) return;
  await tx`
    insert into token_count (scope, id, minted, on_sale)
    select * from unnest(${columnOf(rows.map((row) => row.scope))}::text[], ${columnOf(rows.map((row) => row.id))}::uuid[],
      ${columnOf(rows.map((row) => row.minted))}::int[], ${columnOf(rows.map((row) => row.sale))}::int[])
    on conflict (scope, id) do update set minted = token_count.minted + excluded.minted, on_sale = token_count.on_sale + excluded.on_sale`;
};
