import { erc20Abi } from '@skarb/contracts/abi';
import { feeRecipient } from '@skarb/local/testing.ts';
import type { ErrorBody } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTrade, until, type Trade } from '../testing-trade.ts';

let all: Trade;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startTrade();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const refusal = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as ErrorBody).code];
/** A token that Ann made and transferred to Carol, who resells it: creator, seller and buyer are three accounts. */
const resold = async (carol: Person, fields: Record<string, string>) => {
  const token = await all.mint(ann, fields);
  const contract = token.contractAddress;
  const data =
    token.type === 'ERC721'
      ? encodeFunctionData({
          abi: transferAbi,
          functionName: 'transferFrom',
          args: [ann.address, carol.address, BigInt(token.tokenId)],
        })
      : encodeFunctionData({
          abi: transferAbi,
          functionName: 'safeTransferFrom',
          args: [ann.address, carol.address, BigInt(token.tokenId), BigInt(token.quantity), '0x'],
        });
  expect((await all.sendRaw(ann, { to: contract, data })).status).toBe('success');
  await all.settled();
  return token;
};
const uint = { name: '', type: 'uint256' } as const;
const addr = { name: '', type: 'address' } as const;
const transferAbi = [
  { type: 'function', name: 'transferFrom', stateMutability: 'nonpayable', inputs: [addr, addr, uint], outputs: [] },
  {
    type: 'function',
    name: 'safeTransferFrom',
    stateMutability: 'nonpayable',
    inputs: [addr, addr, uint, uint, { name: '', type: 'bytes' }],
    outputs: [],
  },
] as const;

describe('the amount each party receives', () => {
  it.each([
    ['ERC721', 'ETH', '0.123456789012345679', 1],
    ['ERC721', 'USDC', '19.999999', 1],
    ['ERC721', 'POL', '3.000000000000000007', 1],
    ['ERC1155', 'ETH', '0.000000000000000013', 7],
    ['ERC1155', 'USDC', '0.000017', 10],
    ['ERC1155', 'POL', '0.1', 3],
  ] as const)('is exact to the base unit: %s for %s at %s, %i units', async (type, name, price, quantity) => {
    const carol = await all.trader();
    const token = await resold(carol, { type, royalty: '7.5', ...(type === 'ERC1155' ? { quantity: '10' } : {}) });
    const offer = await all.list(carol, token.uuid, { price, currency: name, quantity: type === 'ERC1155' ? 10 : 1 });
    expect(offer.status).toBe('ACTIVE');
    const { decimals } = all.currency(name);
    const unit =
      BigInt(Math.round(1)) *
      BigInt(
        price
          .replace('.', '')
          .padEnd(price.split('.')[0]!.length + decimals, '0')
          .replace(/^0+/, ''),
      );
    const parties = [carol.address, feeRecipient.address, ann.address, bob.address];
    const balances = () => Promise.all(parties.map((party) => all.balanceOf(party, name)));

    const steps = (await all.purchase(bob, offer.uuid, quantity)).body.data.steps ?? [];
    const last = steps.at(-1);
    for (const step of steps.slice(0, -1)) if (step.kind === 'transaction') await all.sendStep(bob, step);
    const before = await balances();
    if (last?.kind !== 'transaction') throw new Error('no purchase step');
    const receipt = await all.sendStep(bob, last);
    const after = await balances();

    const units = BigInt(quantity);
    const fee = (unit / 10n) * units;
    const royalty = ((unit * 750n) / 10_000n) * units;
    const gas = name === 'POL' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n;
    expect(after.map((amount, index) => amount - (before[index] as bigint))).toEqual([
      unit * units - fee - royalty,
      fee,
      royalty,
      -unit * units - gas,
    ]);

    await all.settled();
    const shown = await all.offer(offer.uuid);
    const total = type === 'ERC1155' ? 10 : 1;
    expect(shown).toMatchObject({
      status: quantity === total ? 'SOLD' : 'ACTIVE',
      quantityLeft: total - quantity,
      buyer: { uuid: bob.uuid },
    });
    const { ownerships } = (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`)).body.data;
    const held = Object.fromEntries(ownerships.map((row) => [row.owner, row.quantity]));
    expect(held[bob.address]).toBe(quantity);
    expect(held[carol.address]).toBe(quantity === total ? undefined : total - quantity);
  });
});

describe('an edition', () => {
  it('sells in parts until no unit is left, and never more', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '10', royalty: '10' });
    const { uuid } = await all.list(ann, token.uuid, { price: '0.01', quantity: 10 });
    await all.buy(bob, uuid, 3);
    await all.settled();
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE', quantity: 10, quantityLeft: 7 });
    expect(refusal(await all.purchase(bob, uuid, 8))).toEqual([409, 'offer.tooMany']);
    await all.buy(bob, uuid, 6);
    await all.settled();
    expect(await all.offer(uuid)).toMatchObject({ status: 'ACTIVE', quantityLeft: 1 });
    await all.buy(bob, uuid, 1);
    await all.becomes(uuid, 'SOLD');
    expect(refusal(await all.purchase(bob, uuid, 1))).toEqual([409, 'offer.sold']);
    const sold = (await all.call<{ data: { event: string; quantity: number }[] }>('GET', `/offer/${uuid}/history`)).body
      .data;
    expect(sold.map(({ event, quantity }) => [event, quantity])).toEqual([
      ['SOLD', 1],
      ['SOLD', 6],
      ['SOLD', 3],
      ['LISTED', 10],
    ]);
  });

  it('with two simultaneous purchases of the last units: no transaction gets more than what is left', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '4' });
    const { uuid } = await all.list(ann, token.uuid, { price: '0.01', quantity: 4, currency: 'POL' });
    const carol = await all.trader();
    const [first, second] = await Promise.all([all.purchase(bob, uuid, 4), all.purchase(carol, uuid, 4)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const [one, two] = await Promise.allSettled([
      all.runSteps(bob, first.body.data),
      all.runSteps(carol, second.body.data),
    ]);
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
    await all.becomes(uuid, 'SOLD');
    const [{ left }] = (await all.sql`select quantity_left as left from offer where uuid = ${uuid}`) as unknown as [
      { left: string },
    ];
    expect(left).toBe('0');
  });
});

describe('a purchase is refused with a reason', () => {
  it("for one's own offer", async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    expect(refusal(await all.purchase(ann, uuid))).toEqual([403, 'offer.own']);
  });

  it('without money, wallet or account', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1.25' });
    const poor = await all.trader(false);
    const answer = await all.purchase(poor, uuid);
    expect(refusal(answer)).toEqual([422, 'purchase.balance']);
    expect((answer.body as unknown as ErrorBody).message).toBe(
      'Not enough balance: this costs 1.25 ETH and your wallet has 0 ETH',
    );
    const lacksOneUnit = await all.trader();
    const expensive = await all.list(ann, (await all.mint(ann)).uuid, { price: '10.000000000000000001' });
    expect(refusal(await all.purchase(lacksOneUnit, expensive.uuid))).toEqual([422, 'purchase.balance']);
    expect(refusal(await all.purchase(await all.person(false), uuid))).toEqual([422, 'wallet.missing']);
    expect((await all.call('POST', `/offer/${uuid}/purchase`, { json: {} })).status).toBe(401);
  });

  it('when the price differs from the one the buyer saw', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '0.5' });
    expect(refusal(await all.purchase(bob, uuid, 1, '0.4'))).toEqual([409, 'offer.priceChanged']);
    expect((await all.purchase(bob, uuid, 1, '0.50')).status).toBe(200);
  });

  it('for more than one unit of a single token, for none, for a fraction', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    expect(refusal(await all.purchase(bob, uuid, 2))).toEqual([409, 'offer.tooMany']);
    expect((await all.purchase(bob, uuid, 0)).status).toBe(400);
    expect((await all.purchase(bob, uuid, 0.5)).status).toBe(400);
  });

  it('names the reason when its transaction fails on chain', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '0.2' });
    const carol = await all.trader();
    const late = (await all.purchase(carol, uuid)).body.data.steps ?? [];
    await all.buy(bob, uuid);
    for (const step of late.slice(0, -1)) if (step.kind === 'transaction') await all.sendStep(carol, step);
    const last = late.at(-1);
    if (last?.kind !== 'transaction') throw new Error('no purchase step');
    const { transactionHash, status } = await all.sendRaw(carol, { ...last, gas: 500_000n });
    expect(status).toBe('reverted');
    const followed = await all.call<{ data: unknown }>('POST', '/transaction', {
      as: carol,
      json: { txHash: transactionHash, chainId: 80001 },
    });
    expect(followed.status).toBe(201);
    expect(followed.body.data).toMatchObject({
      status: 'failed',
      code: 'chain.partlySold',
      reason: 'It has been sold to somebody else meanwhile, whole or in part: look at what is left',
    });
    await until(
      'the record of it',
      async () =>
        (await all.call<{ data: { isIndexed: boolean } }>('GET', `/transaction/${transactionHash}`)).body.data
          .isIndexed,
    );
    expect((await all.call('GET', `/transaction/0x${'ab'.repeat(32)}`)).status).toBe(404);
    expect((await all.call('POST', '/transaction', { json: { txHash: transactionHash, chainId: 1 } })).status).toBe(
      400,
    );
  });

  it('when the simulation on chain fails before the wallet opens', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '0.2', currency: 'USDC' });
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [all.deployment.seaport, 10n ** 12n],
    });
    await all.sendRaw(bob, { to: all.deployment.usdc, data });
    // The records lag: the seller has just revoked the approval, and the follower has not read it yet.
    await all.stopWorker();
    const revoke = encodeFunctionData({
      abi: approvalAbi,
      functionName: 'setApprovalForAll',
      args: [all.deployment.seaport, false],
    });
    await all.sendRaw(ann, { to: token.contractAddress, data: revoke });
    expect(refusal(await all.purchase(bob, uuid))).toEqual([422, 'chain.notApproved']);
    all.startWorker();
    await all.becomes(uuid, 'INVALID', 'NOT_APPROVED');
    expect(refusal(await all.purchase(bob, uuid))).toEqual([422, 'offer.invalid.NOT_APPROVED']);
  });
});
const approvalAbi = [
  {
    type: 'function',
    name: 'setApprovalForAll',
    stateMutability: 'nonpayable',
    inputs: [addr, { name: '', type: 'bool' }],
    outputs: [],
  },
] as const;

describe('lists of offers', () => {
  it('filter, sort and page, and contain no drafts', async () => {
    const dan = await all.trader();
    const collection = await all.collection(dan);
    const tokens = [];
    for (let index = 0; index < 3; index++)
      tokens.push(await all.mintIn(dan, collection.uuid, { name: `Piece ${index}` }));
    await all.list(dan, tokens[0]!.uuid, { price: '2' });
    await all.list(dan, tokens[1]!.uuid, { price: '3200', currency: 'USDC' });
    await all.list(dan, tokens[2]!.uuid, { price: '0.5' });
    await all.open(dan, (await all.mintIn(dan, collection.uuid)).uuid);
    type Page = { data: { price: string; uuid: string }[]; meta: object };
    const get = async (query: string) => (await all.call<Page>('GET', `/offer?sellerUuid=${dan.uuid}&${query}`)).body;
    const prices = async (query: string) => (await get(query)).data.map((offer) => offer.price);
    expect(await prices('sortBy=price:ASC')).toEqual(['0.5', '3200', '2']);
    expect(await prices('sortBy=createdAt:DESC')).toEqual(['0.5', '3200', '2']);
    expect(await prices('sortBy=price:DESC&limit=2&page=2')).toEqual(['0.5']);
    expect((await get('limit=2&page=9')).meta).toEqual({
      itemsPerPage: 2,
      totalItems: 3,
      currentPage: 9,
      totalPages: 2,
    });
    expect(await prices('minPrice=0.9&maxPrice=1.1')).toEqual(['3200']);
    expect(await prices(`currencyUuid=${all.currency('USDC').uuid}&minPrice=3200`)).toEqual(['3200']);
    expect(await prices('status=DRAFT&status=SOLD')).toEqual([]);
    expect(await prices('search=piece%202')).toEqual(['0.5']);
    expect(await prices(`tokenUuid=${tokens[0]!.uuid}`)).toEqual(['2']);
    expect(await prices('type=BID')).toEqual([]);
    expect((await all.call('GET', '/offer?sortBy=maker:ASC')).status).toBe(400);
    expect((await all.call('GET', '/offer?limit=101')).status).toBe(400);
    expect((await all.call('GET', '/offer?tokenUuid=1')).status).toBe(400);
  });
});
