import { collection721Abi, erc20Abi, seaportAbi } from '@skarb/contracts/abi';
import type { CancelledAll, HistoryEntry, Offer, OfferWithSteps } from '@skarb/schema/offer';
import type { ErrorBody, SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail, TokenEvent } from '@skarb/schema/token';
import { encodeFunctionData, numberToHex, parseEther, parseUnits, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressTopic } from '../../../platform/chain/address.ts';
import type { ChainLog } from '../../../platform/chain/events.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { offerEvents } from '../offer.events.ts';
import { TOPIC } from '../offer.facts.ts';
import { orderFromJson } from '../offer.order.ts';
import { readMoney, storeMoney } from './bid.money.store.ts';
import { type Person, startTrade, type Trade, until } from '../testing-trade.ts';

let all: Trade;
let ann: Person;
let bob: Person;
let cleo: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const refusal = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as ErrorBody).code];
const eventsOf = async (uuid: string) =>
  (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history?sortBy=createdAt:ASC`)).body.data.map(
    ({ event }) => event,
  );
const money = (who: Person, name: 'ETH' | 'USDC', functionName: 'transfer' | 'approve', to: Address, amount: bigint) =>
  all.sendRaw(who, {
    to: name === 'ETH' ? all.deployment.weth : all.deployment.usdc,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
  });
/** The balances of all parties in one currency. */
const balances = async (name: 'ETH' | 'USDC') =>
  Object.fromEntries(
    await Promise.all(
      Object.entries({ ann, bob, cleo, fee: { address: all.deployment.feeRecipient } }).map(
        async ([who, { address }]) => [who, await all.balanceOf(address, name)] as const,
      ),
    ),
  ) as Record<'ann' | 'bob' | 'cleo' | 'fee', bigint>;
const gained = async (name: 'ETH' | 'USDC', before: Awaited<ReturnType<typeof balances>>) => {
  const after = await balances(name);
  return Object.fromEntries(Object.entries(after).map(([who, has]) => [who, has - before[who as 'ann']]));
};

describe('a bid on a single token', () => {
  it('costs its maker nothing until the owner accepts it; then each party is paid exactly to the base unit', async () => {
    const token = await all.mint(ann, { royalty: '7.5' });
    await all.list(ann, token.uuid, { price: '2' });
    await all.buy(
      cleo,
      (await all.call<{ data: Offer[] }>('GET', `/offer?tokenUuid=${token.uuid}`)).body.data[0]?.uuid as string,
    );
    await all.settled();
    await all.list(cleo, token.uuid, { price: '4' });

    const before = await balances('ETH');
    const opened = await all.openBid(bob, token.uuid, { price: '1.000000000000000007' });
    expect(opened.status).toBe(201);
    expect(opened.body.data).toMatchObject({ type: 'BID', status: 'DRAFT', buyerAddress: bob.address, seller: null });
    expect(opened.body.data.steps?.map(({ id, status }) => [id, status])).toEqual([
      ['approve-weth', 'incomplete'],
      ['sign-offer', 'incomplete'],
    ]);
    const bid = await all.runSteps(bob, opened.body.data);
    expect(bid).toMatchObject({
      status: 'ACTIVE',
      asking: { price: '4', symbol: 'WETH', differencePercent: -75 },
      fees: { marketplace: '0.1', royalty: '0.075', sellerReceives: '0.825000000000000007' },
    });
    expect(await gained('ETH', before)).toEqual({ ann: 0n, bob: 0n, cleo: 0n, fee: 0n });

    const list = (query: string) =>
      all
        .call<{ data: Offer[] }>('GET', `/offer?type=BID&${query}`)
        .then(({ body }) => body.data.map(({ uuid }) => uuid));
    expect(await list(`buyerUuid=${bob.uuid}`)).toEqual([bid.uuid]);
    expect(await list(`sellerUuid=${cleo.uuid}`)).toEqual([bid.uuid]);
    expect(await list(`sellerUuid=${ann.uuid}`)).toEqual([]);

    expect(refusal(await all.purchase(ann, bid.uuid))).toEqual([403, 'bid.notHolder']);
    expect(refusal(await all.purchase(bob, bid.uuid))).toEqual([403, 'offer.own']);
    expect(refusal(await all.purchase(cleo, bid.uuid, 1, '1.000000000000000008'))).toEqual([409, 'offer.priceChanged']);
    const accept = await all.purchase(cleo, bid.uuid, 1, '1');
    expect(accept.body.data.steps?.map(({ id, status }) => [id, status])).toEqual([
      ['approve-nft', 'complete'],
      ['accept-bid', 'incomplete'],
    ]);
    await all.runSteps(cleo, accept.body.data);
    expect(await gained('ETH', before)).toEqual({
      ann: parseEther('0.075'),
      bob: -parseEther('1.000000000000000007'),
      cleo: parseEther('0.825000000000000007'),
      fee: parseEther('0.1'),
    });
    expect(await all.becomes(bid.uuid, 'SOLD')).toMatchObject({
      buyerAddress: bob.address,
      sellerAddress: cleo.address,
      quantityLeft: 0,
    });
    expect(await eventsOf(bid.uuid)).toEqual(['BID', 'BID_ACCEPTED']);
    const story = await all.call<{ data: { event: string; from: string; to: string }[] }>(
      'GET',
      `/token/${token.uuid}/history`,
    );
    expect(story.body.data.find(({ event }) => event === 'BID_ACCEPTED')).toMatchObject({
      from: cleo.address,
      to: bob.address,
    });
    // Shown once, as the trade, and not as a transfer too. Any transfer shown belongs to another transaction.
    expect(story.body.data.filter(({ event }) => event === 'TRANSFERRED')).toEqual([]);
    const { body } = await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`, { as: bob });
    expect(body.data).toMatchObject({ listing: null, ownerships: [{ owner: bob.address }] });
    expect(await list(`sellerUuid=${cleo.uuid}&status=SOLD`)).toEqual([bid.uuid]);
    expect(refusal(await all.purchase(bob, bid.uuid))).toEqual([403, 'offer.own']);
    expect(refusal(await all.purchase(cleo, bid.uuid))).toEqual([409, 'offer.sold']);
  });

  it('is signed without a lock of its token while the node is asked for the money', async () => {
    const token = await all.mint(ann);
    const { steps = [] } = (await all.openBid(bob, token.uuid, { price: '0.1' })).body.data;
    for (const step of steps)
      if (step.kind === 'transaction' && step.status !== 'complete') await all.sendStep(bob, step);
    await all.settled();
    const isLocked = () =>
      all.sql
        .begin((tx) => tx`select 1 from token where uuid = ${token.uuid} for no key update nowait`)
        .then(
          () => false,
          () => true,
        );
    const node = all.context.chain.public;
    const ask = node.readContract.bind(node);
    const seen: boolean[] = [];
    const slow = vi.spyOn(node, 'readContract').mockImplementation((async (call: Parameters<typeof ask>[0]) => {
      if (call.functionName === 'allowance' && call.blockNumber === undefined) seen.push(await isLocked());
      return ask(call);
    }) as never);
    const step = steps.at(-1) as SignatureStep;
    const json = { signature: await all.sign(bob, step) };
    const signed = await all.call('PUT', step.submit.path, { as: bob, json });
    slow.mockRestore();
    expect(signed.status).toBe(200);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(true);
  });

  it('keeps a newer reading of the money when an older one is stored late', async () => {
    const token = await all.mint(ann);
    const bid = await all.bid(bob, token.uuid, { price: '0.1' });
    await all.settled();
    const stored = async () =>
      (
        await all.sql`select balance from bidder_money m join offer o using (currency_uuid, maker) where o.uuid = ${bid.uuid}`
      )[0];
    const older = await readMoney(all.sql, all.context, [bob.wallet]);
    await storeMoney(all.sql, { ...older, amounts: older.amounts.map(() => 7n) });
    await storeMoney(all.sql, older, { keepsNewer: true });
    expect(await stored()).toEqual({ balance: '7' });
    await storeMoney(all.sql, await readMoney(all.sql, all.context, [bob.wallet]), { keepsNewer: true });
    const weth = older.bidders.findIndex((bidder) => bidder.currency_uuid === all.currency('ETH').uuid);
    expect(await stored()).toEqual({ balance: String(older.amounts[2 * weth]) });
  });

  it('is derived again by the money only where that begins or ceases to cover it', async () => {
    const [little, much] = await Promise.all([all.mint(ann), all.mint(ann)]);
    const [one, three] = [
      await all.bid(cleo, little.uuid, { price: '0.1' }),
      await all.bid(cleo, much.uuid, { price: '0.3' }),
    ];
    await all.settled();
    const read = await readMoney(all.sql, all.context, [cleo.wallet]);
    class Back extends Error {}
    const derived: string[][] = [];
    const store = async (tx: Tx, balance: bigint, allowance = 10n ** 18n) => {
      const bidders = read.bidders.filter((bidder) => bidder.currency_uuid === all.currency('ETH').uuid);
      const bids = await storeMoney(tx, { ...read, bidders, amounts: [balance, allowance] });
      derived.push([one, three].flatMap(({ uuid }) => (bids.includes(uuid) ? [uuid] : [])));
    };
    await all.sql
      .begin(async (tx) => {
        await store(tx, 10n ** 18n);
        for (const balance of [10n ** 18n - 1n, 2n * 10n ** 17n, 10n ** 17n, 10n ** 17n - 1n]) await store(tx, balance);
        // What lacks is another thing: the reason changes.
        await store(tx, 10n ** 18n, 0n);
        await tx`delete from bidder_money where maker = ${cleo.wallet}`;
        await store(tx, 10n ** 18n, 0n);
        throw new Back();
      })
      .catch((error) => expect(error).toBeInstanceOf(Back));
    const both = [one.uuid, three.uuid];
    expect(derived.slice(1)).toEqual([[], [three.uuid], [], [one.uuid], both, both]);
  });

  it('is not among what an approval of its maker concerns: their sales alone', async () => {
    const [wanted, own] = await Promise.all([all.mint(ann), all.mint(bob)]);
    await all.bid(bob, wanted.uuid, { price: '0.1' });
    await all.list(bob, own.uuid, { price: '1' });
    await all.settled();
    const tokensOf = async (topic: Hex) => {
      const owner = offerEvents(all.config).find(({ topics }) => topics.includes(topic));
      const log = { topics: [topic, addressTopic(bob.wallet)] } as ChainLog;
      return [...((await owner?.tokensOf?.(all.sql, [log])) ?? [])];
    };
    const concerned = await tokensOf(TOPIC.approvalForAll);
    expect(concerned).toContain(own.uuid);
    expect(concerned).not.toContain(wanted.uuid);
    expect(await tokensOf(TOPIC.counterIncremented)).toEqual(expect.arrayContaining([own.uuid, wanted.uuid]));
  });

  it('is one of a thousand whose money moves in a block: the node is asked for a hundred amounts at a time', async () => {
    const bidders = Array.from({ length: 1000 }, (_, index) => ({
      currency_uuid: all.currency('ETH').uuid,
      address: all.deployment.weth,
      maker: numberToHex(index + 1, { size: 20 }),
      read_in: null,
    }));
    let asked = 0;
    let most = 0;
    const readContract = async ({ functionName, args: [maker] }: { functionName: string; args: [Hex] }) => {
      most = Math.max(most, ++asked);
      await new Promise(setImmediate);
      asked--;
      return functionName === 'balanceOf' ? BigInt(maker) : 0n;
    };
    const needs = { config: all.config, chain: { public: { readContract } } } as never;
    const { amounts } = await readMoney(
      (async () => bidders) as never,
      needs,
      bidders.map(({ maker }) => maker),
    );
    expect(most).toBeLessThanOrEqual(100);
    expect(amounts).toEqual(bidders.flatMap(({ maker }) => [BigInt(maker), 0n]));
  });

  it('is accepted by who had the work, wherever they have the money sent', async () => {
    const token = await all.mint(ann);
    const bid = await all.bid(bob, token.uuid, { price: '0.5' });
    await all.settled();
    const approve = encodeFunctionData({
      abi: collection721Abi,
      functionName: 'setApprovalForAll',
      args: [all.deployment.seaport, true],
    });
    await all.sendRaw(ann, { to: token.contractAddress as Address, data: approve });
    await money(ann, 'ETH', 'approve', all.deployment.seaport, parseEther('1'));
    const [stored] = await all.sql<{ components: Record<string, unknown>; signature: Hex }[]>`
      select components, signature from seaport_order where offer_uuid = ${bid.uuid}`;
    const { counter: _, ...parameters } = orderFromJson(stored?.components ?? {});
    const order = {
      parameters: { ...parameters, totalOriginalConsiderationItems: BigInt(parameters.consideration.length) },
      numerator: 1n,
      denominator: 1n,
      signature: stored?.signature as Hex,
      extraData: '0x' as Hex,
    };
    const receipt = await all.sendRaw(ann, {
      to: all.deployment.seaport,
      data: encodeFunctionData({
        abi: seaportAbi,
        functionName: 'fulfillAdvancedOrder',
        args: [order, [], `0x${'00'.repeat(32)}`, cleo.address],
      }),
    });
    expect(receipt.status).toBe('success');
    const sold = await all.becomes(bid.uuid, 'SOLD');
    expect(sold).toMatchObject({ sellerAddress: ann.address, buyerAddress: bob.address });
    const { data } = (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${bid.uuid}/history`)).body;
    expect(data.find(({ event }) => event === 'BID_ACCEPTED')).toMatchObject({ from: ann.address, to: bob.address });
  });

  it('placed on the page of a sale is a bid on its token, also in a stablecoin', async () => {
    const token = await all.mint(ann, { royalty: '10' });
    const sale = await all.list(ann, token.uuid, { price: '2' });
    const before = await balances('USDC');
    const bid = await all.bid(bob, sale.uuid, { price: '123.456789', currency: 'USDC' });
    expect(bid.token.uuid).toBe(token.uuid);
    await all.buy(ann, bid.uuid);
    await all.becomes(bid.uuid, 'SOLD');
    // The creator is the seller, so the royalty goes to the same account.
    expect(await gained('USDC', before)).toEqual({
      ann: parseUnits('111.111111', 6),
      bob: -parseUnits('123.456789', 6),
      cleo: 0n,
      fee: parseUnits('12.345678', 6),
    });
    // Its listing is now invalid and shows it.
    await all.becomes(sale.uuid, 'INVALID', 'NOT_OWNER');
  });

  it('is refused with a reason: own token, no money, native coin, on a bid, no wallet', async () => {
    const token = await all.mint(ann);
    expect(refusal(await all.openBid(ann, token.uuid))).toEqual([403, 'bid.own']);
    const poor = await all.openBid(bob, token.uuid, { price: '1000' });
    expect(refusal(poor)).toEqual([422, 'bid.balance']);
    expect((poor.body as unknown as ErrorBody).message).toMatch(/takes 1000 ETH and your wallet has \d/);
    const native = await all.openBid(bob, token.uuid, { currency: 'POL' });
    expect(native.status).toBe(400);
    expect((native.body as unknown as ErrorBody).message).toMatchObject([{ property: 'currencyUuid' }]);
    expect(refusal(await all.openBid(bob, token.uuid, { quantity: 2 }))).toEqual([422, 'bid.tooMany']);
    const bid = await all.bid(bob, token.uuid, { price: '0.1' });
    expect(refusal(await all.openBid(cleo, bid.uuid))).toEqual([422, 'bid.onBid']);
    expect(refusal(await all.openBid(await all.person(false), token.uuid))).toEqual([422, 'wallet.missing']);
    expect(refusal(await all.openBid(bob, '01900000-0000-7000-8000-000000000000'))).toEqual([404, 'token.notFound']);
  });

  it('is refused while nobody who holds the work can accept it; one made before can be withdrawn', async () => {
    const dan = await all.trader();
    const token = await all.mint(dan);
    const noOffers = async () =>
      (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`, { as: bob })).body.data.noOffers;
    expect(await noOffers()).toBeNull();
    const bid = await all.bid(bob, token.uuid, { price: '0.1' });
    for (const away of ['blocked_at', 'deletion_at']) {
      await all.sql`update app_user set ${all.sql(away)} = now() + interval '1 day' where uuid = ${dan.uuid}`;
      expect(refusal(await all.openBid(cleo, token.uuid))).toEqual([409, 'bid.ownerAway']);
      expect(await noOffers()).toBe('OWNER_AWAY');
      await all.sql`update app_user set ${all.sql(away)} = null where uuid = ${dan.uuid}`;
    }
    await all.sql`update app_user set blocked_at = now() where uuid = ${dan.uuid}`;
    expect((await all.call('DELETE', `/offer/${bid.uuid}`, { as: bob })).status).toBe(200);
    await all.becomes(bid.uuid, 'CANCELLED');
  });

  it('is cancelled and edited without gas, and the old terms can never be accepted', async () => {
    const token = await all.mint(ann);
    const bid = await all.bid(bob, token.uuid, { price: '1' });
    const old = (await all.purchase(ann, bid.uuid)).body.data.steps as Step[];
    await all.sendStep(ann, old[0] as TransactionStep);
    const gas = await all.balanceOf(bob.address, 'POL');
    const edited = await all.call<{ data: OfferWithSteps }>('PUT', `/offer/${bid.uuid}`, {
      as: bob,
      json: { price: '0.4' },
    });
    expect(edited.status).toBe(200);
    await all.runSteps(bob, edited.body.data);
    expect(await all.becomes(bid.uuid, 'ACTIVE')).toMatchObject({ price: '0.4' });
    expect((await all.sendRaw(ann, { ...(old[1] as TransactionStep), gas: 500_000n })).status).toBe('reverted');
    expect(refusal(await all.purchase(ann, bid.uuid, 1, '1'))).toEqual([409, 'offer.priceChanged']);
    expect(refusal(await all.call('DELETE', `/offer/${bid.uuid}`, { as: ann }))).toEqual([403, 'offer.notYours']);
    expect((await all.call('DELETE', `/offer/${bid.uuid}`, { as: bob })).status).toBe(200);
    await all.becomes(bid.uuid, 'CANCELLED');
    expect(await all.balanceOf(bob.address, 'POL')).toBe(gas);
    expect(refusal(await all.purchase(ann, bid.uuid))).toEqual([409, 'offer.cancelled']);
    expect(await eventsOf(bid.uuid)).toEqual(['BID', 'EDITED', 'CANCEL_REQUESTED', 'CANCELLED']);
    // The token's history says that a bid ended, not a sale.
    const { body } = await all.call<{ data: TokenEvent[] }>('GET', `/token/${token.uuid}/history`);
    expect(body.data.map(({ event, offerType }) => [event, offerType])).toEqual([
      ['CANCELLED', 'BID'],
      ['CANCEL_REQUESTED', 'BID'],
      ['EDITED', 'BID'],
      ['BID', 'BID'],
      ['MINTED', null],
    ]);
  });

  it('ends when its maker gets the work in another way, so that nobody they sell it to can accept it', async () => {
    const token = await all.mint(ann);
    const bids = [await all.bid(bob, token.uuid, { price: '0.3' }), await all.bid(bob, token.uuid, { price: '0.2' })];
    const other = await all.bid(cleo, token.uuid, { price: '0.1' });
    await all.buy(bob, (await all.list(ann, token.uuid, { price: '0.35' })).uuid);
    for (const { uuid } of bids) await all.becomes(uuid, 'CANCELLED');
    await all.buy(cleo, (await all.list(bob, token.uuid, { price: '0.15' })).uuid);
    for (const { uuid } of bids) expect(refusal(await all.purchase(cleo, uuid))).toEqual([409, 'offer.cancelled']);
    await all.becomes(other.uuid, 'CANCELLED');
  });

  it('stays when its maker buys one copy of an edition: they may want more', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '3' });
    const bid = await all.bid(bob, token.uuid, { price: '0.1' });
    await all.buy(bob, (await all.list(ann, token.uuid, { price: '0.2', quantity: 1 })).uuid);
    await all.settled();
    expect(await all.offer(bid.uuid)).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('a bid is ACTIVE only while its maker has the money', () => {
  /** Whether lists say that a token has an offer; those of a signed-in person are not cached. */
  const isWanted = async (uuid: string) =>
    (
      await all.call<{ data: { uuid: string }[] }>('GET', '/token?state=HAS_OFFERS&limit=100', { as: ann })
    ).body.data.some((token) => token.uuid === uuid);
  it('is INVALID when the money leaves and ACTIVE when it returns, within a block', async () => {
    const dan = await all.trader();
    const token = await all.mint(ann);
    const bid = await all.bid(dan, token.uuid, { price: '9.5' });
    const small = await all.bid(dan, token.uuid, { price: '3' });
    await money(dan, 'ETH', 'transfer', bob.address, parseEther('0.500000000000000001'));
    await all.becomes(bid.uuid, 'INVALID', 'INSUFFICIENT_BALANCE');
    expect(await all.offer(small.uuid)).toMatchObject({ status: 'ACTIVE' });
    expect(refusal(await all.purchase(ann, bid.uuid))).toEqual([422, 'offer.invalid.INSUFFICIENT_BALANCE']);
    await money(bob, 'ETH', 'transfer', dan.address, 1n);
    await all.becomes(bid.uuid, 'ACTIVE');
    expect(await eventsOf(bid.uuid)).toEqual(['BID', 'INVALID', 'VALID']);
  });

  it('is INVALID without enough allowance, and its maker gets the step that restores it', async () => {
    const dan = await all.trader();
    const token = await all.mint(ann);
    expect(await isWanted(token.uuid)).toBe(false);
    const bid = await all.bid(dan, token.uuid, { price: '2', currency: 'USDC' });
    expect(await isWanted(token.uuid)).toBe(true);
    await money(dan, 'USDC', 'approve', all.deployment.seaport, 1_999_999n);
    await all.becomes(bid.uuid, 'INVALID', 'INSUFFICIENT_ALLOWANCE');
    expect(await isWanted(token.uuid)).toBe(false);
    const { steps } = await all.offer(bid.uuid, dan);
    expect(steps).toMatchObject([{ id: 'approve-usdc', status: 'incomplete' }]);
    const allowance = await all.call<{ data: object }>('GET', `/auth/wallet/allowance/erc20?offerUuid=${bid.uuid}`, {
      as: dan,
    });
    expect(allowance.body.data).toEqual({ allowance: '1.999999', required: '2', sufficient: false });
    await all.sendStep(dan, steps?.[0] as TransactionStep);
    await all.becomes(bid.uuid, 'ACTIVE');
    expect(await isWanted(token.uuid)).toBe(true);
  });

  it('two bids may share one balance, and accepting one does not reduce the allowance of the other', async () => {
    const dan = await all.trader();
    const [one, two] = [await all.mint(ann), await all.mint(ann)];
    const first = await all.bid(dan, one.uuid, { price: '4' });
    const second = await all.bid(dan, two.uuid, { price: '5' });
    await all.buy(ann, first.uuid);
    await all.becomes(first.uuid, 'SOLD');
    await all.settled();
    expect(await all.offer(second.uuid)).toMatchObject({ status: 'ACTIVE' });
    // An approval replaces the allowance, so an approval for a purchase includes the amount of the bid.
    const sale = await all.list(ann, (await all.mint(ann)).uuid, { price: '5.5' });
    expect((await all.purchase(dan, sale.uuid)).body.data.steps).toMatchObject([
      {
        id: 'approve-weth',
        description: 'Allow the marketplace to spend 10.5 WETH',
        status: 'incomplete',
        openBids: '5',
      },
      { id: 'purchase' },
    ]);
    // Also one that the bid's own permission would cover.
    const small = await all.list(ann, (await all.mint(ann)).uuid, { price: '3' });
    expect((await all.purchase(dan, small.uuid)).body.data.steps).toMatchObject([
      { description: 'Allow the marketplace to spend 8 WETH', status: 'incomplete', openBids: '5' },
      { id: 'purchase' },
    ]);
    const allowance = await all.call(`GET`, `/auth/wallet/allowance/erc20?offerUuid=${small.uuid}`, { as: dan });
    expect(allowance.body).toMatchObject({ data: { allowance: '5', required: '3', sufficient: false } });
  });

  it('ends when the maker raises the counter, and when its time is over', async () => {
    const dan = await all.trader();
    const token = await all.mint(ann);
    const bid = await all.bid(dan, token.uuid, { price: '1' });
    const data = encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' });
    await all.sendRaw(dan, { to: all.deployment.seaport, data });
    await all.becomes(bid.uuid, 'INVALID', 'COUNTER_RAISED');
    const short = await all.bid(dan, token.uuid, { price: '1' });
    expect(await isWanted(token.uuid)).toBe(true);
    await all.sql.begin(async (tx) => {
      await tx`update seaport_order set ends_at = now() - interval '1 second' where offer_uuid = ${short.uuid}`;
      await tx`update offer set ends_at = now() - interval '1 second' where uuid = ${short.uuid}`;
    });
    await until(
      'the end',
      async () => (await all.sql`select 1 from offer where uuid = ${short.uuid} and status = 'EXPIRED'`).length > 0,
    );
    expect(await isWanted(token.uuid)).toBe(false);
    expect(refusal(await all.purchase(ann, short.uuid))).toEqual([409, 'offer.expired']);
  });
});

it('all open offers of a wallet end with one transaction, and not before the chain says so', async () => {
  const eve = await all.trader();
  const listed = await all.list(eve, (await all.mint(eve)).uuid);
  const bid = await all.bid(eve, (await all.mint(ann)).uuid, { price: '1' });
  const cancelAll = async () => (await all.call<{ data: CancelledAll }>('DELETE', '/offer', { as: eve })).body.data;
  const asked = await cancelAll();
  expect(asked).toMatchObject({
    offers: 2,
    auctions: 0,
    kept: 0,
    steps: [{ id: 'cancel-all', to: all.deployment.seaport }],
  });
  // Nothing is cancelled until the chain says so.
  expect((await all.offer(listed.uuid)).status).toBe('ACTIVE');
  await all.sendRaw(eve, asked.steps[0] as TransactionStep);
  await all.becomes(listed.uuid, 'INVALID', 'COUNTER_RAISED');
  await all.becomes(bid.uuid, 'INVALID', 'COUNTER_RAISED');
  expect(await cancelAll()).toMatchObject({ offers: 0, steps: [] });
  for (const { uuid } of [listed, bid]) expect((await all.offer(uuid)).status).toBe('CANCELLED');
});

describe('a bid for several units of an edition', () => {
  it('is accepted in parts by several holders, each paid exactly to the base unit', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '10', royalty: '3.33' });
    const sale = await all.list(ann, token.uuid, { price: '0.1', quantity: 3 });
    await all.buy(cleo, sale.uuid, 3);
    await all.settled();
    const before = await balances('ETH');
    const bid = await all.bid(bob, token.uuid, { price: '0.100000000000000003', quantity: 5 });
    expect(refusal(await all.purchase(cleo, bid.uuid, 4))).toEqual([422, 'offer.tooFew']);
    const [, sell] = (await all.purchase(cleo, bid.uuid, 2)).body.data.steps ?? [];
    expect(sell?.description).toMatch(/^Sell 2 × .+: you receive 0\.173340000000000006 ETH$/);
    await all.buy(cleo, bid.uuid, 2);
    await until('two of five', async () => (await all.offer(bid.uuid)).quantityLeft === 3);
    expect(await all.offer(bid.uuid)).toMatchObject({ status: 'ACTIVE', sellerAddress: cleo.address });
    expect(refusal(await all.purchase(ann, bid.uuid, 4))).toEqual([409, 'offer.tooMany']);
    await all.buy(ann, bid.uuid, 3);
    await all.becomes(bid.uuid, 'SOLD');
    const royalty = 3_330_000_000_000_000n;
    const fee = parseEther('0.01');
    const net = parseEther('0.100000000000000003') - fee - royalty;
    expect(await gained('ETH', before)).toEqual({
      ann: 3n * net + 5n * royalty,
      bob: -5n * parseEther('0.100000000000000003'),
      cleo: 2n * net,
      fee: 5n * fee,
    });
    expect(await eventsOf(bid.uuid)).toEqual(['BID', 'BID_ACCEPTED', 'BID_ACCEPTED']);
    const { body } = await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`, { as: bob });
    expect(Object.fromEntries(body.data.ownerships.map(({ owner, quantity }) => [owner, quantity]))).toEqual({
      [ann.address]: 4,
      [bob.address]: 5,
      [cleo.address]: 1,
    });
  });

  it('is accepted whole in one transaction while no part of it is filled', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '4', royalty: '0' });
    const before = await balances('USDC');
    const bid = await all.bid(bob, token.uuid, { price: '1.5', currency: 'USDC', quantity: 4 });
    await all.buy(ann, bid.uuid, 4);
    await all.becomes(bid.uuid, 'SOLD');
    expect(await gained('USDC', before)).toEqual({ ann: 5_400_000n, bob: -6_000_000n, cleo: 0n, fee: 600_000n });
    expect(refusal(await all.openBid(bob, token.uuid, { price: '1' }))).toEqual([403, 'bid.own']);
  });

  it('needs money for all units not yet bought', async () => {
    const dan = await all.trader();
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '4' });
    const bid = await all.bid(dan, token.uuid, { price: '2.5', quantity: 4 });
    await money(dan, 'ETH', 'transfer', bob.address, parseEther('2.5'));
    await all.becomes(bid.uuid, 'INVALID', 'INSUFFICIENT_BALANCE');
    const edited = await all.call<{ data: OfferWithSteps }>('PUT', `/offer/${bid.uuid}`, {
      as: dan,
      json: { quantity: 3 },
    });
    await all.runSteps(dan, edited.body.data);
    expect(await all.becomes(bid.uuid, 'ACTIVE')).toMatchObject({ quantityLeft: 3 });
  });
});

describe('the listing of an edition’s holder who accepts a bid', () => {
  it('is paused when fewer copies stay than it offers, and continues with those after an edit', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '4' });
    const sale = await all.list(ann, token.uuid, { price: '0.1', quantity: 3 });
    const bid = await all.bid(bob, token.uuid, { price: '0.2', quantity: 2 });
    await all.buy(ann, bid.uuid, 2);
    await all.becomes(sale.uuid, 'INVALID', 'TOO_FEW');
    expect(refusal(await all.purchase(bob, sale.uuid))).toEqual([422, 'offer.invalid.TOO_FEW']);
    const edited = await all.call<{ data: OfferWithSteps }>('PUT', `/offer/${sale.uuid}`, {
      as: ann,
      json: { quantity: 2 },
    });
    await all.runSteps(ann, edited.body.data);
    expect(await all.becomes(sale.uuid, 'ACTIVE')).toMatchObject({ quantityLeft: 2 });
  });
});

describe('two holders who accept at the same time', () => {
  it('sell one unit to a bid for one unit: the second acceptance fails', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '4' });
    const sale = await all.list(ann, token.uuid, { price: '0.1', quantity: 1 });
    await all.buy(cleo, sale.uuid);
    await all.settled();
    const bid = await all.bid(bob, token.uuid, { price: '0.2' });
    const [fromAnn, fromCleo] = await Promise.all([all.purchase(ann, bid.uuid), all.purchase(cleo, bid.uuid)]);
    for (const [who, { body }] of [
      [ann, fromAnn],
      [cleo, fromCleo],
    ] as const)
      await all.sendStep(who, body.data.steps?.[0] as TransactionStep);
    const receipts = await Promise.all(
      (
        [
          [ann, fromAnn],
          [cleo, fromCleo],
        ] as const
      ).map(([who, { body }]) => all.sendRaw(who, { ...(body.data.steps?.at(-1) as TransactionStep), gas: 600_000n })),
    );
    expect(receipts.map(({ status }) => status).sort()).toEqual(['reverted', 'success']);
    expect(await all.becomes(bid.uuid, 'SOLD')).toMatchObject({ quantityLeft: 0 });
  });
});

describe('a reorg', () => {
  it('that drops an acceptance restores the bid, with its status from the current balance', async () => {
    const dan = await all.trader();
    const token = await all.mint(ann);
    const bid = await all.bid(dan, token.uuid, { price: '6' });
    const permit = (await all.purchase(ann, bid.uuid)).body.data.steps?.[0] as TransactionStep;
    await all.sendStep(ann, permit);
    await all.settled();
    const accept = (await all.purchase(ann, bid.uuid)).body.data.steps?.at(-1) as TransactionStep;
    await all.sendStep(ann, accept);
    await all.becomes(bid.uuid, 'SOLD');
    await all.chain.rpc('anvil_reorg', [1, []]);
    await all.becomes(bid.uuid, 'ACTIVE');
    expect(await eventsOf(bid.uuid)).toEqual(['BID']);
    expect(await all.offer(bid.uuid)).toMatchObject({ quantityLeft: 1, seller: null });
    await money(dan, 'ETH', 'transfer', bob.address, parseEther('5'));
    await all.becomes(bid.uuid, 'INVALID', 'INSUFFICIENT_BALANCE');
    expect(
      await all.context.chain.public.readContract({
        address: token.contractAddress as Address,
        abi: collection721Abi,
        functionName: 'ownerOf',
        args: [BigInt(token.tokenId)],
      }),
    ).toBe(ann.address);
  });

  it('that drops the allowance for a bid makes it INVALID, even if the follower did not watch its maker before', async () => {
    const token = await all.mint(ann);
    await all.settled();
    const eva = await all.trader();
    const bid = await all.bid(eva, token.uuid, { price: '6' });
    expect(bid.status).toBe('ACTIVE');
    await all.settled();
    // The newest block contains the approval transaction.
    await all.chain.rpc('anvil_reorg', [1, []]);
    await all.becomes(bid.uuid, 'INVALID', 'INSUFFICIENT_ALLOWANCE');
  });

  it('that drops a cancel and the allowance before it restores the bid as INVALID', async () => {
    const token = await all.mint(ann);
    await all.settled();
    const fay = await all.trader();
    const bid = await all.bid(fay, token.uuid, { price: '6' });
    const [order] = await all.sql<{ components: Record<string, unknown> }[]>`
      select components from seaport_order where offer_uuid = ${bid.uuid}`;
    const cancel = encodeFunctionData({
      abi: seaportAbi,
      functionName: 'cancel',
      args: [[orderFromJson(order?.components ?? {})]],
    });
    await all.sendRaw(fay, { to: all.deployment.seaport, data: cancel });
    await all.becomes(bid.uuid, 'CANCELLED');
    await all.chain.rpc('anvil_reorg', [2, []]);
    const given = await all.becomes(bid.uuid, 'INVALID', 'INSUFFICIENT_ALLOWANCE');
    expect(given).toMatchObject({ quantityLeft: 1, seller: null });
  });
});
