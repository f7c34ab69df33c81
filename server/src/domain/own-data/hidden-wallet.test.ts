import { encodeFunctionData, erc721Abi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OfferWithSteps } from '@skarb/schema/offer';
import { startTrade, type Person, type Trade } from '../offer/testing-trade.ts';
import { eraseDue } from './deletion.service.ts';

let trade: Trade;
beforeAll(async () => {
  trade = await startTrade();
});
afterAll(() => trade?.stop());

// The tests check the type of each answer by their assertions.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
const read = async (path: string, as?: Person): Promise<Json> =>
  (await trade.call<{ data: Json }>('GET', path, as ? { as } : {})).body?.data;
const walletSeen = async (person: Person, as?: Person) =>
  (await read(`/auth/profile/${person.uuid}`, as))?.metamaskWallet;

describe('the wallet of a user who has published and traded nothing', () => {
  it('is visible only to its owner and to admins', async () => {
    const [quiet, other, admin] = [await trade.person(), await trade.person(), await trade.person()];
    await trade.sql`update app_user set role = 'ADMIN' where uuid = ${admin.uuid}`;
    expect(await walletSeen(quiet)).toBeNull();
    expect(await walletSeen(quiet, other)).toBeNull();
    expect(await walletSeen(quiet, quiet)).toBe(quiet.address);
    expect(await walletSeen(quiet, admin)).toBe(quiet.address);
    const [found] = await read(`/admin/user?search=${quiet.uuid}`, admin);
    expect(found.metamaskWallet).toBe(quiet.address);
  });

  it('is not revealed by tokens that others send to it', async () => {
    const [maker, quiet] = [await trade.trader(), await trade.trader()];
    const { uuid, contractAddress, tokenId } = await trade.mint(maker, { type: 'ERC721' });
    await trade.sendRaw(maker, { to: contractAddress as string, data: transferOf(maker, quiet, tokenId as string) });
    const seen = await trade.settled().then(() => read(`/token/${uuid}`));
    expect(seen.ownerships).toEqual([{ owner: quiet.address, ownerUuid: null, quantity: 1, user: null }]);
    const history: Json[] = await read(`/token/${uuid}/history`);
    expect(history.find(({ event }) => event === 'TRANSFERRED')).toMatchObject({ to: quiet.address, toUser: null });
    expect(await read(`/token?ownerUuid=${quiet.uuid}`)).toEqual([]);
    expect(await read(`/token/on-sale/${quiet.uuid}`)).toEqual([]);
    expect((await read(`/auth/profile/${quiet.uuid}`)).counts).toMatchObject({ gallery: 0 });
    // The owner still finds the token.
    expect(await read(`/token?ownerUuid=${quiet.uuid}`, quiet)).toMatchObject([{ uuid }]);
    expect((await read(`/token/${uuid}`, quiet)).ownerships).toMatchObject([{ ownerUuid: quiet.uuid }]);
    // Listing the token is trading.
    const sale = await trade.list(quiet, uuid);
    expect(await walletSeen(quiet)).toBe(quiet.address);
    expect((await read(`/offer/${sale.uuid}`)).seller).toMatchObject({
      uuid: quiet.uuid,
      metamaskWallet: quiet.address,
    });
    expect((await read(`/token/${uuid}`)).ownerships).toMatchObject([{ ownerUuid: quiet.uuid }]);
  });

  it('is not revealed by what others buy for it', async () => {
    const [maker, giver, quiet] = [await trade.trader(), await trade.trader(), await trade.trader()];
    const { uuid } = await trade.mint(maker, { type: 'ERC1155', quantity: '5' });
    const sale = await trade.list(maker, uuid, { quantity: 3 });
    const json = { quantity: 1, recipient: quiet.address };
    const bought = await trade.call<{ data: OfferWithSteps }>('POST', `/offer/${sale.uuid}/purchase`, {
      as: giver,
      json,
    });
    await trade.runSteps(giver, bought.body.data);
    await trade.settled();
    const owners: Json[] = (await read(`/token/${uuid}`)).ownerships;
    expect(owners.find(({ owner }) => owner === quiet.address)).toMatchObject({ quantity: 1, user: null });
    expect(await walletSeen(quiet)).toBeNull();
    // Their own purchase of another copy is an act of theirs.
    await trade.buy(quiet, sale.uuid);
    await trade.settled();
    expect(await walletSeen(quiet)).toBe(quiet.address);
  });

  it('is visible after the first collection, bid or purchase', async () => {
    const [creator, bidder, buyer] = [await trade.trader(), await trade.trader(), await trade.trader()];
    expect(await walletSeen(creator)).toBeNull();
    const { uuid } = await trade.mint(creator, { type: 'ERC1155', quantity: '5' });
    expect(await walletSeen(creator)).toBe(creator.address);
    const draft = await trade.openBid(bidder, uuid, { price: '0.5' });
    expect(await walletSeen(bidder)).toBeNull();
    await trade.runSteps(bidder, draft.body.data);
    expect(await walletSeen(bidder)).toBe(bidder.address);
    const sale = await trade.list(creator, uuid, { quantity: 3 });
    expect(await walletSeen(buyer)).toBeNull();
    await trade.buy(buyer, sale.uuid);
    await trade.settled();
    expect(await walletSeen(buyer)).toBe(buyer.address);
  });
});

describe('a deleted account that published and traded', () => {
  it('cancels its offers, keeps tokens and sales under its address, and its wallet starts a new account', async () => {
    const [creator, buyer] = [await trade.trader(), await trade.trader()];
    const { uuid } = await trade.mint(creator, { type: 'ERC1155', quantity: '5' });
    const sold = await trade.list(creator, uuid, { quantity: 1 });
    await trade.buy(buyer, sold.uuid);
    await trade.becomes(sold.uuid, 'SOLD');
    const open = await trade.list(creator, uuid, { quantity: 2 });
    const asked = await trade.call<{ data: Json }>('POST', '/auth/deletion', { as: creator });
    expect(asked.body.data).toMatchObject({
      steps: [],
      obstacles: [{ kind: 'OFFER', uuid: open.uuid, isBlocking: false }],
    });
    await trade.becomes(open.uuid, 'CANCELLED');
    expect((await trade.open(creator, uuid, { quantity: 1 })).body).toMatchObject({ code: 'account.deletionPending' });
    expect((await read('/auth/deletion', creator)).obstacles).toEqual([]);
    await trade.sql`update app_user set deletion_at = now() where uuid = ${creator.uuid}`;
    await eraseDue(trade.context);
    const nobody = {
      uuid: creator.uuid,
      username: null,
      name: null,
      avatar: null,
      metamaskWallet: creator.address,
      isVerified: false,
    };
    expect((await read(`/token/${uuid}`)).creator).toEqual(nobody);
    expect((await read(`/offer/${sold.uuid}`)).seller).toEqual(nobody);
    expect(await read(`/auth/profile/${creator.uuid}`)).toMatchObject({
      ...nobody,
      isErased: true,
      counts: { created: 1, gallery: 0 },
    });
    expect(await read(`/auth/profile/${buyer.uuid}`)).toMatchObject({ isErased: false });
    const report = { subjectType: 'user', subjectUuid: creator.uuid, reason: 'OTHER', note: 'a test' };
    expect((await trade.call('POST', '/report', { as: buyer, json: report })).status).toBe(404);
    expect((await trade.call('POST', `/follow/${creator.uuid}`, { as: buyer })).status).toBe(404);
    expect(await trade.sql`select 1 from app_user where metamask_wallet = ${creator.wallet}`).toHaveLength(0);
    // As a sign-in with the wallet does.
    const [again] =
      await trade.sql`insert into app_user (uuid, metamask_wallet) values (gen_random_uuid(), ${creator.wallet}) returning uuid, is_wallet_public`;
    expect(again).toMatchObject({ is_wallet_public: false });
    expect(again?.uuid).not.toBe(creator.uuid);
  });

  it('is kept while an offer is still open, and shows it as an obstacle', async () => {
    const creator = await trade.trader();
    const { uuid } = await trade.mint(creator, { type: 'ERC1155', quantity: '2' });
    const open = await trade.list(creator, uuid);
    await trade.sql`update app_user set deletion_at = now() where uuid = ${creator.uuid}`;
    await eraseDue(trade.context);
    const { deletionAt, obstacles } = await read('/auth/deletion', creator);
    expect(new Date(deletionAt).getTime()).toBeGreaterThan(Date.now() + 3_600_000);
    expect(obstacles).toMatchObject([{ kind: 'OFFER', uuid: open.uuid }]);
  });
});

/** `safeTransferFrom` of a single token, as its owner's wallet sends it. */
const transferOf = (from: Person, to: Person, tokenId: string): string =>
  encodeFunctionData({
    abi: erc721Abi,
    functionName: 'safeTransferFrom',
    args: [from.address, to.address, BigInt(tokenId)],
  });
