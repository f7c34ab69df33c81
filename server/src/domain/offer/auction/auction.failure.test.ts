import type { OfferWithSteps } from '@skarb/schema/offer';
import { localUsdcAbi } from '@skarb/contracts/abi';
import { deployer } from '@skarb/local/testing.ts';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, parseUnits, type Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, startAuctions, stepsOf, until, type Auctions, type Person } from './testing-auction.ts';

let all: Auctions;
let ann: Person;
let bob: Person;
let cleo: Person;
// Without an operator, users send the operator's transactions themselves.
beforeAll(async () => {
  all = await startAuctions({ withOperator: false });
  [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

const ban = (functionName: 'blacklist' | 'unBlacklist', who: Person) =>
  all.sendRaw(deployer, {
    to: all.deployment.usdc,
    data: encodeFunctionData({ abi: localUsdcAbi, functionName, args: [who.address as Address] }),
  });
type Credit = { currency: { symbol: string }; amount: string; steps: Step[] };
const creditsOf = async (as: Person) =>
  (await all.call<{ data: Credit[] }>('GET', '/auth/wallet/credit', { as })).body.data;

describe('a refund that cannot be paid', () => {
  it('does not block other bids: the auction house keeps it as a credit that its owner sees and claims', async () => {
    const token = await all.mint(ann, { royalty: '0' });
    const { uuid } = await all.auction(ann, token.uuid, { reservePrice: '100', currency: 'USDC' });
    await all.bidIn(bob, uuid, '100');
    await ban('blacklist', bob);
    expect(await creditsOf(bob)).toEqual([]);
    await all.bidIn(cleo, uuid, '105');
    const credits = await creditsOf(bob);
    expect(credits).toMatchObject([{ currency: { symbol: 'USDC' }, amount: '100', steps: [{ id: 'claim-credit' }] }]);
    expect(await creditsOf(cleo)).toEqual([]);
    expect((await all.story(uuid)).map(({ event, to, price }) => [event, to, price])).toEqual([
      ['AUCTION_CREATED', null, '100'],
      ['BID', null, '100'],
      ['BID', null, '105'],
      ['OUTBID', bob.address, '105'],
      ['CREDITED', bob.address, '100'],
    ]);
    await ban('unBlacklist', bob);
    const had = await all.balanceOf(bob.address, 'USDC');
    await all.sendStep(bob, credits[0]?.steps[0] as TransactionStep);
    expect((await all.balanceOf(bob.address, 'USDC')) - had).toBe(parseUnits('100', 6));
    expect(await creditsOf(bob)).toEqual([]);
  });

  it('does not block settlement: the unpaid recipient gets a credit, the others get their money', async () => {
    const token = await all.mint(ann, { royalty: '10' });
    const { uuid } = await all.auction(ann, token.uuid, { reservePrice: '200', currency: 'USDC' });
    await all.bidIn(cleo, uuid, '200');
    await ban('blacklist', ann);
    await all.wait(3601);
    await all.becomes(uuid, 'ENDED');
    const asked = await all.settle(bob, uuid);
    expect(asked.body.data.steps).toMatchObject([{ id: 'settle', status: 'incomplete', why: 'operator.off' }]);
    await all.runSteps(bob, asked.body.data);
    await all.becomes(uuid, 'SOLD');
    expect(await all.ownersOf(token.uuid, bob)).toEqual({ [cleo.address]: 1 });
    // Ann is also the creator, so her share as the seller includes the royalty.
    expect(await creditsOf(ann)).toMatchObject([{ amount: '180' }]);
    // The currency bans Ann's wallet, so she claims the money to another of her wallets.
    const to = (address: string) =>
      all.call<{ data: Credit[] }>('GET', `/auth/wallet/credit?to=${address}`, { as: ann });
    expect((await to('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).status).toBe(400);
    const [credit] = (await to(bob.address)).body.data;
    const had = await all.balanceOf(bob.address, 'USDC');
    await all.sendStep(ann, credit?.steps[0] as TransactionStep);
    expect((await all.balanceOf(bob.address, 'USDC')) - had).toBe(parseUnits('180', 6));
    expect(await creditsOf(ann)).toEqual([]);
    await ban('unBlacklist', ann);
  });
});

describe('a bid that another bid overtakes before it is sent', () => {
  it('is rejected by the chain with a named error code', async () => {
    const token = await all.mint(ann, { royalty: '0' });
    const { uuid } = await all.auction(ann, token.uuid);
    const [approval, bid] = (await all.askBid(bob, uuid, '1')).body.data.steps as TransactionStep[];
    await all.sendStep(bob, approval as TransactionStep);
    await all.bidIn(cleo, uuid, '1');
    // The request that a browser sends before its wallet opens.
    const call = { from: bob.address, to: bid?.to, data: bid?.data };
    const answer = await fetch(all.chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_estimateGas', params: [call] }),
    });
    const { error } = (await answer.json()) as { error: { data: string } };
    const named = (data: string) => all.call<{ data: unknown }>('GET', `/transaction/refusal?data=${data}`);
    expect((await named(error.data)).body.data).toMatchObject({ code: 'chain.bidTooLow' });
    expect((await named('0x')).body.data).toMatchObject({ code: 'chain.reverted' });
    expect((await named('0x123')).status).toBe(400);
  });
});

describe("an NFT that the winner's wallet rejects", () => {
  it('belongs to the winner, stays in the auction house, and the winner claims it to any address that accepts it', async () => {
    const token = await all.mint(ann, { type: 'ERC1155', quantity: '6' });
    const { uuid } = await all.auction(ann, token.uuid, { quantity: 4 });
    await all.bidIn(bob, uuid, '1');
    // A contract that returns no data, so it accepts no NFTs.
    await all.chain.rpc('anvil_setCode', [bob.address, '0x00']);
    await all.wait(3601);
    await all.becomes(uuid, 'ENDED');
    await all.runSteps(cleo, (await all.settle(cleo, uuid)).body.data);
    await all.becomes(uuid, 'SOLD');
    expect(await all.ownersOf(token.uuid, cleo)).toEqual({ [ann.address]: 2, [bob.address]: 4 });
    expect(refusal(await all.open(bob, token.uuid, { quantity: 4 }))).toEqual([409, 'offer.inAuction']);
    expect(refusal(await all.settle(cleo, uuid))).toEqual([409, 'auction.settled']);

    await all.chain.rpc('anvil_setCode', [bob.address, '0x']);
    expect((await all.offer(uuid, bob)).steps).toMatchObject([{ id: 'claim-token' }]);
    expect((await all.offer(uuid, ann)).steps).toBeUndefined();
    expect(stepsOf(await all.settle(bob, uuid))).toEqual([['claim-token', 'incomplete']]);
    // The API rejects a receiver contract that accepts no NFTs, and an address with a wrong checksum, before anything
    // is sent.
    const collect = (to: string) =>
      all.call<{ data: OfferWithSteps }>('POST', `/offer/${uuid}/settle`, { as: bob, json: { to } });
    expect(refusal(await collect(all.deployment.weth))).toEqual([422, 'chain.receiver']);
    expect((await collect('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).status).toBe(400);
    const claim = await collect(cleo.address);
    expect(stepsOf(claim)).toEqual([['claim-token', 'incomplete']]);
    await all.runSteps(bob, claim.body.data);
    await until(
      'the work to be at the given address',
      async () => (await all.ownersOf(token.uuid, cleo))[cleo.address] === 4,
    );
    expect(await all.ownersOf(token.uuid, cleo)).toEqual({ [ann.address]: 2, [cleo.address]: 4 });
    expect(refusal(await all.settle(bob, uuid))).toEqual([409, 'auction.settled']);
  });
});
