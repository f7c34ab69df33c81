/** Who follows whom in a generated market: added when it is opened, so that markets from before stay valid. */
import type { Sql } from 'postgres';
import type { World } from './world.ts';

/** The numbers of artists: the loading of a market runs no triggers. */
export const countPeople = async (sql: Sql): Promise<void> => {
  await sql`
    insert into person_count (uuid, works, volume, first_minted_at)
    select c.uuid, c.works, c.volume, coalesce((select min(minted_at) from token where creator_uuid = c.uuid and is_counted), now())
    from (select creator_uuid as uuid, sum(items) as works, sum(ranked_volume) as volume from collection group by 1) c where c.works > 0
    on conflict do nothing`;
};

/** The whale follows as many as one may, mostly those with many works; the ordinary person and others follow twenty. */
export const addFollows = async (sql: Sql, { people }: World): Promise<void> => {
  const [known] = await sql`select 1 from follow limit 1`;
  if (known) return;
  await countPeople(sql);
  await sql`
    insert into follow (follower_uuid, person_uuid)
    select ${people.whale}::uuid, uuid from (select uuid from person_count where works > 0 and uuid <> ${people.whale} order by works desc limit 400) p
    union all
    select ${people.ordinary}::uuid, uuid from (select uuid from person_count where works > 0 and uuid <> ${people.ordinary} order by hashtext(uuid::text) limit 10) p`;
  await sql`
    insert into follow (follower_uuid, collection_uuid)
    select ${people.whale}::uuid, uuid from (select uuid from collection where creator_uuid <> ${people.whale} order by items desc limit 100) c
    union all
    select ${people.ordinary}::uuid, uuid from (select uuid from collection where creator_uuid <> ${people.ordinary} order by hashtext(uuid::text) limit 10) c`;
  // A hundred thousand, or everybody, follow the one with the most works.
  await sql`
    insert into follow (follower_uuid, person_uuid)
    select u.uuid, p.uuid from (select uuid from person_count order by works desc limit 1) p, app_user u where u.uuid <> p.uuid limit 100000
    on conflict do nothing`;
  await sql`
    update person_count p set followers = f.followers from (select person_uuid as uuid, count(*) as followers from follow group by 1) f where f.uuid = p.uuid`;
  await sql`
    update collection c set followers = f.followers from (select collection_uuid as uuid, count(*) as followers from follow group by 1) f where f.uuid = c.uuid`;
  await sql`vacuum (analyze) follow, person_count`;
};
