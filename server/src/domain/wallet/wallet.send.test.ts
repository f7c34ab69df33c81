import { collection721Abi } from '@skarb/contracts/abi';
import { SEND_MAX } from '@skarb/schema/limits';
import type { Notification } from '@skarb/schema/notification';
import type { FieldError, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, zeroAddress, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bundler, startBundler } from '../account/testing-account.ts';
import { RECEIVED_PER_DAY } from '../notification/notification.store.ts';
import { startAuctions, until, type Person } from '../offer/auction/testing-auction.ts';

let all: Awaited<ReturnType<typeof startAuctions>>;
let site: Bundler;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startAuctions({ env: { LOCAL_STACK: '1' } });
  site = await startBundler(all);
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

type Item = { tokenUuid: string; to: string; quantity?: number };
type Answer = { data: { steps: TransactionStep[] }; code?: string; message: FieldError[] };
const ask = (as: Person | undefined, ...items: Item[]) =>
  all.call<Answer>('POST', '/token/send', { ...(as && { as }), json: { items } });
const anyone = () => privateKeyToAccount(generatePrivateKey()).address;
/** The units of each owner, as the API says. */
const ownersOf = async ({ uuid }: TokenDetail) =>
  Object.fromEntries(
    (await all.tokenOf(uuid, ann)).ownerships.map(({ owner, quantity }): [string, number] => [owner, quantity]),
  );
const owners = (token: TokenDetail, expected: Record<string, number>) =>
  until(`the owners of ${token.name}`, async () => {
    const now = await ownersOf(token);
    return Object.entries(expected).every(([owner, quantity]) => now[owner] === quantity);
  });

it('sends a single work and some units of an edition from a wallet, and their sales lose effect', async () => {
  const single = await all.mint(ann);
  const edition = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
  const [ofSingle, ofEdition] = [await all.list(ann, single.uuid), await all.list(ann, edition.uuid, { quantity: 5 })];
  await Promise.all([all.becomes(ofSingle.uuid, 'ACTIVE'), all.becomes(ofEdition.uuid, 'ACTIVE')]);
  const { status, body } = await ask(
    ann,
    { tokenUuid: single.uuid, to: bob.address },
    { tokenUuid: edition.uuid.toUpperCase(), to: bob.address.toLowerCase(), quantity: 2 },
  );
  expect(status).toBe(200);
  expect(body.data.steps.map(({ id, to, value, chainId }) => ({ id, to, value, chainId }))).toEqual([
    { id: 'send-token-1', to: single.contractAddress, value: '0', chainId: 80_001 },
    { id: 'send-token-2', to: edition.contractAddress, value: '0', chainId: 80_001 },
  ]);
  // The steps alone send nothing.
  await all.settled();
  expect(await ownersOf(single)).toEqual({ [ann.address]: 1 });
  await all.runSteps(ann, body.data);
  await owners(single, { [bob.address]: 1 });
  await owners(edition, { [ann.address]: 3, [bob.address]: 2 });
  await all.becomes(ofSingle.uuid, 'INVALID', 'NOT_OWNER');
  await all.becomes(ofEdition.uuid, 'INVALID', 'TOO_FEW');
  const history = await all.call<{ data: { event: string; quantity: number; to: string }[] }>(
    'GET',
    `/token/${edition.uuid}/history`,
    { as: ann },
  );
  expect(history.body.data.find(({ event }) => event === 'TRANSFERRED')).toMatchObject({
    quantity: 2,
    to: bob.address,
  });
});

it('sends both kinds from a smart account in one operation, and as many as go at once, paid by the marketplace', async () => {
  const { person, account } = await site.holder(true);
  const edition = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
  const { uuid: collection } = await all.collection(ann);
  const works: TokenDetail[] = [];
  for (let place = 1; place < SEND_MAX; place++) works.push(await all.mintIn(ann, collection, { name: `W ${place}` }));
  const given = await ask(ann, ...works.map(({ uuid }) => ({ tokenUuid: uuid, to: account.address })), {
    tokenUuid: edition.uuid,
    to: account.address,
    quantity: 4,
  });
  await all.runSteps(ann, given.body.data);
  await owners(edition, { [account.address]: 4 });
  const before = await site.client.getBalance({ address: account.address });
  const there = bob.address;
  const { body } = await ask(person, ...works.map(({ uuid }) => ({ tokenUuid: uuid, to: there })), {
    tokenUuid: edition.uuid,
    to: there,
    quantity: 3,
  });
  const { success } = await site.act(
    account,
    body.data.steps.map(({ to, data }) => ({ to: to as Address, data: data as Hex })),
  );
  expect(success).toBe(true);
  await owners(edition, { [account.address]: 1, [there]: 3 });
  for (const work of works) expect(await ownersOf(work)).toEqual({ [there]: 1 });
  expect(await site.client.getBalance({ address: account.address })).toBe(before);
  // One operation is one notice; each transaction is one, but of a sender no more than some in a day.
  const noticesOf = async (as: Person, count: number) =>
    until(`${count} notices`, async () => {
      const { body: list } = await all.call<{ data: Notification[] }>('GET', '/notification?limit=100', { as });
      const [row] = await all.sql`select count(*)::int as waiting from news`;
      const found = list.data.filter(({ kind }) => kind === 'RECEIVED');
      return row?.waiting === 0 && found.length >= count ? found : undefined;
    });
  expect((await noticesOf(bob, 3)).map(({ works: sent }) => sent)).toEqual([SEND_MAX, 1, 1]);
  expect((await noticesOf(person, RECEIVED_PER_DAY.ofOne)).map(({ works: sent }) => sent)).toEqual(
    Array.from({ length: RECEIVED_PER_DAY.ofOne }, () => 1),
  );
});

it('refuses what cannot be sent, and names the field', async () => {
  const single = await all.mint(ann);
  const edition = await all.mint(ann, { type: 'ERC1155', quantity: '5' });
  const bobs = await all.mint(bob);
  const auctioned = await all.mint(ann);
  await all.auction(ann, auctioned.uuid);
  const deaf = anyone();
  await all.chain.rpc('anvil_setCode', [deaf, '0x00']);
  const to = bob.address;
  const mine = { tokenUuid: single.uuid, to };
  const draft = await all.draft(ann, (await all.collection(ann)).uuid);
  const cases: [string, Item[], string, string][] = [
    ['another owner’s work', [mine, { tokenUuid: bobs.uuid, to: anyone() }], 'items.1.tokenUuid', 'send.notOwned'],
    ['a draft', [{ tokenUuid: draft.uuid, to }], 'items.0.tokenUuid', 'send.notOwned'],
    ['a work in an auction', [{ tokenUuid: auctioned.uuid, to }], 'items.0.tokenUuid', 'send.auctioned'],
    ['too many units', [{ tokenUuid: edition.uuid, to, quantity: 6 }], 'items.0.quantity', 'send.tooMany'],
    ['no unit', [{ tokenUuid: edition.uuid, to, quantity: 0 }], 'items.0.quantity', 'invalid'],
    ['one work twice', [mine, { ...mine, to: anyone() }], 'items.1.quantity', 'send.tooMany'],
    ['oneself', [{ ...mine, to: ann.address }], 'items.0.to', 'holdings.own'],
    ['nobody', [{ ...mine, to: zeroAddress }], 'items.0.to', 'holdings.contract'],
    ['the marketplace', [{ ...mine, to: all.deployment.auctionHouse }], 'items.0.to', 'holdings.contract'],
    ['the collection', [{ ...mine, to: single.contractAddress }], 'items.0.to', 'holdings.contract'],
    [
      'a typing error',
      [{ ...mine, to: '0x52908400098527886E0F7030069857D2E4169Ee7' }],
      'items.0.to',
      'holdings.mistyped',
    ],
    ['a name', [{ ...mine, to: 'bob.eth' }], 'items.0.to', 'invalid'],
    ['a contract that takes no works', [{ ...mine, to: deaf }], 'items.0.to', 'send.refused'],
    ['nothing', [], 'items', 'invalid'],
    ['too much at once', Array.from({ length: SEND_MAX + 1 }, () => mine), 'items', 'invalid'],
  ];
  for (const [what, items, field, code] of cases) {
    const { status, body } = await ask(ann, ...items);
    expect([what, status, body.code, body.message[0]?.property]).toEqual([what, 400, code, field]);
  }
  expect((await ask(undefined, mine)).status).toBe(401);
  expect(await ask(await all.person(false), mine)).toMatchObject({ status: 422, body: { code: 'wallet.missing' } });
});

it('is refused by the chain once the work is gone', async () => {
  const single = await all.mint(ann);
  const { body } = await ask(ann, { tokenUuid: single.uuid, to: anyone() });
  const [id, { contractAddress }] = [BigInt(single.tokenId), single];
  const args = [ann.address, bob.address, id] as const;
  const data = encodeFunctionData({ abi: collection721Abi, functionName: 'transferFrom', args });
  await all.sendRaw(ann, { to: contractAddress, data });
  await expect(all.runSteps(ann, body.data)).rejects.toThrow();
  await owners(single, { [bob.address]: 1 });
});
