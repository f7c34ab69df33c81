import type { BodyOf } from '@skarb/schema/endpoint';
import type { TokenDetail, tokenEndpoints } from '@skarb/schema/token';
import { uuidv7 } from 'uuidv7';
import { type Address, getAddress, hashTypedData, type Hex, recoverAddress } from 'viem';
import type { Context } from '../../context.ts';
import { conflict, forbidden, invalidField, notFound } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/bind.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { reading } from '../../platform/chain/client.ts';
import { isTakenByContract } from '../../platform/chain/contract-signature.ts';
import { isReferenced, type Tx } from '../../platform/db/database.ts';
import { requireStaying, requireTrader } from '../auth/auth.view.ts';
import { placeInCollection, requireWalletOf } from '../collection/collection.service.ts';
import { dropUnused } from '../media/media.drop.ts';
import { storeDocument, storeFolder, storeTokenFile } from '../media/media.service.ts';
import { claimPayment, lookAtWallet, whyNotPaid } from '../operator/operator.service.ts';
import { deleteUnsigned, insertDraft, lockTokens, refreshTokens } from './store/token.store.ts';
import { findMintable, mayBeMinted, type Mintable, mintSteps, mintTypedData, submitMint } from './token.mint.ts';
import {
  type Description,
  localizationOf,
  localizedDocuments,
  metadataDocument,
  propertiesOf,
  quantityOf,
} from './token.rules.ts';
import { getToken } from './token.view.ts';

type Ctx = Pick<Context, 'config' | 'db' | 'chain'>;

/** Lifetime of a signed mint request. It can be long: the request can only mint the creator's own token to them. */
const REQUEST_SECONDS = 365 * 24 * 3600;
const mintOf = ({ uuid, creator_uuid }: Mintable) =>
  ({ kind: 'mint', accountUuid: creator_uuid, subjects: [uuid] }) as const;

/**
 * What the token's page needs for the caller: with the mint's steps for its creator.
 * @param offersOfToken what can be traded of it now: nothing, before it is minted
 * @throws AppError 404
 */
export const showToken = async (
  ctx: Ctx,
  sql: Tx,
  uuid: string,
  callerUuid: string | undefined,
  offersOfToken: Parameters<typeof getToken>[3] = async () => [],
): Promise<TokenDetail> => {
  const detail = await getToken(sql, uuid, callerUuid, offersOfToken);
  if (detail.status === 'minted') return detail;
  const token = callerUuid ? await findMintable(sql, uuid) : undefined;
  if (!token || token.creator_uuid !== callerUuid || token.status === 'minted') return detail;
  const why = await whyNotPaid(ctx, mintOf(token));
  // The mint continues meanwhile: show the status that the steps belong to.
  return { ...detail, status: token.status, steps: mintSteps(ctx.config, token, why) };
};

/**
 * Creates a token as a draft: stores its file and metadata by content, takes its id on the chain, prepares its mint
 * for signing.
 * @throws AppError 400 by field, 403 for another user's collection, 422 without a wallet or with another one than the
 *   collection's, and as storeTokenFile
 */
export const createToken = async (
  ctx: Ctx,
  caller: Caller,
  body: BodyOf<typeof tokenEndpoints.create>,
  file: UploadedFile,
  poster: UploadedFile | undefined,
): Promise<TokenDetail> => {
  const { sql } = ctx.db;
  const quantity = quantityOf(body.type, body.quantity);
  const wallet = await requireTrader(sql, caller.uuid);
  const [collection] = await sql<{ creator_uuid: string; network_uuid: string; creator_address: Address | null }[]>`
    select creator_uuid, network_uuid, creator_address from collection where uuid = ${body.collectionUuid}`;
  if (!collection) throw invalidField('collectionUuid', 'isKnown', 'there is no such collection');
  if (collection.creator_uuid !== caller.uuid)
    throw forbidden('collection.notYours', "Only a collection's creator may add tokens to it");
  if (collection.network_uuid !== body.networkUuid.toLowerCase())
    throw invalidField('networkUuid', 'isKnown', 'must be the network of the collection');
  requireWalletOf(collection, wallet);
  const [category] = await sql`select 1 from category where uuid = ${body.categoryUuid} and is_enabled`;
  if (!category) throw invalidField('categoryUuid', 'isKnown', 'there is no such category');

  const metadata = propertiesOf(body.properties);
  const localization = body.localization && localizationOf(body.localization, metadata);
  const stored = await storeTokenFile(ctx, file, poster);
  const royalty = Math.round(body.royalty * 100) / 100;
  const description: Description = {
    type: body.type,
    name: body.name,
    description: body.description,
    categoryUuid: body.categoryUuid,
    collectionUuid: body.collectionUuid,
    networkUuid: body.networkUuid,
    imageHash: stored.media.cid,
    posterHash: stored.poster?.cid ?? stored.media.poster_cid,
    royalty,
    quantity,
    ownerships: [{ owner: getAddress(wallet), ownerUuid: caller.uuid }],
    metadata,
  };
  const localized = localization && {
    ...localization,
    folderHash: await storeFolder(ctx, localizedDocuments(description, localization)),
  };
  const document = await storeDocument(
    ctx,
    metadataDocument({
      ...description,
      localization: localized && { ...localized, uri: `ipfs://${localized.folderHash}/{locale}.json` },
    }),
  );

  const uuid = uuidv7();
  await sql.begin(async (tx) => {
    const place = await placeInCollection(tx, ctx.config, {
      collectionUuid: body.collectionUuid,
      type: body.type,
      creatorUuid: caller.uuid,
      wallet,
    });
    await insertDraft(tx, {
      uuid,
      type: body.type,
      name: body.name,
      description: body.description,
      imageHash: stored.media.cid,
      posterHash: stored.poster?.cid ?? null,
      metadataHash: document.cid,
      metadataDigest: document.digest,
      royaltyBps: Math.round(royalty * 100),
      quantity,
      categoryUuid: body.categoryUuid,
      collectionUuid: body.collectionUuid,
      networkUuid: body.networkUuid,
      creatorUuid: caller.uuid,
      creatorAddress: wallet,
      chainId: ctx.config.chain.id,
      contractAddress: place.address,
      tokenId: place.tokenId,
      mintDeadline: new Date((Math.floor(Date.now() / 1000) + REQUEST_SECONDS) * 1000),
      metadata,
      localization: localized,
    });
    await refreshTokens(tx, [uuid]);
  });
  return showToken(ctx, sql, uuid, caller.uuid);
};

/** Whether the creator signed it, judged as the contract does: by key, or by the wallet's own contract (ERC-1271). */
const isSignedByCreator = async (ctx: Ctx, token: Mintable, signature: Hex): Promise<boolean> => {
  const hash = hashTypedData(mintTypedData(ctx.config, token) as never);
  const recovered = await recoverAddress({ hash, signature }).catch(() => undefined);
  if (recovered?.toLowerCase() === token.creator_address) return true;
  const code = await reading(() => ctx.chain.public.getCode({ address: token.creator_address }));
  if (!code || code === '0x') return false;
  return reading(() => isTakenByContract(ctx.chain, token.creator_address, hash, signature));
};

/** The caller's token before its mint. @throws AppError 404 for drafts of others, too; 403 for their other tokens; 409 */
const requireUnminted = async (sql: Tx, caller: Caller, uuid: string): Promise<Mintable> => {
  const token = await findMintable(sql, uuid);
  if (!token || (token.creator_uuid !== caller.uuid && token.status !== 'minted' && token.status !== 'minting'))
    throw notFound('token');
  if (token.creator_uuid !== caller.uuid) throw forbidden('token.notYours', 'Only its creator may do this');
  if (token.status === 'minted') throw conflict('token.minted', 'This token is minted already');
  return token;
};

/**
 * Takes the creator's signed mint request: from now on the marketplace mints. Idempotent.
 * @throws AppError as requireUnminted, 400 on `signature` when it is not the creator's over exactly this token
 */
export const signMint = async (ctx: Ctx, caller: Caller, uuid: string, signature: Hex): Promise<TokenDetail> => {
  const token = await requireUnminted(ctx.db.sql, caller, uuid);
  await requireStaying(ctx.db.sql, caller.uuid);
  if (!(await isSignedByCreator(ctx, token, signature)))
    throw invalidField(
      'signature',
      'isSignedBy',
      `is not by ${getAddress(token.creator_address)} over this token: switch your wallet to that account and sign again`,
    );
  const look = await lookAtWallet(ctx);
  await ctx.db.sql.begin(async (tx) => {
    await lockTokens(tx, [uuid]);
    // Above a budget, the steps contain the creator's own transaction.
    if ((await claimPayment(ctx, tx, mintOf(token), look)) === undefined)
      await submitMint(tx, ctx.config, token, signature);
  });
  return showToken(ctx, ctx.db.sql, uuid, caller.uuid);
};

/**
 * Deletes a draft of the caller, and its files, if nothing else refers to them. Its number stays unused.
 * @throws AppError as requireUnminted, 409 when it is signed, or may be minted by what the creator's wallet has sent
 */
export const deleteDraft = async ({ db: { sql }, chain }: Ctx, caller: Caller, uuid: string): Promise<void> => {
  const token = await requireUnminted(sql, caller, uuid);
  if (token.status === 'draft' && (await mayBeMinted(sql, chain, token)))
    throw conflict(
      'token.onItsWay',
      'A transaction of yours is on its way and may mint it: try again once it is mined',
    );
  const isDeleted = await sql
    .begin(async (tx) => {
      await lockTokens(tx, [uuid]);
      const files = await deleteUnsigned(tx, uuid);
      await dropUnused(tx, files ?? []);
      return files !== undefined;
    })
    .catch((error: unknown) => {
      // It was minted and traded until a reorg, and will be minted again.
      if (!isReferenced(error)) throw error;
      return false;
    });
  if (!isDeleted) throw conflict('token.signed', 'Its mint is signed: it can be minted at any time');
};
