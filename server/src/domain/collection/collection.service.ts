import type { Collection, collectionEndpoints } from '@skarb/schema/collection';
import type { BodyOf } from '@skarb/schema/endpoint';
import { uuidv7 } from 'uuidv7';
import { type Address, getAddress } from 'viem';
import type { Context } from '../../context.ts';
import { invalidField, notFound, unprocessable } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getUser, requireStaying } from '../auth/auth.view.ts';
import { storeImage } from '../media/media.service.ts';
import {
  addressOf,
  fixCreator,
  insertCollection,
  lockCollection,
  makeCreator,
  placeContracts,
  takeTokenId,
} from './collection.store.ts';
import { getCollection } from './collection.view.ts';

type Ctx = Pick<Context, 'config' | 'db'>;

/**
 * Creates a collection. Nothing goes on the chain before its first mint, so it needs no wallet; with a connected
 * wallet, the addresses of its contracts are known already.
 * @throws AppError 400 for another network, 409 `account.deletionPending`, and as storeImage
 */
export const createCollection = async (
  ctx: Ctx,
  caller: Caller,
  body: BodyOf<typeof collectionEndpoints.create>,
  file: UploadedFile,
): Promise<Collection> => {
  await requireStaying(ctx.db.sql, caller.uuid);
  const networks = await ctx.db.sql<
    { uuid: string }[]
  >`select uuid from network where chain_id = ${ctx.config.chain.id} and is_enabled`;
  const networkUuid = body.networkUuid ?? networks[0]?.uuid;
  if (!networkUuid || !networks.some((network) => network.uuid === networkUuid.toLowerCase()))
    throw invalidField('networkUuid', 'isKnown', 'there is no such network');
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
      await placeContracts(tx, ctx.config, { uuid, name: body.name }, user.metamaskWallet.toLowerCase() as Address);
    await makeCreator(tx, caller.uuid);
  });
  return getCollection(ctx.db.sql, uuid, caller.uuid);
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
  if (collection.creator_address && collection.creator_address !== wallet)
    throw unprocessable(
      'collection.otherWallet',
      `This collection belongs to the wallet ${getAddress(collection.creator_address)}: connect that one, or make a new collection`,
    );
  if (!collection.creator_address) {
    await placeContracts(tx, config, collection, wallet);
    await fixCreator(tx, collection.uuid, wallet);
  }
  await makeCreator(tx, creatorUuid);
  const tokenId = taken ?? (await takeTokenId(tx, collectionUuid, type));
  if (tokenId === undefined) throw new Error(`collection ${collectionUuid} has no ${type} contract`);
  return { tokenId, address: await addressOf(tx, collectionUuid, type) };
};
