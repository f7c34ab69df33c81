/**
 * The gas of each function: gasUsed in the receipt of one real transaction (21,000, call data, execution, refunds), on
 * anvil under Osaka. Compared with snapshots/gas.json to the unit: signatures, salts and
 * accounts are fixed, so a difference means that the code changed. `npm run gas -w contracts` updates the file.
 */
import { type Address, createPublicClient, type Hex, http, parseEther } from 'viem';
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
import { SEAPORT_ADDRESS } from '../../script/seaport.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { sendCall, undone, type Call } from './call.ts';
import { advancedOrder, basicOrder, nativeCoin, orderDomain, orderTypes, saleOrder, zeroBytes } from './order.ts';
import { ann, bob, deployer, deployerKey, deployLocal, fee, operator, signMint } from './people.ts';
import { expectSnapshot } from './snapshot.ts';

const snapshotFile = new URL('../../snapshots/gas.json', import.meta.url);
// As on a real chain: salts and times without zero bytes.
const start = 1_800_000_001n;
const deadline = start + 86_400n;
const salt: Hex = `0x${'c3'.repeat(32)}`;
const unlimited = 2n ** 256n - 1n;

let anvil: Anvil;
let deployment: Deployment;
let pieces: Address;
let editions: Address;
const measured: Record<string, number> = {};
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });
const send = async (call: Call): Promise<number> => Number((await sendCall(anvil.rpcUrl, call)).gasUsed);

/** Measures one call on the current state and reverts it. `before` are calls that the measured one needs. */
const measure = (verb: string, call: Call, before: Call[] = []): Promise<void> =>
  undone(anvil.rpcUrl, async () => {
    for (const earlier of before) await send(earlier);
    measured[verb] = await send(call);
  });

const digest = (n: bigint): Hex =>
  `0x${(0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a00n + n).toString(16).padStart(64, '0')}`;
const request = (tokenId: bigint, quantity = 1n) =>
  ({ to: ann.address, tokenId, quantity, digest: digest(tokenId), royaltyBps: 500, deadline }) as const;

const mint = (collection: Address, tokenId: bigint, quantity = 1n): Call => ({
  from: ann,
  to: collection,
  abi: collection721Abi,
  name: 'mint',
  args: [request(tokenId, quantity)],
});
const onFactory = (from: typeof ann, name: string, args: readonly unknown[]): Call => ({
  from,
  to: deployment.collectionFactory,
  abi: collectionFactoryAbi,
  name,
  args,
});
const onSeaport = (from: typeof ann, name: string, args: readonly unknown[], value?: bigint): Call => ({
  from,
  to: SEAPORT_ADDRESS,
  abi: seaportAbi,
  name,
  args,
  value,
});
const predict = (kind: number, name: string) =>
  client().readContract({
    address: deployment.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: 'predict',
    args: [kind, ann.address, name, salt],
  });

async function listing(kind: 721 | 1155, tokenId: bigint, quantity: bigint, currency: Address) {
  const order = saleOrder({
    seller: ann.address,
    zone: deployment.offerZone,
    collection: kind === 721 ? pieces : editions,
    kind,
    tokenId,
    quantity,
    currency,
    unitPrice: parseEther('1'),
    feeRecipient: fee.address,
    creator: deployer.address,
    royaltyBps: 500n,
    salt: BigInt(salt) - tokenId,
    startTime: start - 3_600n,
    endTime: start + 30n * 86_400n,
  });
  const signature = await ann.signTypedData({
    domain: orderDomain(80001),
    types: orderTypes,
    primaryType: 'OrderComponents',
    message: order,
  });
  return { order, signature };
}

beforeAll(async () => {
  anvil = await startAnvil(80001, ['--hardfork', 'osaka', '--timestamp', String(start)]);
  const { rpcUrl } = anvil;
  deployment = await deployLocal(rpcUrl);
  // As in the measurements of the peers: approvals exist, the seller keeps other tokens, and every payee has money
  // already.
  for (const { address } of [deployer, fee, ann, bob]) {
    await fundLocal({ rpcUrl, deployment, minterKey: deployerKey, to: address, weth: parseEther('100') });
  }
  pieces = await predict(0, 'Pieces');
  editions = await predict(1, 'Editions');
  await send(onFactory(ann, 'create', [0, ann.address, 'Pieces', salt]));
  await send(onFactory(ann, 'create', [1, ann.address, 'Editions', salt]));
  for (let id = 1n; id <= 8n; id++) await send(mint(pieces, id));
  await send(mint(editions, 1n, 100n));
  for (const to of [pieces, editions]) {
    await send({ from: ann, to, abi: collection721Abi, name: 'setApprovalForAll', args: [SEAPORT_ADDRESS, true] });
  }
  await send({ from: bob, to: deployment.weth, abi: erc20Abi, name: 'approve', args: [SEAPORT_ADDRESS, unlimited] });
});
afterAll(() => anvil.stop());

test('every function costs the gas in the snapshot', async () => {
  const weth = deployment.weth;

  await measure('create a collection (ERC-721)', onFactory(bob, 'create', [0, bob.address, 'Flow fields', salt]));
  await measure('create a collection (ERC-1155)', onFactory(bob, 'create', [1, bob.address, 'Flow fields', salt]));
  await measure(
    'mint one, owner holds none',
    mint(pieces, 20n),
    [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((id): Call => ({
      from: ann,
      to: pieces,
      abi: collection721Abi,
      name: 'transferFrom',
      args: [ann.address, bob.address, id],
    })),
  );
  await measure('mint one, owner holds one', mint(pieces, 20n));
  await measure('mint an edition of 10', mint(editions, 20n, 10n));
  const carried = request(20n);
  await measure('mint one carried by the operator, owner holds one', {
    from: operator,
    to: pieces,
    abi: collection721Abi,
    name: 'mintWithRequest',
    args: [carried, await signMint(pieces, carried)],
  });
  await measure(
    'create and mint by the creator (ERC-721)',
    onFactory(ann, 'createAndMint', [0, ann.address, 'Knots', salt, carried, '0x']),
  );
  await measure(
    'create and mint carried by the operator (ERC-721)',
    onFactory(operator, 'createAndMint', [
      0,
      ann.address,
      'Knots',
      salt,
      carried,
      await signMint(await predict(0, 'Knots'), carried),
    ]),
  );
  const edition = request(20n, 10n);
  await measure(
    'create and mint carried by the operator (ERC-1155)',
    onFactory(operator, 'createAndMint', [
      1,
      ann.address,
      'Knots',
      salt,
      edition,
      await signMint(await predict(1, 'Knots'), edition),
    ]),
  );

  for (const [label, currency] of [
    ['native coin', nativeCoin],
    ['WETH', weth],
  ] as const) {
    const { order, signature } = await listing(721, 1n, 1n, currency);
    const value = currency === nativeCoin ? parseEther('1') : undefined;
    const buy = onSeaport(bob, 'fulfillBasicOrder_efficient_6GL6yc', [basicOrder(order, signature)], value);
    await measure(`buy one for ${label}, buyer holds none`, buy);
    const gift: Call = {
      from: ann,
      to: pieces,
      abi: collection721Abi,
      name: 'transferFrom',
      args: [ann.address, bob.address, 8n],
    };
    await measure(`buy one for ${label}, buyer holds one`, buy, [gift]);
  }
  const { order, signature } = await listing(1155, 1n, 100n, weth);
  const buyThree = onSeaport(bob, 'fulfillAdvancedOrder', [
    advancedOrder(order, signature, 3n, 100n),
    [],
    zeroBytes,
    nativeCoin,
  ]);
  await measure('buy 3 of 100 for WETH, first fill', buyThree);
  await measure('buy 3 of 100 for WETH, next fill', buyThree, [buyThree]);

  const carts = await Promise.all([1n, 2n, 3n].map((id) => listing(721, id, 1n, weth)));
  const at = (itemIndex: number) =>
    carts.map((_, orderIndex) => ({ orderIndex: BigInt(orderIndex), itemIndex: BigInt(itemIndex) }));
  const offers = at(0).map((component) => [component]);
  await measure(
    'buy a cart of 3 of one seller for WETH, payments added up',
    onSeaport(bob, 'fulfillAvailableAdvancedOrders', [
      carts.map((item) => advancedOrder(item.order, item.signature, 1n, 1n)),
      [],
      offers,
      [at(0), at(1), at(2)],
      zeroBytes,
      nativeCoin,
      3n,
    ]),
  );

  const orders = await Promise.all([1n, 2n, 3n, 4n, 5n].map(async (id) => (await listing(721, id, 1n, weth)).order));
  const cancel = (count: number): Call => ({
    from: operator,
    to: deployment.offerZone,
    abi: offerZoneAbi,
    name: 'cancel',
    args: [orders.slice(0, count)],
  });
  await measure('cancel 1 by the zone', cancel(1));
  await measure('cancel 5 by the zone', cancel(5));
  await measure('cancel 1 by its owner', onSeaport(ann, 'cancel', [orders.slice(0, 1)]));

  expectSnapshot(snapshotFile, measured);
});

test('the measured collections are the expected ones', async () => {
  const supply = await client().readContract({
    address: editions,
    abi: collection1155Abi,
    functionName: 'totalSupply',
    args: [1n],
  });
  expect(supply).toBe(100n);
  expect(
    await client().readContract({
      address: pieces,
      abi: collection721Abi,
      functionName: 'balanceOf',
      args: [ann.address],
    }),
  ).toBe(8n);
});
