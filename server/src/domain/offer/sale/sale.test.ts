import type { HistoryEntry, SignedOrder } from '@skarb/schema/offer';
import type { Holding, PastSale, PortfolioTotals } from '@skarb/schema/portfolio';
import type { TokenDetail } from '@skarb/schema/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAddress } from 'viem';
import { keepPrice } from '../../price/price.store.ts';
import { hashOrder, orderFromJson } from '../offer.order.ts';
import { type Person, startTrade, type Trade, until } from '../testing-trade.ts';

let all: Trade;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const historyOf = async (uuid: string) =>
  (await all.call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history`)).body.data;

describe('a fixed-price sale', () => {
  it("goes from the owner's signature to the buyer's wallet, and all records agree", async () => {
    const token = await all.mint(ann, { royalty: '5' });
    const opened = await all.open(ann, token.uuid, { price: '1.25' });
    expect(opened.status).toBe(201);
    expect(opened.body.data).toMatchObject({ status: 'DRAFT', price: '1.25', quantity: 1, quantityLeft: 1 });
    expect(opened.body.data.steps?.map(({ id, status }) => [id, status])).toEqual([
      ['approve-nft', 'incomplete'],
      ['sign-offer', 'incomplete'],
    ]);
    // Only the maker sees a draft.
    expect((await all.call('GET', `/offer/${opened.body.data.uuid}`)).status).toBe(404);

    const listed = await all.runSteps(ann, opened.body.data);
    expect(listed).toMatchObject({ status: 'ACTIVE', invalidReason: null, steps: [] });
    const { uuid } = listed;
    expect(listed.fees).toEqual({
      marketplace: '0.125',
      royalty: '0.0625',
      sellerReceives: '1.0625',
      marketplacePercent: 10,
      royaltyPercent: 5,
    });
    const head = Number(await all.chain.rpc('eth_blockNumber'));
    expect(listed.checked?.block).toBe(head);
    const shown = (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`)).body.data;
    expect(shown.listing).toMatchObject({ offerUuid: uuid, price: '1.25', currency: 'ETH', quantityLeft: 1 });
    expect(shown.offers).toMatchObject([{ uuid, status: 'ACTIVE' }]);

    // Anyone can check what was signed: the hash covers exactly these terms.
    const { body } = await all.call<{ data: SignedOrder }>('GET', `/offer/${uuid}/order`);
    expect(body.data.orderHash).toBe(listed.orderHash);
    expect(hashOrder(orderFromJson(body.data.components))).toBe(listed.orderHash);
    expect(body.data.components.offerer).toBe(getAddress(ann.address));
    expect(body.data.components.consideration.reduce((sum, line) => sum + BigInt(line.startAmount), 0n)).toBe(
      1_250_000_000_000_000_000n,
    );

    await keepPrice(all.sql, { asset: 'ETH', value: 3000, at: new Date(Date.now() - 60_000), source: 'test' });
    const bought = await all.purchase(bob, uuid);
    expect(bought.status).toBe(200);
    expect(bought.body.data.steps?.map(({ id, description, status }) => ({ id, description, status }))).toEqual([
      { id: 'approve-weth', description: 'Allow the marketplace to spend 1.25 WETH', status: 'incomplete' },
      { id: 'purchase', description: 'Buy A piece for 1.25 ETH', status: 'incomplete' },
    ]);
    await all.runSteps(bob, bought.body.data);

    const sold = await all.becomes(uuid, 'SOLD');
    expect(sold).toMatchObject({
      quantityLeft: 0,
      buyer: { uuid: bob.uuid },
      buyerAddress: bob.address,
      seller: { uuid: ann.uuid },
    });
    const after = (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`)).body.data;
    expect(after).toMatchObject({ listing: null, offers: [], ownerships: [{ owner: bob.address, quantity: 1 }] });
    expect(await historyOf(uuid)).toMatchObject([
      {
        event: 'SOLD',
        price: '1.25',
        currency: 'ETH',
        quantity: 1,
        from: ann.address,
        to: bob.address,
        toUser: { uuid: bob.uuid },
      },
      { event: 'LISTED', price: '1.25' },
    ]);
    const purchased = (await all.call<{ data: TokenDetail[] }>('GET', `/token?purchasedByUuid=${bob.uuid}`)).body.data;
    expect(purchased.map((entry) => entry.uuid)).toEqual([token.uuid]);
    const [{ volume }] =
      (await all.sql`select volume from collection where uuid = ${token.collection.uuid}`) as unknown as [
        { volume: string },
      ];
    expect(BigInt(volume.split('.')[0] as string)).toBe(1_250_000_000_000_000_000n);
    expect((await all.purchase(bob, uuid)).status).toBe(409);

    // What the buyer has paid, in the dollars of that moment, beside the price that the work has now: that of others, never
    // their own.
    await keepPrice(all.sql, { asset: 'ETH', value: 1000, at: new Date(), source: 'test' });
    await all.list(bob, token.uuid, { price: '1.9' });
    const sibling = await all.mintIn(ann, token.collection.uuid);
    await all.list(ann, sibling.uuid, { price: '2' });
    const portfolio = await all.call<{ data: Holding[]; totals: PortfolioTotals }>('GET', '/portfolio', { as: bob });
    expect(portfolio.body.data).toMatchObject([
      {
        token: { uuid: token.uuid },
        quantity: 1,
        bought: 1,
        cost: '1.25',
        costUsd: '3750',
        worth: '2',
        worthBy: 'FLOOR',
        result: '0.75',
      },
    ]);
    expect(portfolio.body.totals).toEqual({
      tokens: 1,
      quantity: 1,
      cost: '1.25',
      costUsd: '3750',
      worth: '2',
      result: '0.75',
      compared: { tokens: 1, cost: '1.25', costUsd: '3750', worth: '2' },
      unknown: { tokens: 0, cost: '0' },
      isPartial: false,
      sold: expect.objectContaining({ sales: 0, result: null }),
      transferred: { tokens: 0, cost: '0', costUsd: '0', isPartial: false },
    });
    const csv = await all.call('GET', '/portfolio.csv?currency=EUR', { as: bob });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heads, row] = csv.raw.toString().split('\r\n');
    expect(heads).toContain('"Work","Collection","Type"');
    expect(row).toContain(',1.25,2,"Floor of its collection",0.75,');
    const inUkrainian = await all.call('GET', '/portfolio.csv?currency=EUR&language=ukr', { as: bob });
    const [ukrHead, ukrRow] = inUkrainian.raw.toString().split('\r\n');
    expect(ukrHead).toContain('"Робота";"Колекція";"Тип"');
    expect(ukrHead).toContain('"Сплачено (ETH)"');
    expect(ukrRow).toContain(';1,25;2;"Найнижча ціна в колекції";0,75;');
    expect((await all.call('GET', '/portfolio')).status).toBe(401);
  });

  it('shows who sold a work what it had cost them, what they received and what they won', async () => {
    const [maker, first, second] = await Promise.all([all.trader(), all.trader(), all.trader()]);
    const token = await all.mint(maker, { royalty: '5' });
    const trade = async (seller: Person, buyer: Person, price: string) => {
      const { uuid } = await all.list(seller, token.uuid, { price });
      await all.runSteps(buyer, (await all.purchase(buyer, uuid)).body.data);
      return await all.becomes(uuid, 'SOLD');
    };
    await trade(maker, first, '1');
    const { fees } = await trade(first, second, '2');
    const read = async (as: Person) => ({
      ...(await all.call<{ data: Holding[]; totals: PortfolioTotals }>('GET', '/portfolio', { as })).body,
      sales: (await all.call<{ data: PastSale[] }>('GET', '/portfolio/sale', { as })).body.data,
    });
    const ofFirst = await read(first);
    expect(ofFirst.data).toEqual([]);
    expect(ofFirst.sales).toMatchObject([
      { token: { uuid: token.uuid }, quantity: 1, bought: 1, cost: '1', received: '1.7', result: '0.7' },
    ]);
    expect(fees.sellerReceives).toBe('1.7');
    expect(ofFirst.sales[0]?.txHash).toMatch(/^0x/);
    expect(ofFirst.totals).toMatchObject({
      tokens: 0,
      sold: { sales: 1, cost: '1', received: '1.7', unbought: '0', result: '0.7' },
    });
    const csv = await all.call('GET', '/portfolio.csv', { as: first });
    expect(csv.raw.toString().split('\r\n')[1]).toMatch(/,1,,,0\.7,.*,1\.7,/);

    // Its maker has paid nothing here, and has the royalty of the first sale.
    expect((await read(maker)).sales).toMatchObject([{ bought: 0, cost: null, received: '0.9', result: null }]);

    // A work that is given away keeps what was paid for it, beside no holding and in the file.
    const given = await all.call<{ data: Parameters<typeof all.runSteps>[1] }>('POST', '/token/send', {
      as: second,
      json: { items: [{ tokenUuid: token.uuid, to: first.address }] },
    });
    await all.runSteps(second, given.body.data);
    const ofSecond = await until('the gift to arrive', async () => {
      const portfolio = await read(second);
      return portfolio.totals.tokens === 0 && portfolio;
    });
    expect(ofSecond.totals).toMatchObject({ cost: '0', sold: { sales: 0 }, transferred: { tokens: 1, cost: '2' } });
    const file = await all.call('GET', '/portfolio.csv', { as: second });
    expect(file.raw.toString().split('\r\n')[1]).toMatch(/,0,1,[^,]+,2,,,,/);
    // Who got it as a present has paid nothing for it.
    expect(await read(first)).toMatchObject({ data: [{ cost: null }], totals: { transferred: { tokens: 0 } } });

    // A hidden work is not shown to who has sold it; the figures stay.
    await all.sql`insert into hidden (subject_type, subject_uuid, reason) values ('token', ${token.uuid}, 'SPAM')`;
    expect((await read(first)).sales).toMatchObject([{ token: null, received: '1.7' }]);
  });
});

it('a portfolio is sorted by the names that its reader sees', async () => {
  const [one, two] = [await all.mint(ann, { name: 'Apple' }), await all.mint(ann, { name: 'Berry' })];
  const names = [
    { uuid: one.uuid, name: 'Яблуко' },
    { uuid: two.uuid, name: 'Агрус' },
  ];
  for (const { uuid, name } of names)
    await all.sql`
      insert into token_localization (token_uuid, default_locale, texts, folder_hash)
      select uuid, 'en', ${all.sql.json([{ locale: 'uk', name }])}, image_hash from token where uuid = ${uuid}`;
  const sorted = async (language: string) => {
    const path = `/portfolio?sortBy=name:ASC&limit=100&language=${language}`;
    const { data } = (await all.call<{ data: Holding[] }>('GET', path, { as: ann })).body;
    return data.map(({ token }) => token.uuid).filter((uuid) => uuid === one.uuid || uuid === two.uuid);
  };
  expect(await sorted('en')).toEqual([one.uuid, two.uuid]);
  expect(await sorted('ukr')).toEqual([two.uuid, one.uuid]);
});

it('a trade that is recorded late takes its own transfer off the activity, and no other one', async () => {
  const { uuid } = await all.mint(ann);
  /** Records an event of a transaction. @returns its uuid */
  const record = async (event: string, transaction: number, place: number): Promise<string> => {
    const value = event === 'SOLD' ? '1' : null;
    const [made] = await all.sql`
      insert into history (uuid, token_uuid, event, from_address, to_address, quantity, value_eth, tx_hash, chain_id, block_number, block_hash, log_index, created_at)
      select gen_random_uuid(), token_uuid, ${event}, to_address, ${bob.address.toLowerCase()}, 1, ${value}::numeric,
        '0x' || lpad(${String(transaction)}, 64, '0'), chain_id, block_number, block_hash, ${place}, created_at
      from history where token_uuid = ${uuid} and event = 'MINTED' returning uuid`;
    return made?.uuid;
  };
  const listed = async () => {
    const rows = await all.sql`select history_uuid from activity where token_uuid = ${uuid} and kind <> 'MINT'`;
    return rows.map((row) => row.history_uuid as string).toSorted();
  };
  const [own, other] = [await record('TRANSFERRED', 1, 901), await record('TRANSFERRED', 2, 902)];
  expect(await listed()).toEqual([own, other].toSorted());
  const trade = await record('SOLD', 1, 903);
  expect(await listed()).toEqual([other, trade].toSorted());
});
