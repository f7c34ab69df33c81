/**
 * What is derived from the properties of a collection's tokens: counts and floor prices of values, and ranks by rarity. A
 * worker derives it seconds after a change (docs/decisions/0042), because one token changes the ranks of all others.
 */
import { TRAIT_VALUES_SHOWN, TRAITS_SHOWN } from '@skarb/schema/limits';
import type { Locale } from '@skarb/schema/language';
import type { CollectionTrait } from '@skarb/schema/collection';
import { columnOf } from '../../../platform/db/column.ts';
import type { Sql } from '../../../platform/db/database.ts';
import { etherOf } from '../../collection/collection.view.ts';
import { type Gain, gainsOf, isListed, type PropertyName, ranksOf, type ValueCount } from '../rarity.rules.ts';
import { lockCollections } from './token-card.store.ts';

/** Tokens whose scores one statement reads, and whose ranks one writes. */
const BATCH = 5000;
/** Floors that one transaction writes: it holds the collection's lock. */
const FLOORS_BATCH = 500;

type NameRow = PropertyName & { isNumber: boolean; min: number | null; max: number | null; all: number };

/** The most frequent properties; `all` is how many there are. */
const readNames = (sql: Sql, uuid: string) => sql<NameRow[]>`
  select name, (count(*) over ())::int as all, sum(count)::int as tokens, count(*)::int as values, bool_or(value ~ '^0x[0-9a-f]{8,}$') as "hasHash",
    bool_and(number is not null) as "isNumber", min(number) as min, max(number) as max
  from (select *, trait_number(value) as number from trait_count where collection_uuid = ${uuid} and count > 0) counted
  group by name order by tokens desc, name limit ${TRAITS_SHOWN}`;

/** The values of these properties, the most frequent ones first. */
const readValues = (sql: Sql, uuid: string, names: string[]) => sql<(ValueCount & { floor: string | null })[]>`
  select name, value, count, floor_price::text as floor from trait_count
  where collection_uuid = ${uuid} and name = any(${names}::text[]) and count > 0 order by count desc, value`;

/** The lowest fixed prices of these properties' values now, as texts. */
const readFloors = (sql: Sql, uuid: string, names: string[]) => sql<{ name: string; value: string; floor: string }[]>`
  select tt.name, tt.value, min(t.sale_price_eth)::text as floor from token t join token_trait tt on tt.token_uuid = t.uuid
  where t.collection_uuid = ${uuid} and t.on_sale and t.states & 1 <> 0 and t.is_counted and tt.name = any(${names}::text[]) group by 1, 2`;

/** The newest works whose texts in other languages are read: they name the properties of all. */
const LOCALIZED = 5000;

type Words = { name: string; value: string; others: { locale: Locale; name: string; value: string }[] };
/** What the newest works call these properties and values in other languages. */
const readWords = (sql: Sql, uuid: string, names: string[]) => sql<Words[]>`
  select name, value, jsonb_agg(jsonb_build_object('locale', locale, 'name', other->'name', 'value', other->'value') order by locale) as others
  from (
    select distinct on (tt.name, tt.value, text->>'locale') tt.name, tt.value, text->>'locale' as locale, text->'metadata'->tt.position as other
    from (
      select uuid, created_at from token where collection_uuid = ${uuid} and is_counted
      order by created_at desc, uuid desc limit ${LOCALIZED}) newest
    join token_localization l on l.token_uuid = newest.uuid cross join jsonb_array_elements(l.texts) text
    join token_trait tt on tt.token_uuid = newest.uuid and tt.name = any(${names}::text[])
    order by tt.name, tt.value, text->>'locale', newest.created_at desc) said
  group by name, value`;

const keyOf = (name: string, value: string) => `${name}\0${value}`;

/** Writes the floors that differ from the stored ones. @returns the floors by `keyOf` */
const updateFloors = async (
  sql: Sql,
  uuid: string,
  names: string[],
  values: readonly (ValueCount & { floor: string | null })[],
): Promise<Map<string, string>> => {
  const floors = new Map(
    (await readFloors(sql, uuid, names)).map(({ name, value, floor }) => [keyOf(name, value), floor]),
  );
  const changed = values.filter(({ name, value, floor }) => (floors.get(keyOf(name, value)) ?? null) !== floor);
  for (let at = 0; at < changed.length; at += FLOORS_BATCH) {
    const batch = changed.slice(at, at + FLOORS_BATCH);
    await sql.begin(async (tx) => {
      // The counts of these rows are changed under this lock.
      await lockCollections(tx, [uuid]);
      await tx`
        update trait_count c set floor_price = n.floor
        from unnest(${batch.map(({ name }) => name)}::text[], ${batch.map(({ value }) => value)}::text[],
          ${batch.map(({ name, value }) => floors.get(keyOf(name, value)) ?? null)}::numeric[]) as n (name, value, floor)
        where c.collection_uuid = ${uuid} and c.name = n.name and c.value = n.value`;
    });
  }
  await sql`
    update trait_count set floor_price = null
    where collection_uuid = ${uuid} and floor_price is not null and name <> all(${names}::text[])`;
  return floors;
};

const propertiesOf = (
  names: readonly NameRow[],
  values: readonly ValueCount[],
  floors: Map<string, string>,
  words: readonly Words[],
): CollectionTrait[] => {
  const othersOf = new Map(words.map(({ name, value, others }) => [keyOf(name, value), others]));
  const namesOf = new Map(
    words.map(({ name, others }) => [name, others.map((one) => ({ locale: one.locale, name: one.name }))]),
  );
  const valuesOf = new Map(names.map(({ name }) => [name, [] as ValueCount[]]));
  for (const one of values) valuesOf.get(one.name)?.push(one);
  return names.map(({ name, isNumber, min, max, tokens, values: valueCount }) => ({
    name,
    localization: namesOf.get(name),
    isNumber,
    min: isNumber ? min : null,
    max: isNumber ? max : null,
    count: tokens,
    valueCount,
    values: (valuesOf.get(name) ?? []).slice(0, TRAIT_VALUES_SHOWN).map(({ value, count }) => {
      const floor = floors.get(keyOf(name, value));
      const others = othersOf.get(keyOf(name, value));
      return {
        value,
        localization: others?.map((one) => ({ locale: one.locale, value: one.value })),
        count,
        floorPrice: floor === undefined ? null : etherOf(floor),
      };
    }),
  }));
};

/** The time as text, also when it is sent: the driver makes a Date of a parameter of a time's type, without microseconds. */
type Position = { at: string; uuid: string };

/** Calls `work` with the counted tokens of a collection and their scores, in batches of one order. */
const eachBatch = async (
  sql: Sql,
  uuid: string,
  gains: readonly Gain[],
  work: (tokens: { uuid: string; score: number }[]) => Promise<void> | void,
): Promise<void> => {
  for (let after: Position | undefined; ;) {
    const tokens = await sql<{ uuid: string; at: string; score: number }[]>`
      with batch as materialized (
        select uuid, created_at from token where collection_uuid = ${uuid} and is_counted
        ${after ? sql`and (created_at, uuid) < (${after.at}::text::timestamptz, ${after.uuid}::uuid)` : sql``}
        order by created_at desc, uuid desc limit ${BATCH}),
      gain as materialized (
        select * from unnest(${gains.map(({ name }) => name)}::text[], ${gains.map(({ value }) => value)}::text[],
          ${gains.map(({ gain }) => gain)}::float8[]) as g (name, value, gain))
      select batch.uuid, batch.created_at::text as at, coalesce(sum(gain.gain), 0)::float8 as score from batch
      left join token_trait tt on tt.token_uuid = batch.uuid left join gain on gain.name = tt.name and gain.value = tt.value
      group by batch.uuid, batch.created_at order by batch.created_at desc, batch.uuid desc`;
    await work(tokens);
    const last = tokens.at(-1);
    if (tokens.length < BATCH || !last) return;
    after = last;
  }
};

/** Ranks the tokens of a collection. @returns how many have a rank */
const rankTokens = async (sql: Sql, uuid: string, gains: readonly Gain[]): Promise<number> => {
  const uuids: string[] = [];
  const scores: number[] = [];
  await eachBatch(sql, uuid, gains, (tokens) => {
    for (const token of tokens) {
      uuids.push(token.uuid);
      scores.push(token.score);
    }
  });
  const ranks = gains.length > 0 ? ranksOf(Float64Array.from(scores)) : undefined;
  for (let at = 0; at < uuids.length; at += BATCH) {
    const batch = uuids.slice(at, at + BATCH);
    await sql`
      insert into token_rarity (token_uuid, collection_uuid, rank)
      select t.uuid, ${uuid}, ranked.rank from unnest(${columnOf(batch)}::uuid[],
        ${columnOf(batch.map((_, place) => ranks?.[at + place]))}::int[]) as ranked (uuid, rank)
      join token t on t.uuid = ranked.uuid
      on conflict (token_uuid) do update set rank = excluded.rank where token_rarity.rank is distinct from excluded.rank`;
  }
  // Those that are hidden by now.
  await sql`
    delete from token_rarity r where r.collection_uuid = ${uuid}
      and not exists (select 1 from token t where t.uuid = r.token_uuid and t.is_counted)`;
  return ranks ? uuids.length : 0;
};

/**
 * Derives the properties, floors and ranks of a collection. Statements are short, so that nothing waits for them; a change
 * meanwhile makes the collection due again.
 * @param hasOtherTokens tokens came or went: without it, ranks stay
 */
export const deriveProperties = async (sql: Sql, uuid: string, hasOtherTokens: boolean): Promise<void> => {
  const [collection] = await sql<{ items: number; ranked: number | null }[]>`
    select items, (select ranked from collection_property where collection_uuid = uuid) as ranked from collection where uuid = ${uuid}`;
  if (!collection) return;
  const names = await readNames(sql, uuid);
  const listed = names.filter(isListed).map(({ name }) => name);
  const values = await readValues(sql, uuid, listed);
  const floors = await updateFloors(sql, uuid, listed, values);
  const words = await readWords(sql, uuid, listed);
  const ranked =
    hasOtherTokens || collection.ranked === null
      ? await rankTokens(sql, uuid, gainsOf(collection.items, names, values))
      : collection.ranked;
  // Pages that show any of it read it again: what it follows from was announced seconds ago.
  await sql`
    with derived as (
      insert into collection_property as p (collection_uuid, properties, names, ranked, rests_until)
      values (${uuid}, ${sql.json(propertiesOf(names, values, floors, words) as never)}, ${names[0]?.all ?? 0}, ${ranked}, now())
      on conflict (collection_uuid) do update set properties = excluded.properties, names = excluded.names, ranked = excluded.ranked
      where (p.properties, p.names, p.ranked) is distinct from (excluded.properties, excluded.names, excluded.ranked)
      returning collection_uuid as uuid)
    select pg_notify('public_change', uuid::text), pg_notify('change', jsonb_build_object('kind', 'collection', 'uuid', uuid,
      'version', (extract(epoch from clock_timestamp()) * 1000)::bigint, 'isPublic', true, 'alsoOf', jsonb_build_array('properties ' || uuid))::text)
    from derived`;
};
