/** The least that a page of a category needs from the database: cards with their creators, and the total. */
export const pageSql = (category: string, offset: string): string => `
  select t.card, t.favorite_count, t.updated_at, u.uuid, u.username, u.name, u.avatar
  from token t join app_user u on u.uuid = t.creator_uuid
  where t.category_uuid = ${category} and t.is_counted order by t.created_at desc, t.uuid desc limit 12 offset ${offset}`;

export const totalSql = (category: string): string =>
  `select minted from token_count where scope = 'category' and id = ${category}`;
