/**
 * The gas of each act through a smart account, beside the same act of an ordinary wallet: receipts on anvil under Osaka,
 * which has the P-256 precompile as Polygon does. An operation is one `handleOps` at gas price 0, signed by a passkey.
 * snapshots/account-gas.json; `npm run gas -w contracts` updates it.
 */
import { readFileSync } from 'node:fs';
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseEther,
  parseEventLogs,
  toHex,
} from 'viem';
import { entryPoint08Abi } from 'viem/account-abstraction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  auctionHouseAbi,
  breedingAbi,
  collection721Abi,
  collectionFactoryAbi,
  erc20Abi,
  localUsdcAbi,
  seaportAbi,
  smartAccountAbi,
} from '../../abi/index.ts';
import type { AccountCall } from '../../account/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { fundLocal } from '../../script/faucet.ts';
import { mined } from '../../script/mined.ts';
import { SEAPORT_ADDRESS } from '../../script/seaport.ts';
import { rootOf, secretTree } from '../../script/secret-tree.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { anvilOf, undone as undoneOn } from './call.ts';
import { accountOf, bundle, signOperation } from './operation.ts';
import {
  advancedOrder,
  basicOrder,
  bidOrder,
  nativeCoin,
  orderDomain,
  orderTypes,
  saleOrder,
  zeroBytes,
} from './order.ts';
import { passkey } from './passkey.ts';
import { ann, bob, cyr, deployer, deployerKey, deployLocal, fee, operator } from './people.ts';
import { expectSnapshot } from './snapshot.ts';

const snapshotFile = new URL('../../snapshots/account-gas.json', import.meta.url);
// As on a real chain: salts and times without zero bytes.
const start = 1_800_000_001n;
const deadline = start + 86_400n;
const salt: Hex = `0x${'c3'.repeat(32)}`;
const unlimited = 2n ** 256n - 1n;
/** The promises: an approval and a purchase in one operation, and what an act may cost more than a wallet's. */
const MOST_FOR_APPROVE_AND_BUY = 240_000;
const MOST_ABOVE_A_WALLET = 85_000;

type TestAccount = Awaited<ReturnType<typeof accountOf>>;
type Figures = { account: number; wallet?: number };

let anvil: Anvil;
let deployment: Deployment;
let pieces: Address;
let account: TestAccount;
const measured: Record<string, Figures> = {};
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });
const anvilClient = () => anvilOf(anvil.rpcUrl);
const undone = <Result>(work: () => Promise<Result>) => undoneOn(anvil.rpcUrl, work);

const call = (to: Address, abi: Abi, functionName: string, args: readonly unknown[], value?: bigint): AccountCall => ({
  to,
  data: encodeFunctionData({ abi, functionName, args }),
  value,
});

async function send(from: typeof ann, { to, data, value }: AccountCall): Promise<number> {
  const wallet = createWalletClient({ account: from, transport: http(anvil.rpcUrl) });
  const hash = await wallet.sendTransaction({ chain: null, to, data, value });
  return Number((await mined(client(), hash)).gasUsed);
}

/** @throws when the calls fail: an operation whose calls fail is in a block, too */
async function act(actor: TestAccount, calls: readonly AccountCall[]): Promise<number> {
  const receipt = await bundle(anvil.rpcUrl, await signOperation(actor, calls));
  const [event] = parseEventLogs({ abi: entryPoint08Abi, logs: receipt.logs, eventName: 'UserOperationEvent' });
  expect(event!.args.success).toBe(true);
  return Number(receipt.gasUsed);
}

/** Calls of the account in one operation, or of Bob's wallet in a transaction each. */
async function perform(actor: Address, calls: readonly AccountCall[]): Promise<number> {
  if (actor === account.address) return act(account, calls);
  let gas = 0;
  for (const one of calls) gas += await send(bob, one);
  return gas;
}

type Calls = AccountCall | readonly AccountCall[];
/** Measures an act of the account and of Bob's wallet, in the same state, which `callsOf` may prepare. */
async function measure(verb: string, callsOf: (actor: Address) => Calls | Promise<Calls>): Promise<void> {
  const costs = (actor: Address) => undone(async () => perform(actor, [await callsOf(actor)].flat()));
  measured[verb] = { account: await costs(account.address), wallet: await costs(bob.address) };
}

const digest = (n: bigint): Hex =>
  `0x${(0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a00n + n).toString(16).padStart(64, '0')}`;
const request = (to: Address, tokenId: bigint) => ({
  to,
  tokenId,
  quantity: 1n,
  digest: digest(tokenId),
  royaltyBps: 500,
  deadline,
});
const createAndMint = (creator: Address, tokenId: bigint) =>
  call(deployment.collectionFactory, collectionFactoryAbi, 'createAndMint', [
    0,
    creator,
    'Pieces',
    salt,
    request(creator, tokenId),
    '0x',
  ]);
const predict = (creator: Address) =>
  client().readContract({
    address: deployment.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: 'predict',
    args: [0, creator, 'Pieces', salt],
  });
const on721 = (name: string, args: readonly unknown[]) => call(pieces, collection721Abi, name, args);
const onSeaport = (name: string, args: readonly unknown[], value?: bigint) =>
  call(SEAPORT_ADDRESS, seaportAbi, name, args, value);
const approveWeth = (amount: bigint, spender: Address = SEAPORT_ADDRESS) =>
  call(deployment.weth, erc20Abi, 'approve', [spender, amount]);

function order(seller: Address, tokenId: bigint, currency: Address, editions?: Address) {
  return saleOrder({
    seller,
    zone: deployment.offerZone,
    collection: editions ?? pieces,
    kind: editions ? 1155 : 721,
    tokenId,
    quantity: editions ? 5n : 1n,
    currency,
    unitPrice: parseEther('1'),
    feeRecipient: fee.address,
    creator: deployer.address,
    royaltyBps: 500n,
    salt: BigInt(salt) - tokenId,
    startTime: start - 3_600n,
    endTime: start + 30n * 86_400n,
  });
}
const typedOrder = (message: ReturnType<typeof order>) =>
  ({ domain: orderDomain(80001), types: orderTypes, primaryType: 'OrderComponents', message }) as const;

/** Sends a token to the auction house with the terms of its auction. */
const auction = (seller: Address, tokenId: bigint, currency: Address = deployment.weth, reserve = parseEther('1')) => {
  const terms = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'uint256' },
      { type: 'uint40' },
      { type: 'uint40' },
      { type: 'uint16' },
      { type: 'bytes32' },
    ],
    [currency, reserve, 0, Number(deadline), 0, salt],
  );
  return on721('safeTransferFrom', [seller, deployment.auctionHouse, tokenId, terms]);
};
const onHouse = (name: string, args: readonly unknown[]) => call(deployment.auctionHouse, auctionHouseAbi, name, args);
/** The auction that the newest block has created. */
async function newAuction() {
  const [log] = await client().getContractEvents({
    address: deployment.auctionHouse,
    abi: auctionHouseAbi,
    eventName: 'AuctionCreated',
    fromBlock: 'latest',
  });
  const { bidding, lot, lotHash } = log!.args;
  return {
    terms: [bidding, lot],
    bid: (amount: bigint) => onHouse('bid', [bidding, lotHash, amount, deadline]),
  };
}
/** The account holds 9 and 10, Bob 11 and 12. */
const held = (actor: Address) => (actor === bob.address ? 11n : 9n);

async function purchase(tokenId: bigint, currency: Address): Promise<AccountCall> {
  const message = order(ann.address, tokenId, currency);
  const signature = await ann.signTypedData(typedOrder(message));
  const value = currency === nativeCoin ? parseEther('1') : undefined;
  return onSeaport('fulfillBasicOrder_efficient_6GL6yc', [basicOrder(message, signature)], value);
}

/** What remains of buying and selling, and sending away. */
async function measureRest(): Promise<void> {
  const { weth } = deployment;
  await send(cyr, approveWeth(unlimited));
  await measure('accept a bid', async (actor) => {
    const bid = bidOrder(order(actor, held(actor), weth), cyr.address);
    const signature = await cyr.signTypedData(typedOrder(bid));
    return onSeaport('fulfillBasicOrder_efficient_6GL6yc', [basicOrder(bid, signature)]);
  });
  const terms = [1, ann.address, 'Pieces', salt] as const;
  const editions = await client().readContract({
    address: deployment.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: 'predict',
    args: terms,
  });
  const edition = { ...request(ann.address, 1n), quantity: 5n };
  await send(ann, call(deployment.collectionFactory, collectionFactoryAbi, 'createAndMint', [...terms, edition, '0x']));
  await send(ann, call(editions, collection721Abi, 'setApprovalForAll', [SEAPORT_ADDRESS, true]));
  const sale = order(ann.address, 1n, weth, editions);
  const part = advancedOrder(sale, await ann.signTypedData(typedOrder(sale)), 2n, 5n);
  await measure('buy two of five copies', () => onSeaport('fulfillAdvancedOrder', [part, [], zeroBytes, nativeCoin]));
  await measure('send two tokens and the money away', (actor) => [
    ...[0n, 1n].map((n) => on721('transferFrom', [actor, cyr.address, held(actor) + n])),
    call(weth, erc20Abi, 'transfer', [cyr.address, parseEther('90')]),
    { to: cyr.address, value: parseEther('1') },
  ]);
}

async function measureBreeding(): Promise<void> {
  const onBreeding = (name: string, args: readonly unknown[]) => call(deployment.breeding, breedingAbi, name, args);
  const opening = (collection: Address, founders: readonly bigint[]) => [
    call(collection, collection721Abi, 'setMinter', [deployment.breeding, true]),
    onBreeding('open', [collection, parseEther('0.01'), 8, 2n ** 40n - 1n, digest(1n)]),
    onBreeding('enrol', [collection, founders, founders.map((id) => BigInt(digest(id)) >> 96n)]),
  ];
  await measure('open a collection for breeding, with one founder', async (actor) => {
    await perform(actor, [createAndMint(actor, 1n)]);
    return opening(await predict(actor), [1n]);
  });
  for (const one of opening(pieces, [5n, 9n, 10n, 11n, 12n])) await send(ann, one);
  const root = rootOf(secretTree(0n, (id) => keccak256(toHex(`secret ${id}`))));
  await send(operator, onBreeding('commit', [root]));
  const offer = (tokenId: bigint) => onBreeding('offerSiring', [pieces, tokenId, parseEther('0.1'), deadline]);
  await send(ann, offer(5n));
  await measure('offer a sire', (actor) => offer(held(actor)));
  await measure('withdraw the offer of a sire', async (actor) => {
    await perform(actor, [offer(held(actor))]);
    return onBreeding('withdrawSiring', [pieces, held(actor)]);
  });
  const breed = (actor: Address, sire: bigint) => onBreeding('breed', [pieces, held(actor), sire, parseEther('1')]);
  const costOf = async (matron: bigint, sire: bigint) => {
    const args = [pieces, matron, sire] as const;
    const quote = { address: deployment.breeding, abi: breedingAbi, functionName: 'costOf', args } as const;
    const [fee, siring] = await client().readContract(quote);
    return fee + siring;
  };
  await measure('approve the cost and breed with another’s sire', async (actor) => [
    approveWeth(await costOf(held(actor), 5n), deployment.breeding),
    breed(actor, 5n),
  ]);
  await measure('breed two of one’s own, approved before', async (actor) => {
    await perform(actor, [approveWeth(unlimited, deployment.breeding)]);
    return breed(actor, held(actor) + 1n);
  });
}

/** @param lot Ann's auction without a bid */
async function measureAuctions(lot: Awaited<ReturnType<typeof newAuction>>): Promise<void> {
  const own = async (actor: Address) => {
    await perform(actor, [auction(actor, held(actor))]);
    return (await newAuction()).terms;
  };
  await measure('edit an auction', async (actor) =>
    onHouse('edit', [...(await own(actor)), parseEther('2'), deadline + 86_400n]),
  );
  await measure('cancel an auction', async (actor) => onHouse('cancel', await own(actor)));

  // The currency freezes the bidder while they are outbid, so that the auction house keeps their money.
  const { usdc } = deployment;
  const onUsdc = (name: string, args: readonly unknown[]) => call(usdc, localUsdcAbi, name, args);
  const bids = onUsdc('approve', [deployment.auctionHouse, unlimited]);
  for (const to of [account.address, bob.address, cyr.address]) {
    await fundLocal({ rpcUrl: anvil.rpcUrl, deployment, minterKey: deployerKey, to, usdc: 1_000_000_000n });
    await (to === cyr.address ? send(cyr, bids) : perform(to, [bids]));
  }
  await send(ann, auction(ann.address, 4n, usdc, 100_000_000n));
  const inUsdc = await newAuction();
  await measure('claim money', async (actor) => {
    await perform(actor, [inUsdc.bid(100_000_000n)]);
    await send(deployer, onUsdc('blacklist', [actor]));
    await send(cyr, inUsdc.bid(200_000_000n));
    await send(deployer, onUsdc('unBlacklist', [actor]));
    return onHouse('claimCredit', [actor, usdc, actor]);
  });

  const won = async (actor: Address) => {
    await perform(actor, [lot.bid(parseEther('1'))]);
    await anvilClient().setNextBlockTimestamp({ timestamp: deadline });
  };
  await measure('settle an auction as its winner', async (actor) => {
    await won(actor);
    return onHouse('settle', lot.terms);
  });
  await measure('claim a token', async (actor) => {
    await won(actor);
    // A contract that returns no data accepts no tokens.
    const bytecode = (await client().getCode({ address: actor })) ?? '0x';
    await anvilClient().setCode({ address: actor, bytecode: '0x00' });
    await send(operator, onHouse('settle', lot.terms));
    await anvilClient().setCode({ address: actor, bytecode });
    return onHouse('claimToken', [...lot.terms, actor]);
  });
}

beforeAll(async () => {
  anvil = await startAnvil(80001, ['--hardfork', 'osaka', '--timestamp', String(start)]);
  const { rpcUrl } = anvil;
  deployment = await deployLocal(rpcUrl);
  account = await accountOf(rpcUrl, deployment, passkey('phone', deployment.passkeyVerifier));
  pieces = await predict(ann.address);
  for (const to of [deployer.address, fee.address, ann.address, bob.address, cyr.address, account.address]) {
    await fundLocal({ rpcUrl, deployment, minterKey: deployerKey, to, weth: parseEther('100') });
  }
  await anvilClient().setBalance({ address: account.address, value: parseEther('100') });
  await send(ann, createAndMint(ann.address, 1n));
  for (let id = 2n; id <= 12n; id++) await send(ann, on721('mint', [request(ann.address, id)]));
  await send(ann, on721('setApprovalForAll', [SEAPORT_ADDRESS, true]));
});
afterAll(() => anvil.stop());

test('every act costs the gas in the snapshot', async () => {
  const weth = deployment.weth;
  const buy = await purchase(1n, weth);

  measured['deploy the account and mint the first token'] = {
    account: await undone(() => act(account, [createAndMint(account.address, 1n)])),
    wallet: await undone(() => send(bob, createAndMint(bob.address, 1n))),
  };
  // Exactly the price: the allowance is zero again at the end of the operation, which refunds 19,900 gas.
  const approveAndBuy = (amount: bigint) => [approveWeth(amount), buy];
  measured['deploy the account, approve the price and buy'] = {
    account: await undone(() => act(account, approveAndBuy(parseEther('1')))),
  };
  const measureApproveAndBuy = async (verb: string, amount: bigint) => {
    measured[verb] = {
      account: await undone(() => act(account, approveAndBuy(amount))),
      wallet: await undone(async () => (await send(bob, approveWeth(amount))) + (await send(bob, buy))),
    };
  };
  // From here on the account exists and has acted, as Bob has.
  await act(account, []);
  await send(bob, { to: ann.address });
  await measureApproveAndBuy('approve the price and buy, buyer holds none', parseEther('1'));
  for (const id of [9n, 10n]) await send(ann, on721('transferFrom', [ann.address, account.address, id]));
  for (const id of [11n, 12n]) await send(ann, on721('transferFrom', [ann.address, bob.address, id]));
  await measureApproveAndBuy('approve the price and buy, buyer holds one', parseEther('1'));
  await measureApproveAndBuy('approve without limit and buy, buyer holds one', unlimited);
  await measure('create a collection and mint', (actor) => createAndMint(actor, 1n));
  await measure('approve WETH', () => approveWeth(unlimited));
  await measure('allow Seaport to sell the collection', () => on721('setApprovalForAll', [SEAPORT_ADDRESS, true]));
  await measure('transfer a token', (actor) => on721('transferFrom', [actor, ann.address, held(actor)]));
  await measure('cancel an order', (actor) => onSeaport('cancel', [[order(actor, held(actor), weth)]]));
  const buyNative = await purchase(2n, nativeCoin);
  await measure('buy for the native coin', () => buyNative);
  await measure('put a token up for auction', (actor) => auction(actor, held(actor)));

  for (const spender of [SEAPORT_ADDRESS, deployment.auctionHouse] as const) {
    await act(account, [approveWeth(unlimited, spender)]);
    await send(bob, approveWeth(unlimited, spender));
  }
  await act(account, [on721('setApprovalForAll', [SEAPORT_ADDRESS, true])]);
  await measure('buy for WETH, approved before', () => buy);
  await send(ann, auction(ann.address, 3n));
  const lot = await newAuction();
  await measure('bid', () => lot.bid(parseEther('1')));

  // Cyr buys from the account, whose passkey signed the order, and from Bob.
  const sell = async (seller: Address, sign: (message: ReturnType<typeof order>) => Promise<Hex>) => {
    const message = order(seller, held(seller), nativeCoin);
    return onSeaport('fulfillBasicOrder_efficient_6GL6yc', [basicOrder(message, await sign(message))], parseEther('1'));
  };
  await send(bob, on721('setApprovalForAll', [SEAPORT_ADDRESS, true]));
  const [ofAccount, ofBob] = [
    await sell(account.address, (message) => account.signTypedData(typedOrder(message))),
    await sell(bob.address, (message) => bob.signTypedData(typedOrder(message))),
  ];
  measured['a wallet buys what the account sells'] = {
    account: await undone(() => send(cyr, ofAccount)),
    wallet: await undone(() => send(cyr, ofBob)),
  };
  const onAccount = (name: string, args: readonly unknown[]) => call(account.address, smartAccountAbi, name, args);
  const laptop = passkey('laptop', deployment.passkeyVerifier);
  measured['add a passkey'] = { account: await undone(() => act(account, [onAccount('addKey', [laptop.key])])) };
  measured['choose recovery by the marketplace'] = {
    account: await undone(() => act(account, [onAccount('setGuardian', [operator.address])])),
  };
  const second = await accountOf(anvil.rpcUrl, deployment, passkey('laptop', deployment.passkeyVerifier));
  await act(second, []);
  measured['two accounts approve WETH in one bundle'] = {
    account: await undone(async () => {
      const operations = [
        await signOperation(account, [approveWeth(1n)]),
        await signOperation(second, [approveWeth(unlimited)]),
      ];
      return Number((await bundle(anvil.rpcUrl, ...operations)).gasUsed);
    }),
  };

  await measureRest();
  await measureBreeding();
  await measureAuctions(lot);

  const rows = Object.fromEntries(
    Object.entries(measured).map(([verb, { account: gas, wallet: other }]) => [
      verb,
      other === undefined ? { account: gas } : { account: gas, wallet: other, more: gas - other },
    ]),
  );
  expectSnapshot(snapshotFile, rows);
});

test('the promised limits hold', () => {
  const figures = JSON.parse(readFileSync(snapshotFile, 'utf8')) as Record<string, Figures & { more?: number }>;
  for (const holds of ['none', 'one']) {
    const { account: gas } = figures[`approve the price and buy, buyer holds ${holds}`]!;
    expect(gas).toBeLessThanOrEqual(MOST_FOR_APPROVE_AND_BUY);
  }
  // The first act deploys the account, too.
  for (const [verb, { more = 0 }] of Object.entries(figures).filter(([name]) => !name.startsWith('deploy'))) {
    expect(more, verb).toBeLessThanOrEqual(MOST_ABOVE_A_WALLET);
  }
});
