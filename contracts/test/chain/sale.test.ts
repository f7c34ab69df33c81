import { type Address, createPublicClient, createWalletClient, type Hex, http, parseEther, parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collection1155Abi,
  collection721Abi,
  collectionFactoryAbi,
  erc20Abi,
  offerZoneAbi,
  seaportAbi,
} from '../../abi/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { fundLocal } from '../../script/faucet.ts';
import { mined } from '../../script/mined.ts';
import { SEAPORT_ADDRESS } from '../../script/seaport.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import {
  advancedOrder,
  basicOrder,
  nativeCoin,
  orderDomain,
  orderTypes,
  type Sale,
  saleOrder,
  zeroBytes,
} from './order.ts';
import { ann, bob, deployer, deployerKey, deployLocal, fee, operator, signMint } from './people.ts';

const digest = `0x${'5a'.repeat(32)}` satisfies Hex;
const royaltyBps = 500;

let anvil: Anvil;
let deployment: Deployment;
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });
const wallet = (account: typeof ann) => createWalletClient({ account, transport: http(anvil.rpcUrl) });

beforeAll(async () => {
  anvil = await startAnvil();
  const { rpcUrl } = anvil;
  deployment = await deployLocal(rpcUrl);
  await fundLocal({ rpcUrl, deployment, minterKey: deployerKey, to: bob.address, weth: parseEther('10') });
});
afterAll(() => anvil.stop());

async function done(hash: Hex) {
  return mined(client(), hash);
}

/** Ann signs a mint request and the operator pays for it; Ann sends no transaction. */
async function mintForAnn(kind: 721 | 1155, tokenId: bigint, quantity: bigint): Promise<Address> {
  const where = [kind === 721 ? 0 : 1, ann.address, 'Ann', zeroBytes] as const;
  const factory = { address: deployment.collectionFactory, abi: collectionFactoryAbi } as const;
  const collection = await client().readContract({ ...factory, functionName: 'predict', args: where });
  const request = { to: ann.address, tokenId, quantity, digest, royaltyBps, deadline: 4_000_000_000n };
  const signature = await signMint(collection, request);
  const args = [...where, request, signature] as const;
  await done(await wallet(operator).writeContract({ ...factory, functionName: 'createAndMint', args, chain: null }));
  return collection;
}

async function list(collection: Address, sale: Pick<Sale, 'kind' | 'tokenId' | 'quantity' | 'currency' | 'unitPrice'>) {
  const approval = {
    address: collection,
    abi: collection721Abi,
    functionName: 'setApprovalForAll',
    args: [SEAPORT_ADDRESS, true],
  } as const;
  await done(await wallet(ann).writeContract({ ...approval, chain: null }));
  const order = saleOrder({
    ...sale,
    seller: ann.address,
    zone: deployment.offerZone,
    collection,
    feeRecipient: fee.address,
    creator: deployer.address,
    royaltyBps: BigInt(royaltyBps),
  });
  const signature = await ann.signTypedData({
    domain: orderDomain(80001),
    types: orderTypes,
    primaryType: 'OrderComponents',
    message: order,
  });
  return { order, signature };
}

const balances = async (currency: Address) =>
  Promise.all(
    [ann.address, fee.address, deployer.address].map((account) =>
      currency === nativeCoin
        ? client().getBalance({ address: account })
        : client().readContract({ address: currency, abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
    ),
  );
const gained = (before: bigint[], after: bigint[]) => after.map((amount, index) => amount - before[index]!);

test.each([
  ['WETH', 1n],
  ['the native coin', 2n],
] as const)('a single piece sells for %s, and each party gets its part to the wei', async (name, tokenId) => {
  const currency = name === 'WETH' ? deployment.weth : nativeCoin;
  const collection = await mintForAnn(721, tokenId, 1n);
  const price = parseEther('1.25');
  const { order, signature } = await list(collection, { kind: 721, tokenId, quantity: 1n, currency, unitPrice: price });
  if (currency !== nativeCoin) {
    const approval = {
      address: currency,
      abi: erc20Abi,
      functionName: 'approve',
      args: [SEAPORT_ADDRESS, price],
    } as const;
    await done(await wallet(bob).writeContract({ ...approval, chain: null }));
  }
  const before = await balances(currency);
  const receipt = await done(
    await wallet(bob).writeContract({
      chain: null,
      address: SEAPORT_ADDRESS,
      abi: seaportAbi,
      functionName: 'fulfillBasicOrder_efficient_6GL6yc',
      args: [basicOrder(order, signature)],
      value: currency === nativeCoin ? price : 0n,
    }),
  );

  expect(
    await client().readContract({
      address: collection,
      abi: collection721Abi,
      functionName: 'ownerOf',
      args: [tokenId],
    }),
  ).toBe(bob.address);
  expect(gained(before, await balances(currency))).toEqual([
    parseEther('1.0625'),
    parseEther('0.125'),
    parseEther('0.0625'),
  ]);
  const [fulfilled] = parseEventLogs({ abi: seaportAbi, logs: receipt.logs, eventName: 'OrderFulfilled' });
  expect(fulfilled?.args).toMatchObject({ offerer: ann.address, recipient: bob.address, zone: deployment.offerZone });
});

test('three of ten units sell, and the other seven stay on sale', async () => {
  const collection = await mintForAnn(1155, 1n, 10n);
  const currency = deployment.weth;
  const { order, signature } = await list(collection, {
    kind: 1155,
    tokenId: 1n,
    quantity: 10n,
    currency,
    unitPrice: 100n,
  });
  const approval = {
    address: currency,
    abi: erc20Abi,
    functionName: 'approve',
    args: [SEAPORT_ADDRESS, 300n],
  } as const;
  await done(await wallet(bob).writeContract({ ...approval, chain: null }));
  const before = await balances(currency);
  await done(
    await wallet(bob).writeContract({
      chain: null,
      address: SEAPORT_ADDRESS,
      abi: seaportAbi,
      functionName: 'fulfillAdvancedOrder',
      args: [advancedOrder(order, signature, 3n, 10n), [], zeroBytes, nativeCoin],
    }),
  );

  const held = (account: Address): Promise<bigint> =>
    client().readContract({
      address: collection,
      abi: collection1155Abi,
      functionName: 'balanceOf',
      args: [account, 1n],
    });
  expect([await held(bob.address), await held(ann.address)]).toEqual([3n, 7n]);
  expect(gained(before, await balances(currency))).toEqual([255n, 30n, 15n]);
  const hash = await client().readContract({
    address: SEAPORT_ADDRESS,
    abi: seaportAbi,
    functionName: 'getOrderHash',
    args: [order],
  });
  const status = await client().readContract({
    address: SEAPORT_ADDRESS,
    abi: seaportAbi,
    functionName: 'getOrderStatus',
    args: [hash],
  });
  expect(status).toEqual([true, false, 3n, 10n]);
});

test('an order that the operator cancelled can no longer be filled', async () => {
  const collection = await mintForAnn(721, 3n, 1n);
  const sale = { kind: 721, tokenId: 3n, quantity: 1n, currency: nativeCoin, unitPrice: 1_000n } as const;
  const { order, signature } = await list(collection, sale);
  const cancel = { address: deployment.offerZone, abi: offerZoneAbi, functionName: 'cancel', args: [[order]] } as const;

  await expect(client().simulateContract({ ...cancel, account: bob })).rejects.toThrow('NotOperator');
  const receipt = await done(await wallet(operator).writeContract({ ...cancel, chain: null }));
  const [cancelled] = parseEventLogs({ abi: seaportAbi, logs: receipt.logs, eventName: 'OrderCancelled' });
  expect(cancelled?.args).toMatchObject({ offerer: ann.address, zone: deployment.offerZone });

  const buy = client().simulateContract({
    account: bob,
    address: SEAPORT_ADDRESS,
    abi: seaportAbi,
    functionName: 'fulfillBasicOrder_efficient_6GL6yc',
    args: [basicOrder(order, signature)],
    value: 1_000n,
  });
  await expect(buy).rejects.toThrow('OrderIsCancelled');
});

test('the operator cannot cancel an order that names another zone', async () => {
  const collection = await mintForAnn(721, 4n, 1n);
  const { order } = await list(collection, {
    kind: 721,
    tokenId: 4n,
    quantity: 1n,
    currency: nativeCoin,
    unitPrice: 1_000n,
  });
  const foreign = { ...order, zone: bob.address };
  const cancel = client().simulateContract({
    account: operator,
    address: deployment.offerZone,
    abi: offerZoneAbi,
    functionName: 'cancel',
    args: [[foreign]],
  });
  await expect(cancel).rejects.toThrow('CannotCancelOrder');
});

test('a refused mint through the factory reverts with the collection’s error', async () => {
  const where = [0, ann.address, 'Ann', zeroBytes] as const;
  const request = { to: ann.address, tokenId: 99n, quantity: 1n, digest, royaltyBps: 5_001, deadline: 4_000_000_000n };
  const factory = {
    address: deployment.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: 'createAndMint',
  } as const;
  const byAnn = client().simulateContract({ ...factory, args: [...where, request, '0x'], account: ann });
  await expect(byAnn).rejects.toThrow('RoyaltyTooHigh');
  const byBob = client().simulateContract({ ...factory, args: [...where, request, '0x'], account: bob });
  await expect(byBob).rejects.toThrow('InvalidMintSignature');
});
