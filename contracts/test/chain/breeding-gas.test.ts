/**
 * The gas of each function of breeding, with the marketplace's own currency and collections. Receipts on anvil under
 * Osaka; snapshots/breeding-gas.json. Also repeats a hatch on a real chain from its events.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type Abi,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  parseEther,
  parseEventLogs,
  toHex,
} from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mix } from '../../../schema/src/genome.ts';
import { breedingAbi, collection721Abi, collectionFactoryAbi, erc20Abi } from '../../abi/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { fundLocal } from '../../script/faucet.ts';
import { proofOf, rootOf, secretTree } from '../../script/secret-tree.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { anvilOf, sendCall, undone, type Call } from './call.ts';
import { ann, bob, cyr, deployerKey, deployLocal, fee, operator } from './people.ts';

const snapshotFile = new URL('../../snapshots/breeding-gas.json', import.meta.url);
/** Fixed, so that the figures are stable: the zero bytes of a time stamp change the cost of call data. */
const start = 1_800_000_000n;
const digest: Hex = `0x${'5a'.repeat(32)}`;
const traits = 8;
const counts = 2n ** 40n - 1n;
const secretOf = (id: bigint) => keccak256(toHex(`secret ${id}`));
const tree = secretTree(0n, secretOf);

let anvil: Anvil;
let deployment: Deployment;
let breeding: { to: Hex; abi: Abi };
const measured: Record<string, number> = {};
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });

beforeAll(async () => {
  anvil = await startAnvil(80001, ['--hardfork', 'osaka', '--timestamp', String(start - 10_000n)]);
  deployment = await deployLocal(anvil.rpcUrl);
  breeding = { to: deployment.breeding, abi: breedingAbi as Abi };
});
afterAll(() => anvil.stop());

async function send(call: Call, measure?: string) {
  const receipt = await sendCall(anvil.rpcUrl, call, 3_000_000n);
  if (measure) measured[measure] = Number(receipt.gasUsed);
  return receipt;
}

/** Ann's collection of 12 founders, six owned by Bob and six by Cyr; all have money and the approvals they need. */
async function scene(): Promise<Hex> {
  const terms = [0, ann.address, 'Founders', `0x${'00'.repeat(32)}`] as const;
  const factory = { to: deployment.collectionFactory, abi: collectionFactoryAbi as Abi };
  await send({ from: ann, ...factory, name: 'create', args: terms });
  const collection = await client().readContract({
    address: factory.to,
    abi: collectionFactoryAbi,
    functionName: 'predict',
    args: terms,
  });
  const pieces = { to: collection, abi: collection721Abi as Abi };
  for (let tokenId = 1n; tokenId <= 12n; tokenId++) {
    const to = tokenId <= 6n ? bob.address : cyr.address;
    const mint = { to, tokenId, quantity: 1n, digest, royaltyBps: 500, deadline: 4_000_000_000n };
    await send({ from: ann, ...pieces, name: 'mint', args: [mint] });
  }
  for (const from of [ann, bob, cyr, fee]) {
    const { rpcUrl } = anvil;
    await fundLocal({ rpcUrl, deployment, minterKey: deployerKey, to: from.address, weth: parseEther('10') });
    const args = [breeding.to, 2n ** 256n - 1n];
    await send({ from, to: deployment.weth, abi: erc20Abi as Abi, name: 'approve', args });
  }
  await send({ from: ann, ...pieces, name: 'setMinter', args: [breeding.to, true] }, 'let the contract mint');
  return collection;
}

const genesOf = (tokenId: bigint) => BigInt(keccak256(toHex(tokenId))) & (2n ** 160n - 1n);
const at = (time: bigint) => anvilOf(anvil.rpcUrl).setNextBlockTimestamp({ timestamp: time });

test('the contract is below the size limit of 24,576 bytes with a margin', async () => {
  const code = await client().getCode({ address: breeding.to });
  expect((code!.length - 2) / 2).toBeLessThanOrEqual(24_576 - 2_048);
});

test('every function of breeding costs the gas in the snapshot, and a hatch can be repeated from its events', async () => {
  const collection = await scene();
  const founders = Array.from({ length: 12 }, (_, i) => BigInt(i + 1));
  const opening = [collection, parseEther('0.01'), traits, counts, digest];
  await send({ from: ann, ...breeding, name: 'open', args: opening }, 'open a collection');
  const genes = founders.map(genesOf);
  await send({ from: ann, ...breeding, name: 'enrol', args: [collection, founders, genes] }, 'enrol 12 founders');
  await send({ from: operator, ...breeding, name: 'commit', args: [rootOf(tree)] }, 'commit to 1,024 secrets');

  await at(start);
  const offer = [collection, 7n, parseEther('0.1'), start + 86_400n];
  await send({ from: cyr, ...breeding, name: 'offerSiring', args: offer }, 'offer a sire');
  await undone(anvil.rpcUrl, () =>
    send({ from: cyr, ...breeding, name: 'withdrawSiring', args: [collection, 7n] }, 'withdraw the offer'),
  );

  const breed = (matron: bigint, sire: bigint, measure?: string) =>
    send({ from: bob, ...breeding, name: 'breed', args: [collection, matron, sire, parseEther('1')] }, measure);
  const bred = await breed(1n, 2n, 'breed two of one’s own, first of all');
  await breed(3n, 7n, 'breed with another’s sire, two payees');
  await anvilOf(anvil.rpcUrl).mine({ blocks: 2 });
  await undone(anvil.rpcUrl, () => send({ from: operator, ...breeding, name: 'keep', args: [1n] }, 'keep a hash'));
  await breed(4n, 5n, 'breed, keeping two hashes along');

  await anvilOf(anvil.rpcUrl).mine({ blocks: 2 });
  await at(start + 600n);
  const hatch = async (id: bigint, measure?: string) => {
    const operatorSignature = await operator.signTypedData({
      domain: { name: 'Skarb Breeding', version: '1', chainId: 80001, verifyingContract: breeding.to },
      types: {
        Birth: [
          { name: 'id', type: 'uint256' },
          { name: 'digest', type: 'bytes32' },
        ],
      },
      primaryType: 'Birth',
      message: { id, digest },
    });
    const args = [id, secretOf(id), proofOf(tree, id), digest, operatorSignature];
    return send({ from: operator, ...breeding, name: 'hatch', args }, measure);
  };
  const hatched = await hatch(1n, 'hatch, hash kept, owner holds others');
  await hatch(3n, 'hatch, keeping the hash');

  const [event] = parseEventLogs({ abi: breedingAbi, logs: bred.logs, eventName: 'Bred' });
  const [child] = parseEventLogs({ abi: breedingAbi, logs: hatched.logs, eventName: 'Hatched' });
  const { hash } = await client().getBlock({ blockNumber: event!.args.targetBlock });
  const seed = keccak256(
    encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }], [1n, hash, secretOf(1n)]),
  );
  expect(child!.args).toMatchObject({ seed: BigInt(seed), secret: secretOf(1n), childId: 2n ** 64n + 1n });
  expect(child!.args.genes).toBe(mix(genesOf(1n), genesOf(2n), BigInt(seed), traits, counts));

  // Two more breedings: one whose block hash nobody recorded, one whose operator does not reveal the secret.
  await breed(1n, 5n);
  // This chain keeps 8,191 hashes in EIP-2935's contract; without that contract it keeps 256.
  await anvilOf(anvil.rpcUrl).mine({ blocks: 258 });
  await undone(anvil.rpcUrl, () =>
    send({ from: operator, ...breeding, name: 'keep', args: [4n] }, 'keep a hash out of the chain’s history'),
  );
  await anvilOf(anvil.rpcUrl).setCode({ address: '0x0000F90827F1C53a10cb7A02335B175320002935', bytecode: '0x' });
  await send({ from: cyr, ...breeding, name: 'lose', args: [4n] }, 'give up a missed one, refunded');
  await at(start + 30n * 86_400n);
  await send({ from: cyr, ...breeding, name: 'lose', args: [2n] }, 'give up a silent operator’s, refunded');

  if (process.env.UPDATE_GAS) {
    writeFileSync(snapshotFile, `${JSON.stringify(measured, null, 2)}\n`);
    console.table(measured);
  } else {
    const snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8')) as Record<string, number>;
    expect(Object.keys(measured)).toEqual(Object.keys(snapshot));
    for (const [verb, gas] of Object.entries(measured)) {
      // The gas of a hatch depends slightly on its draw, and so on a block's hash, which differs in each run.
      const tolerance = verb.startsWith('hatch') ? 5_000 : 0;
      expect(Math.abs(gas - snapshot[verb]!), `${verb}: ${gas}`).toBeLessThanOrEqual(tolerance);
    }
  }
});
