import type { CollectionDetail, collectionEndpoints } from '@skarb/schema/collection';
import type { BodyOf } from '@skarb/schema/endpoint';
import { LANGUAGES } from '@skarb/schema/language';
import { isPlainName, mixesAlphabets, nameKey, nameKeys, ONE_ALPHABET, PLAIN_NAME } from '@skarb/schema/name-key';
import { uuidv7 } from 'uuidv7';
import { type Address, getAddress } from 'viem';
import type { Context } from '../../context.ts';
import {
  AppError,
  forbidden,
  invalidField,
  notFound,
  refusedField,
  unprocessable,
} from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { lower } from '../../platform/chain/address.ts';
import { recordLostMark } from '../audit/audit.service.ts';
import { getUser, requireStaying } from '../auth/auth.view.ts';
import { dropUnused } from '../media/media.drop.ts';
import { storeImage } from '../media/media.service.ts';
import {
  addressOf,
  changeCollection,
  fixCreator,
  insertCollection,
  lockCollection,
  lockShaped,
  makeCreator,
  pinWorks,
  placeContracts,
  takeTokenId,
} from './collection.store.ts';
import { getCollection, textOf } from './collection.view.ts';

type Ctx = Pick<Context, 'config' | 'db'>;

/**
 * Creates a collection. Nothing goes on the chain before its first mint, so it needs no wallet; with a connected
 * wallet, the addresses of its contracts are known already.
 * @throws AppError 400 for another network or the name of a verified collection, 409 `account.deletionPending`, and as storeImage
 */
export const createCollection = async (
  ctx: Ctx,
  caller: Caller,
  body: BodyOf<typeof collectionEndpoints.create>,
  file: UploadedFile,
): Promise<CollectionDetail> => {
  await requireStaying(ctx.db.sql, caller.uuid);
  const networks = await ctx.db.sql<
    { uuid: string }[]
  >`select uuid from network where chain_id = ${ctx.config.chain.id} and is_enabled`;
  const networkUuid = body.networkUuid ?? networks[0]?.uuid;
  if (!networkUuid || !networks.some((network) => network.uuid === networkUuid.toLowerCase()))
    throw invalidField('networkUuid', 'isKnown', 'there is no such network');
  await requireOwnName(ctx.db.sql, caller.uuid, body.name);
  const image = await storeImage(ctx, file);
  const uuid = uuidv7();
  const user = await getUser(ctx.db.sql, caller.uuid);
  await ctx.db.sql.begin(async (tx) => {
    await insertCollection(tx, {
      uuid,
      name: body.name,
      description: body.description,
      networkUuid,
      creatorUuid: caller.uuid,
      imageHash: image.cid,
    });
    if (user?.metamaskWallet)
      await placeContracts(tx, ctx.config, { uuid, name: body.name }, lower(user.metamaskWallet));
    await makeCreator(tx, caller.uuid);
  });
  return getCollection(ctx.db.sql, uuid, caller.uuid);
};

/**
 * Refuses a name with characters that nobody sees or with alphabets mixed within a word, and one that may be taken for
 * that of somebody else's verified collection.
 * @throws AppError 400 on `name`, `collection.nameVerified` for that of a verified one
 */
const requireOwnName = async (sql: Tx, callerUuid: string, name: string): Promise<void> => {
  if (!isPlainName(name)) throw invalidField('name', 'isPlainName', PLAIN_NAME);
  const [other] = await sql`
    select 1 from collection where verified_key = any(${nameKeys(name)}::text[]) and creator_uuid <> ${callerUuid}`;
  if (other)
    throw refusedField(
      'name',
      'collection.nameVerified',
      'A verified collection is called so, or looks so: choose another name',
      'isVerifiedName',
    );
  if (mixesAlphabets(name)) throw invalidField('name', 'isOneAlphabet', ONE_ALPHABET);
};

/** Stores a picture; errors name the form's own field. */
const storeAs = async (ctx: Ctx, field: string, file: UploadedFile | undefined): Promise<string | undefined> => {
  if (!file) return undefined;
  try {
    return (await storeImage(ctx, file)).cid;
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = error.fields.map(({ constraints }) => ({ property: field, constraints }));
    throw new AppError(error.status, error.code, error.message, { fields, cause: error });
  }
};

/** A replaced picture is still on pages that are open. */
const DROP_AFTER_MS = 3_600_000;

type Edited = {
  body: BodyOf<typeof collectionEndpoints.edit>;
  files: { file?: UploadedFile; banner?: UploadedFile };
};
/**
 * Changes what a collection of the caller's shows. A changed name takes the verified mark away; its contracts keep the
 * name that they were made with.
 * @throws AppError 400, also for a name that may be taken for a verified collection's, 403 `collection.notYours`, 404, 409
 * `account.deletionPending`, 429, and as storeImage
 */
export const editCollection = async (
  ctx: Ctx,
  caller: Caller,
  uuid: string,
  { body: { banner, ...body }, files }: Edited,
  rateLimit: RateLimit,
): Promise<CollectionDetail> => {
  const before = await getCollection(ctx.db.sql, uuid, caller.uuid);
  if (before.creatorUuid !== caller.uuid)
    throw forbidden('collection.notYours', 'Only the maker of a collection may change it');
  await requireStaying(ctx.db.sql, caller.uuid);
  if (body.name !== undefined && body.name !== before.name) {
    await requireOwnName(ctx.db.sql, caller.uuid, body.name);
    // Whoever changes names all the time hides behind them.
    await rateLimit({ name: 'rename-collection', key: caller.uuid, max: 20, seconds: 86_400 });
  }
  const imageHash = await storeAs(ctx, 'file', files.file);
  const bannerHash = (await storeAs(ctx, 'banner', files.banner)) ?? (banner === '' ? null : undefined);
  const user = await getUser(ctx.db.sql, caller.uuid);
  await ctx.db.sql.begin(async (tx) => {
    const collection = await lockShaped(tx, before.uuid);
    if (!collection || collection.creator_uuid !== caller.uuid) throw notFound('collection');
    const { name } = body;
    const isRenamed = name !== undefined && name !== collection.name;
    if (isRenamed) await requireOwnName(tx, caller.uuid, name);
    // Before its first work, nothing on the chain has the name.
    const isOpen = collection.creator_address === null && !collection.is_deployed;
    const contractName = isOpen ? name : (collection.contract_name ?? collection.name);
    const text = body.text && { ...presentText(collection), ...body.text };
    const isUnverified = isRenamed && collection.verified_key !== null && collection.verified_key !== nameKey(name);
    await changeCollection(tx, collection.uuid, {
      name,
      contractName: isRenamed ? (contractName === name ? null : contractName) : undefined,
      text,
      description: text && (LANGUAGES.map((language) => text[language]).find(Boolean) ?? ''),
      links: body.links,
      imageHash,
      bannerHash,
      order: body.order,
      isUnverified,
    });
    if (isUnverified) await recordLostMark(tx, 'collection', collection.uuid, collection.name, name);
    if (body.pinned && !(await pinWorks(tx, collection.uuid, body.pinned)))
      throw invalidField('pinned', 'isKnown', 'each must be a minted work of this collection, named once');
    if (isRenamed && isOpen && user?.metamaskWallet)
      await placeContracts(tx, ctx.config, { uuid: collection.uuid, name }, lower(user.metamaskWallet));
    if (isRenamed) await addJob(tx, 'redraw-tokens', { by: 'collection', uuid: collection.uuid });
    const replaced = [imageHash && collection.image_hash, bannerHash !== undefined && collection.banner_hash].filter(
      (cid) => typeof cid === 'string' && cid !== '',
    ) as string[];
    await dropUnused(tx, replaced, new Date(Date.now() + DROP_AFTER_MS));
  });
  return getCollection(ctx.db.sql, uuid, caller.uuid);
};

const presentText = (collection: Parameters<typeof textOf>[0]) =>
  Object.fromEntries(Object.entries(textOf(collection)).map(([language, text]) => [language, text ?? undefined]));

/** @throws AppError 422 `collection.otherWallet` when the collection is bound to another wallet */
export const requireWalletOf = (collection: { creator_address: Address | null }, wallet: Address): void => {
  if (collection.creator_address && collection.creator_address !== wallet)
    throw unprocessable(
      'collection.otherWallet',
      `This collection belongs to the wallet ${getAddress(collection.creator_address)}: connect that one, or make a new collection`,
    );
};

type Wanted = { collectionUuid: string; type: 'ERC721' | 'ERC1155'; creatorUuid: string; wallet: Address };

/**
 * Takes the next token id of the collection's contract for that kind. The first token binds the collection to the
 * creator's wallet, on which the addresses of its contracts depend.
 * @throws AppError 404; 422 `collection.otherWallet` when it is bound to another wallet than the connected one
 */
export const placeInCollection = async (
  tx: Tx,
  config: Ctx['config'],
  { collectionUuid, type, creatorUuid, wallet }: Wanted,
): Promise<{ tokenId: bigint; address: Address }> => {
  // Lock the contract before the collection, in the follower's order, to avoid deadlocks.
  const taken = await takeTokenId(tx, collectionUuid, type);
  const collection = await lockCollection(tx, collectionUuid);
  if (!collection || collection.creator_uuid !== creatorUuid) throw notFound('collection');
  requireWalletOf(collection, wallet);
  if (!collection.creator_address) {
    await placeContracts(tx, config, collection, wallet);
    await fixCreator(tx, collection.uuid, wallet);
  }
  await makeCreator(tx, creatorUuid);
  const tokenId = taken ?? (await takeTokenId(tx, collectionUuid, type));
  if (tokenId === undefined) throw new Error(`collection ${collectionUuid} has no ${type} contract`);
  return { tokenId, address: await addressOf(tx, collectionUuid, type) };
};
