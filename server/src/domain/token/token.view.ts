import { BURN_ADDRESSES } from '@skarb/schema/burn';
import type { Offer } from '@skarb/schema/offer';
import type { Image } from '@skarb/schema/media';
import type { Localization, Rarity, Token, TokenDetail, TokenType } from '@skarb/schema/token';
import { fromBaseUnits } from '@skarb/schema/primitive';
import { getAddress } from 'viem';
import type { Fragment, Tx } from '../../platform/db/database.ts';
import { withChecksums } from '../../platform/db/json.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { noticeJson, seesHiddenOf, seesHiddenToken, type NoticeJson } from '../hidden/hidden.view.ts';
import {
  isBlockedOrLeaving,
  isWalletShown,
  type PersonJson,
  personJson,
  shownWallet,
  toPerson,
  writtenPerson,
} from '../auth/auth.view.ts';
import { COLLECTION_REF, collectionRefJson } from '../collection/collection.view.ts';
import { mediaUrl } from '../media/media.view.ts';
import { isVisible } from './token.rules.ts';

/** The token card: the document for lists on the token's row, written by refreshTokens. Addresses are lower-case. */
type Card = Omit<Token, 'creator' | 'rarity' | 'favoriteCount' | 'isFavorite' | 'isHidden' | 'updatedAt'> & {
  image: Image;
};
type CardRow = {
  card: Card;
  rarity: Rarity | null;
  favorite_count: number;
  updated_at: Date;
  creator: PersonJson;
  is_favorite: boolean;
  is_hidden: boolean;
};

const isFavorite = (sql: Tx, callerUuid: string | undefined): Fragment =>
  callerUuid
    ? sql`exists (select 1 from favorite f where f.user_uuid = ${callerUuid} and f.token_uuid = t.uuid)`
    : sql`false`;

/** The jsonb of a token's rank; null without one. */
const rarityJson = (sql: Tx): Fragment => sql`
  (select jsonb_build_object('rank', r.rank, 'of', p.ranked) from token_rarity r
    join collection_property p on p.collection_uuid = r.collection_uuid where r.token_uuid = t.uuid and r.rank is not null)`;

/** The columns for `toToken`, of `token t` joined with `app_user u`, its creator. */
const cardColumns = (sql: Tx, callerUuid: string | undefined) => sql`
  t.card || jsonb_build_object('collection', ${collectionRefJson(sql)}) as card, ${rarityJson(sql)} as rarity, t.favorite_count, t.updated_at, ${personJson(sql, 'u')} as creator,
  ${isFavorite(sql, callerUuid)} as is_favorite,
  t.status = 'minted' and not t.is_counted as is_hidden`;

/** A row as the API shows it: the stored card with what changes without it. */
const toToken = ({ card, rarity, favorite_count, updated_at, creator, is_favorite, is_hidden }: CardRow): Token => ({
  ...card,
  contractAddress: getAddress(card.contractAddress),
  creator: toPerson(creator),
  rarity,
  favoriteCount: favorite_count,
  isFavorite: is_favorite,
  isHidden: is_hidden,
  updatedAt: updated_at.toISOString(),
});

/** Between a card and the fields that are not in it: no JSON has this character. */
const SEAM = '\u0001';
/**
 * The first fields of an entry, as text: another jsonb of a card takes twice as long as replacing a part of its text. What a
 * card knows of its collection is replaced by what it is now.
 */
const ENTRY = `replace(t.card::text, coalesce((t.card -> 'collection')::text, ''), ${COLLECTION_REF}::text)
  || '${SEAM}"creator": ' || (${writtenPerson('u')}) || ', "rarity": ' || coalesce((
    select '{"rank": ' || r.rank || ', "of": ' || p.ranked || '}' from token_rarity r
    join collection_property p on p.collection_uuid = r.collection_uuid where r.token_uuid = t.uuid), 'null')
  || ', "favoriteCount": ' || t.favorite_count`;

/**
 * The JSON of a list's entry, written by PostgreSQL from the columns of `toToken`; `completed` completes it. Every card
 * has the field `auction` since migration 0077.
 */
export const entryJson = (sql: Tx, callerUuid: string | undefined, isOwn = false): Fragment => sql`
  ${sql.unsafe(ENTRY) as unknown as Fragment}
    || ', "isFavorite": ' || (${isFavorite(sql, callerUuid)})::text || ', "isHidden": ' || (t.status = 'minted' and not t.is_counted)::text
    ${isOwn && callerUuid ? sql`|| ', "held": ' || coalesce((select quantity from ownership h where h.token_uuid = t.uuid and h.owner = ${shownWallet(sql, callerUuid, callerUuid)}), 0)` : sql``}
    || ', "updatedAt": "' || to_char(t.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'`;

/**
 * @param entries a JSON array of entries of `entryJson`, which is changed: what replaces a part of it is as long
 * @returns it with whole entries and checksummed addresses
 */
export const completed = (entries: Buffer): Buffer => {
  for (let at = entries.indexOf(SEAM); at >= 0; at = entries.indexOf(SEAM, at)) entries.write(', ', at - 1);
  return withChecksums(entries, ['contractAddress', 'metamaskWallet']);
};

/** SQL condition: nobody has a key for the address in this column. */
export const isBurner = (sql: Tx, column: string): Fragment =>
  sql`(${sql(column)} = any(${[...BURN_ADDRESSES]}::text[]))`;

/**
 * SQL condition: a holder of a token can accept an offer for it.
 * @param except the wallet of the bidder, who accepts no offer of their own
 */
export const canAnyAccept = (sql: Tx, tokenUuid: Fragment, except: string | null = null): Fragment => sql`
  exists (select 1 from ownership w where w.token_uuid = ${tokenUuid} and w.owner is distinct from ${except} and not ${isBurner(sql, 'w.owner')}
    and not exists (select 1 from app_user holder where holder.metamask_wallet = w.owner and ${isBlockedOrLeaving(sql, 'holder')}))`;

/** The most holders on a page; an edition may have a million. */
const OWNERS_MAX = 200;

type DetailRow = CardRow & {
  status: Token['status'];
  creator_uuid: string;
  chain_id: number;
  metadata_hash: string;
  mint_tx_hash: string | null;
  minted_at: Date | null;
  collection: { uuid: string; name: string; isVerified: boolean; imageHash: string; creatorUuid: string };
  items: number;
  counts: { count: number; floor: string | null }[];
  ownerships: { owner: string; quantity: number; user: PersonJson | null }[];
  burnt: string;
  has_holder: boolean;
  can_be_accepted: boolean;
  hidden: NoticeJson | null;
  breeding: TokenDetail['breeding'];
  localization: Localization | null;
};

/**
 * Everything about a token.
 * @throws AppError 404, also for another user's draft and for what is hidden from the caller
 */
export const getToken = async (
  sql: Tx,
  uuid: string,
  callerUuid: string | undefined,
  offersOfToken: (sql: Tx, tokenUuid: string, hasHidden: boolean) => Promise<Offer[]>,
): Promise<TokenDetail> => {
  const [row] = await sql<DetailRow[]>`
    select ${cardColumns(sql, callerUuid)}, t.status, t.creator_uuid, t.chain_id, t.metadata_hash, t.mint_tx_hash, t.minted_at,
      jsonb_build_object('uuid', c.uuid, 'name', c.name, 'isVerified', c.verified_key is not null, 'imageHash', c.image_hash, 'creatorUuid', c.creator_uuid) as collection, c.items,
      (select coalesce(jsonb_agg(jsonb_build_object('count', coalesce(n.count, 0), 'floor', trunc(n.floor_price)::text) order by tt.position), '[]') from token_trait tt
        left join trait_count n on n.collection_uuid = tt.collection_uuid and n.name = tt.name and n.value = tt.value
        where tt.token_uuid = t.uuid) as counts,
      (select coalesce(jsonb_agg(jsonb_build_object('owner', o.owner, 'quantity', o.quantity, 'user', ${personJson(sql, 'h')}) order by o.quantity desc, o.owner), '[]')
        from (select owner, quantity from ownership b where token_uuid = t.uuid and not ${isBurner(sql, 'b.owner')} order by quantity desc, owner limit ${OWNERS_MAX}) o
        left join app_user h on h.metamask_wallet = o.owner and ${isWalletShown(sql, 'h', callerUuid)}) as ownerships,
      (select coalesce(sum(quantity), 0) from ownership b where b.token_uuid = t.uuid and ${isBurner(sql, 'b.owner')}) as burnt,
      exists (select 1 from ownership w where w.token_uuid = t.uuid and not ${isBurner(sql, 'w.owner')}) as has_holder, ${canAnyAccept(sql, sql`t.uuid`)} as can_be_accepted,
      ${noticeJson(sql, [
        ['token', 't.uuid'],
        ['collection', 't.collection_uuid'],
        ['user', 'c.creator_uuid'],
      ])} as hidden,
      (select jsonb_build_object('generation', b.generation, 'uses', b.uses, 'expecting', case when e.uuid is not null then
          jsonb_build_object('breedingUuid', e.uuid, 'readyAt', to_char(e.ready_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end)
        from breeding_token b left join breeding e on e.uuid = b.expecting_uuid where b.token_uuid = t.uuid) as breeding,
      (select jsonb_build_object('default', l.default_locale, 'texts', l.texts) from token_localization l where l.token_uuid = t.uuid) as localization
    from token t join app_user u on u.uuid = t.creator_uuid join collection c on c.uuid = t.collection_uuid
    where t.uuid = ${uuid}`;
  if (!row || !isVisible({ status: row.status, creatorUuid: row.creator_uuid }, callerUuid)) throw notFound('token');
  if (row.hidden && !(await seesHiddenToken(sql, uuid, callerUuid))) throw notFound('token');
  const token = toToken(row);
  return {
    ...token,
    localization: row.localization ?? undefined,
    metadataHash: row.metadata_hash,
    metadataUrl: mediaUrl(row.metadata_hash),
    collection: {
      uuid: row.collection.uuid,
      name: row.collection.name,
      isVerified: row.collection.isVerified,
      imageUrl: mediaUrl(row.collection.imageHash),
      creatorUuid: row.collection.creatorUuid,
    },
    ownerships: row.ownerships.map(({ owner, quantity, user }) => ({
      owner: getAddress(owner),
      ownerUuid: user?.uuid ?? null,
      quantity,
      user: user && toPerson(user),
    })),
    traits: token.metadata.map((property, index) => {
      const { count = 0, floor = null } = row.counts[index] ?? {};
      return {
        ...property,
        count,
        share: row.items > 0 ? count / row.items : 0,
        floorPrice: floor === null ? null : fromBaseUnits(BigInt(floor), 18),
      };
    }),
    chain: {
      chainId: row.chain_id,
      tokenUri: `ipfs://${row.metadata_hash}`,
      mintTxHash: row.mint_tx_hash,
      mintedAt: row.minted_at?.toISOString() ?? null,
    },
    burnt: Number(row.burnt),
    noOffers: row.status !== 'minted' || row.can_be_accepted ? null : row.has_holder ? 'OWNER_AWAY' : 'BURNT',
    offers: await offersOfToken(sql, uuid, row.hidden !== null),
    hidden:
      row.hidden &&
      ((await seesHiddenOf(sql, row.creator_uuid, callerUuid)) ? row.hidden : { ...row.hidden, note: '' }),
    breeding: row.breeding,
  };
};

/** The texts of tokens in their other languages, of those that have any. */
export const localizationsOf = async (sql: Tx, uuids: string[]): Promise<(Localization & { token_uuid: string })[]> =>
  uuids.length === 0
    ? []
    : sql<(Localization & { token_uuid: string })[]>`
        select token_uuid, default_locale as "default", texts from token_localization where token_uuid = any(${uuids}::uuid[])`;

/** Checks that the caller may see a token. @throws AppError 404 */
export const requireVisible = async (sql: Tx, uuid: string, callerUuid: string | undefined) => {
  const [row] = await sql<
    { status: Token['status']; creator_uuid: string; type: TokenType; is_hidden: boolean }[]
  >`select status, creator_uuid, type, not is_counted and is_token_hidden(uuid) as is_hidden from token where uuid = ${uuid}`;
  if (!row || !isVisible({ status: row.status, creatorUuid: row.creator_uuid }, callerUuid)) throw notFound('token');
  if (row.is_hidden && !(await seesHiddenToken(sql, uuid, callerUuid))) throw notFound('token');
  return row;
};
