/**
 * A small market for simulations: the real API, real records, a real chain, a few users with money and NFTs. No
 * worker follows the chain by itself: a simulation decides when, so that a seed replays.
 */
import { collection1155Abi, collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import { fundLocal } from '@skarb/contracts/faucet';
import { deployer, type TestChain } from '@skarb/local/testing.ts';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { Step } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFunctionData, maxUint256, numberToHex, type Abi, type Address, type Hex } from 'viem';
import { type Person, startTrade, testLog, until } from '../src/domain/offer/testing-trade.ts';
import { advanceOffersByClock } from '../src/domain/offer/offer.jobs.ts';
import { followerOf, operatorOf } from '../src/worker.ts';

import { createCalls } from './calls.ts';

export type Token = { uuid: string; isEdition: boolean; contract: Address; id: bigint; quantity: bigint };
type Sent = { from: Address; to: Address; data: Hex; value: bigint };

/** Holds any amount of every currency and has approved everything: used to check whether an order could be filled. */
const RICH = '0x00000000000000000000000000000000000a11ce' as Address;
/** A contract wallet that accepts no NFT by safe transfer: the auction house must keep what it wins. */
export const SHY = '0x00000000000000000000000000000000000054a1' as Address;
/** Enough gas for every transaction of a simulation, so that none needs an estimate. */
const GAS: Hex = '0x200000';
const DAY_SECONDS = 86_400;

const mintTokens = async (all: Awaited<ReturnType<typeof startTrade>>, maker: Person, forms: object[]) => {
  const { uuid: collection } = await all.collection(maker);
  const drafts: string[] = [];
  for (const form of forms) {
    const draft = await all.draft(maker, collection, form as Record<string, string>);
    await all.runSteps(maker, draft as TokenDetail & { steps?: Step[] });
    drafts.push(draft.uuid);
  }
  await until(
    'the mints',
    async () => {
      const [row] =
        await all.sql`select count(*)::int as n from token where uuid = any(${drafts}::uuid[]) and status = 'minted'`;
      return row?.n === drafts.length;
    },
    300_000,
  );
};

/**
 * Creates a collection with this many founders, all with genes, and waits for the commitment to its first secrets.
 */
const openBreeding = async (all: Awaited<ReturnType<typeof startTrade>>, maker: Person, founders: number) => {
  const { uuid } = await all.collection(maker);
  const properties = (place: number) =>
    JSON.stringify([
      { name: 'Shape', value: ['Round', 'Long', 'Square', 'Star'][place % 4] },
      { name: 'Tone', value: ['Red', 'Blue', 'Green'][place % 3] },
    ]);
  for (let place = 0; place < founders; place++)
    await all.mintIn(maker, uuid, { name: `Founder ${place}`, properties: properties(place) });
  const terms = { params: { id: uuid }, body: { baseFee: '0.01' } };
  await all.runSteps(maker, await createCalls(all.call).must(maker, breedingCalls.open, terms));
  await until(
    'the founders',
    async () => {
      const [row] = await all.sql`select members, (select count(*)::int from breeding_batch) as batches
        from breeding_terms where collection_uuid = ${uuid}`;
      return row?.members === founders && row.batches > 0;
    },
    120_000,
  );
};

/** Controls a chain: sends from any account, mines, and moves its clock, which advances with each block. */
export const handOn = async (chain: TestChain) => {
  await chain.rpc('anvil_autoImpersonateAccount', [true]);
  await chain.rpc('anvil_setBlockTimestampInterval', [1]);
  const sent: Sent[] = [];
  /** Waits until the transaction is mined. A reverted transaction is not an error here. @returns whether it succeeded */
  const send = async (from: Address, to: Address, data: Hex, value = 0n): Promise<boolean> => {
    const hash = await chain.rpc<Hex>('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: GAS }]);
    for (;;) {
      const receipt = await chain.rpc<{ status: Hex } | null>('eth_getTransactionReceipt', [hash]);
      if (receipt) {
        sent.push({ from, to, data, value });
        return receipt.status === '0x1';
      }
      await sleep(3);
    }
  };
  /** The time of the newest block, in seconds. */
  const now = async () =>
    Number((await chain.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])).timestamp);
  const mine = (blocks = 1) => chain.rpc('anvil_mine', [numberToHex(blocks)]);
  return {
    /** The transactions sent so far, oldest first. */
    sent,
    send,
    write: (from: Address, to: Address, abi: Abi | readonly unknown[], functionName: string, args: unknown[]) =>
      send(from, to, encodeFunctionData({ abi: abi as Abi, functionName, args })),
    now,
    head: async () => Number(await chain.rpc<Hex>('eth_blockNumber', [])),
    mine,
    /** Removes the contract that keeps 8,191 block hashes (EIP-2935): the chain then remembers 256. */
    forgetHistory: () => chain.rpc('anvil_setCode', ['0x0000F90827F1C53a10cb7A02335B175320002935', '0x']),
    jump: async (seconds: number) => {
      await chain.rpc('evm_setNextBlockTimestamp', [(await now()) + seconds]);
      await mine();
    },
  };
};

/**
 * @param people the number of users; the first two make the tokens, and all have money
 * @param founders tokens of the first user with genes, in a collection that is open for breeding
 * @param drafts single tokens of the first user that are not minted yet
 * @param singles single tokens, @param editions editions of 4 to 20 units
 */
export const startWorld = async ({
  people = 5,
  singles = 6,
  editions = 4,
  drafts: unminted = 0,
  founders = 0,
} = {}) => {
  const all = await startTrade({ env: { LOCAL_STACK: '1', RATE_LIMITS: '0' } });
  const { sql, deployment, chain, context } = all;
  const persons: Person[] = [];
  for (let index = 0; index < people; index++) persons.push(await all.trader());
  const [ann, bob] = persons as [Person, Person];
  const single = (index: number) => ({ royalty: String((index * 5) % 11) });
  const edition = (index: number) => ({ type: 'ERC1155', quantity: String(4 + index * 5), royalty: String(index % 7) });
  const forms = (first: boolean) => [
    ...Array.from({ length: singles }, (_, index) => index)
      .filter((index) => index % 3 < 2 === first)
      .map(single),
    ...Array.from({ length: editions }, (_, index) => index)
      .filter((index) => index % 3 < 2 === first)
      .map(edition),
  ];
  await mintTokens(all, ann, forms(true));
  await mintTokens(all, bob, forms(false));
  const drafts: { person: Person; detail: TokenDetail }[] = [];
  if (unminted > 0) {
    const { uuid } = await all.collection(ann);
    for (let index = 0; index < unminted; index++) drafts.push({ person: ann, detail: await all.draft(ann, uuid) });
  }
  if (founders > 0) await openBreeding(all, ann, founders);
  await all.settled();
  await all.stopWorker();

  const tokens = (
    await sql<{ uuid: string; type: string; contract_address: Address; token_id: string; quantity: string }[]>`
      select uuid, type, contract_address, token_id, quantity from token where status = 'minted' order by created_at, uuid`
  ).map((row): Token => ({
    uuid: row.uuid,
    isEdition: row.type === 'ERC1155',
    contract: row.contract_address,
    id: BigInt(row.token_id),
    quantity: BigInt(row.quantity),
  }));
  const contracts = [...new Map(tokens.map((token) => [token.contract, token.isEdition])).keys()];

  const hand = await handOn(chain);
  const { write, jump, head } = hand;
  await fundLocal({
    rpcUrl: chain.rpcUrl,
    deployment,
    minterKey: deployer.key,
    to: RICH,
    pol: 10n ** 30n,
    weth: 10n ** 26n,
    usdc: 10n ** 18n,
  });
  await chain.rpc('anvil_setCode', [SHY, '0x00']);
  await chain.fund(SHY, 10n ** 20n);
  for (const [money, gift] of [
    [deployment.weth, 10n ** 19n],
    [deployment.usdc, 10n ** 10n],
  ] as const) {
    await write(RICH, money, erc20Abi, 'approve', [deployment.seaport, maxUint256]);
    await write(RICH, money, erc20Abi, 'transfer', [SHY, gift]);
    // Some users approve any amount for the auction house, the others only the amount of a bid.
    for (const who of [RICH, SHY, ann.address, bob.address])
      await write(who, money, erc20Abi, 'approve', [deployment.auctionHouse, maxUint256]);
  }
  for (const contract of contracts)
    await write(RICH, contract, collection721Abi, 'setApprovalForAll', [deployment.seaport, true]);

  // From here on the chain's clock is ahead of ours, so that the time does not depend on this machine.
  await jump(DAY_SECONDS);

  const follower = followerOf(context, testLog);
  const follow = () => follower.catchUp();
  await follow();
  const operator = operatorOf(context, testLog);
  const base = await head();

  return {
    ...all,
    persons,
    tokens,
    drafts,
    contracts,
    rich: RICH,
    ...hand,
    follow,
    /** What the worker does once a second. */
    turn: () => advanceOffersByClock(context),
    operate: () => operator.step(),
    /** Reorgs stay above this block: the users get their money and NFTs below it. */
    base,
    moneyOf: (name: 'ETH' | 'USDC') => (name === 'ETH' ? deployment.weth : deployment.usdc),
    encodeApproval: (spender: Address, amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    abiOf: (token: Token) => (token.isEdition ? collection1155Abi : collection721Abi),
  };
};
export type World = Awaited<ReturnType<typeof startWorld>>;
export type { Person };
