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
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  parseEventLogs,
} from 'viem';
import { entryPoint08Abi } from 'viem/account-abstraction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  auctionHouseAbi,
  collection721Abi,
  collectionFactoryAbi,
  erc20Abi,
  seaportAbi,
  smartAccountAbi,
} from '../../abi/index.ts';
import type { AccountCall } from '../../account/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { fundLocal } from '../../script/faucet.ts';
import { mined } from '../../script/mined.ts';
import { SEAPORT_ADDRESS } from '../../script/seaport.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { accountOf, bundle, signOperation } from './operation.ts';
import { basicOrder, nativeCoin, orderDomain, orderTypes, saleOrder } from './order.ts';
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
const anvilClient = () => createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) });

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

async function undone<Result>(work: () => Promise<Result>): Promise<Result> {
  const id = await anvilClient().snapshot();
  const result = await work();
  await anvilClient().revert({ id });
  return result;
}

/** Measures an act of the account and of Bob's wallet, in the same state. */
async function measure(verb: string, callOf: (actor: Address) => AccountCall): Promise<void> {
  measured[verb] = {
    account: await undone(() => act(account, [callOf(account.address)])),
    wallet: await undone(() => send(bob, callOf(bob.address))),
  };
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

function order(seller: Address, tokenId: bigint, currency: Address) {
  return saleOrder({
    seller,
    zone: deployment.offerZone,
    collection: pieces,
    kind: 721,
    tokenId,
    quantity: 1n,
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

async function purchase(tokenId: bigint, currency: Address): Promise<AccountCall> {
  const message = order(ann.address, tokenId, currency);
  const signature = await ann.signTypedData(typedOrder(message));
  const value = currency === nativeCoin ? parseEther('1') : undefined;
  return onSeaport('fulfillBasicOrder_efficient_6GL6yc', [basicOrder(message, signature)], value);
}

beforeAll(async () => {
  anvil = await startAnvil(8606, 80001, ['--hardfork', 'osaka', '--timestamp', String(start)]);
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
  const held = (actor: Address) => (actor === bob.address ? 11n : 9n);
  await measure('transfer a token', (actor) => on721('transferFrom', [actor, ann.address, held(actor)]));
  await measure('cancel an order', (actor) => onSeaport('cancel', [[order(actor, held(actor), weth)]]));
  const buyNative = await purchase(2n, nativeCoin);
  await measure('buy for the native coin', () => buyNative);
  const terms = encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'uint256' },
      { type: 'uint40' },
      { type: 'uint40' },
      { type: 'uint16' },
      { type: 'bytes32' },
    ],
    [weth, parseEther('1'), 0, Number(deadline), 0, salt],
  );
  const auction = (actor: Address, tokenId: bigint) =>
    on721('safeTransferFrom', [actor, deployment.auctionHouse, tokenId, terms]);
  await measure('put a token up for auction', (actor) => auction(actor, held(actor)));

  for (const spender of [SEAPORT_ADDRESS, deployment.auctionHouse] as const) {
    await act(account, [approveWeth(unlimited, spender)]);
    await send(bob, approveWeth(unlimited, spender));
  }
  await act(account, [on721('setApprovalForAll', [SEAPORT_ADDRESS, true])]);
  await measure('buy for WETH, approved before', () => buy);
  const wallet = createWalletClient({ account: ann, transport: http(anvil.rpcUrl) });
  const lot = auction(ann.address, 3n);
  const receipt = await mined(client(), await wallet.sendTransaction({ chain: null, to: lot.to, data: lot.data }));
  const [log] = parseEventLogs({ abi: auctionHouseAbi, logs: receipt.logs, eventName: 'AuctionCreated' });
  const { bidding, lotHash } = log!.args;
  await measure('bid', () =>
    call(deployment.auctionHouse, auctionHouseAbi, 'bid', [bidding, lotHash, parseEther('1'), deadline]),
  );

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
