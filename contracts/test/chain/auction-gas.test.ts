/**
 * The gas of each function of an auction, measured twice: with the tokens that the other contracts of README.md were
 * measured with (WETH9's logic, OpenZeppelin's ERC-721), and with the marketplace's own. Receipts on anvil under Osaka;
 * snapshots/auction-gas.json.
 */
import { readFileSync } from 'node:fs';
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  parseEther,
  parseEventLogs,
} from 'viem';
import { afterAll, beforeAll, test } from 'vitest';
import { auctionHouseAbi, collection721Abi, collectionFactoryAbi, erc20Abi } from '../../abi/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { fundLocal } from '../../script/faucet.ts';
import { mined } from '../../script/mined.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { anvilOf, sendCall, undone, type Call } from './call.ts';
import { ann, bob, cyr, dan, deployer, deployerKey, deployLocal, fee, operator } from './people.ts';
import { expectSnapshot } from './snapshot.ts';

const snapshotFile = new URL('../../snapshots/auction-gas.json', import.meta.url);
const unlimited = 2n ** 256n - 1n;
/** Fixed, so that the figures are stable: the zero bytes of a time stamp change the cost of call data. */
const start = 1_800_000_000n;
const day = 86_400n;

let anvil: Anvil;
let deployment: Deployment;
const measured: Record<string, number> = {};
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });
const send = (call: Call) => sendCall(anvil.rpcUrl, call, 1_500_000n);

async function place(name: string): Promise<{ address: Address; abi: Abi }> {
  const file = new URL(`../../out/PlainTokens.sol/${name}.json`, import.meta.url);
  const built = JSON.parse(readFileSync(file, 'utf8')) as { abi: Abi; bytecode: { object: Hex } };
  const wallet = createWalletClient({ account: deployer, transport: http(anvil.rpcUrl) });
  const hash = await wallet.sendTransaction({ chain: null, data: built.bytecode.object });
  const { contractAddress } = await mined(client(), hash);
  return { address: contractAddress!, abi: built.abi };
}

const requestType = [
  { type: 'address' },
  { type: 'uint256' },
  { type: 'uint40' },
  { type: 'uint40' },
  { type: 'uint16' },
  { type: 'bytes32' },
] as const;
const request = (currency: Address) =>
  encodeAbiParameters(requestType, [
    currency,
    parseEther('1'),
    0,
    Number(start + day),
    0,
    `0x${'5a'.repeat(16)}${'00'.repeat(16)}`,
  ]);

beforeAll(async () => {
  anvil = await startAnvil(80001, ['--hardfork', 'osaka', '--timestamp', String(start - day)]);
  const { rpcUrl } = anvil;
  deployment = await deployLocal(rpcUrl);
});
afterAll(() => anvil.stop());

/**
 * Ann sells token 1 and keeps others; the auction house already holds other NFTs and other money, as in regular use.
 */
async function scene(label: string, currency: Address, collection: Address) {
  const house = { to: deployment.auctionHouse, abi: auctionHouseAbi as Abi };
  const sell = (tokenId: bigint): Call => ({
    from: ann,
    to: collection,
    abi: collection721Abi as Abi,
    name: 'safeTransferFrom',
    args: [ann.address, house.to, tokenId, request(currency)],
  });
  const at = (time: bigint) => anvilOf(anvil.rpcUrl).setNextBlockTimestamp({ timestamp: time });
  const created = async (call: Call) => {
    const receipt = await send(call);
    const [log] = parseEventLogs({ abi: auctionHouseAbi, logs: receipt.logs, eventName: 'AuctionCreated' });
    return { ...log!.args, gas: Number(receipt.gasUsed) };
  };
  type Created = Awaited<ReturnType<typeof created>>;
  const bid = (from: typeof ann, { bidding, lotHash }: Created, ether: string): Call => ({
    from,
    ...house,
    name: 'bid',
    args: [bidding, lotHash, parseEther(ether), start + day],
  });
  await at(start - 100n);
  const other = await created(sell(2n));
  await send(bid(dan, other, '1'));
  await at(start);
  const auction = await created(sell(1n));
  const terms = [auction.bidding, auction.lot] as const;
  measured[`${label}: create`] = auction.gas;
  const run = async (verb: string, call: Call) => {
    measured[`${label}: ${verb}`] = Number((await send(call)).gasUsed);
  };
  const edit = [...terms, parseEther('2'), start + 2n * day];
  await undone(anvil.rpcUrl, () => run('edit reserve and end', { from: ann, ...house, name: 'edit', args: edit }));
  await undone(anvil.rpcUrl, () => run('cancel', { from: ann, ...house, name: 'cancel', args: terms }));
  await run('first bid', bid(bob, auction, '1'));
  await run('outbid, the one before paid back', bid(cyr, auction, '1.1'));
  await run('raise one’s own bid', bid(cyr, auction, '1.2'));
  await undone(anvil.rpcUrl, async () => {
    await at(start + day - 600n);
    await run('outbid in the last 15 minutes, first time', bid(bob, auction, '2'));
    await at(start + day - 500n);
    await run('outbid in the last 15 minutes, again', bid(cyr, auction, '3'));
  });
  await at(start + day);
  await run('settle, three payees, winner holds none', { from: operator, ...house, name: 'settle', args: terms });
}

test('every function of an auction costs the gas in the snapshot', async () => {
  const weth = await place('PlainWeth');
  const plain = await place('PlainPieces');
  const house = { to: deployment.auctionHouse, abi: auctionHouseAbi as Abi };
  await send({ from: deployer, ...house, name: 'setCurrency', args: [weth.address, true] });
  await send({ from: deployer, to: plain.address, abi: plain.abi, name: 'setRoyalty', args: [deployer.address, 500n] });
  for (const from of [deployer, fee, ann, bob, cyr, dan]) {
    await send({ from, to: weth.address, abi: weth.abi, name: 'deposit', args: [], value: parseEther('10') });
    await fundLocal({
      rpcUrl: anvil.rpcUrl,
      deployment,
      minterKey: deployerKey,
      to: from.address,
      weth: parseEther('10'),
    });
    for (const to of [weth.address, deployment.weth]) {
      await send({ from, to, abi: erc20Abi as Abi, name: 'approve', args: [house.to, unlimited] });
    }
  }
  const terms = [0, dan.address, 'Pieces', `0x${'00'.repeat(32)}`] as const;
  const factory = { to: deployment.collectionFactory, abi: collectionFactoryAbi as Abi };
  await send({ from: ann, ...factory, name: 'create', args: terms });
  const pieces = await client().readContract({
    address: factory.to,
    abi: collectionFactoryAbi,
    functionName: 'predict',
    args: terms,
  });
  for (let id = 1n; id <= 4n; id++) {
    await send({ from: deployer, to: plain.address, abi: plain.abi, name: 'mint', args: [ann.address, id] });
    const mint = { to: ann.address, tokenId: id, quantity: 1n, digest: `0x${'5a'.repeat(32)}`, royaltyBps: 500 };
    const args = [{ ...mint, deadline: 4_000_000_000n }];
    await send({ from: dan, to: pieces, abi: collection721Abi as Abi, name: 'mint', args });
  }
  await undone(anvil.rpcUrl, () => scene('as the peers', weth.address, plain.address));
  await scene('our tokens', deployment.weth, pieces);

  expectSnapshot(snapshotFile, measured);
});
