import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, createPublicClient, createWalletClient, type Hex, http, toHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auctionHouseAbi } from '../../abi/index.ts';
import { deployAll, type Deployment, type DeployedContract } from '../../script/deploy.ts';
import { acceptAll, handOver } from '../../script/hand-over.ts';
import { mined } from '../../script/mined.ts';
import { writeVerification } from '../../script/verification.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { ann, bob, deployer, deployerKey, fee, operator } from './people.ts';

let anvil: Anvil;
let deployment: Deployment;
const placed: DeployedContract[] = [];
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });
const keyOf = (person: typeof ann): Hex => toHex(person.getHdKey().privateKey!);
const by = (person: typeof ann) => ({ rpcUrl: anvil.rpcUrl, deployment, key: keyOf(person) });

beforeAll(async () => {
  anvil = await startAnvil(80001);
  deployment = await deployAll({
    rpcUrl: anvil.rpcUrl,
    chainId: 80001,
    deployerKey,
    operator: operator.address,
    feeRecipient: fee.address,
    local: true,
    // As on a public chain, where no play money is deployed.
    onDeployed: (one) => one.name.startsWith('Local') || placed.push(one),
  });
});
afterAll(() => anvil.stop());

const owned = () => [deployment.offerZone, deployment.auctionHouse, deployment.breeding];
const owners = () =>
  Promise.all(
    owned().map((address) => client().readContract({ address, abi: auctionHouseAbi, functionName: 'owner' })),
  );

test('a contract belongs to the new owner, and to nobody else, once they accept it', async () => {
  await expect(handOver(by(ann), bob.address)).rejects.toThrow(`not to ${ann.address}`);
  const open = await handOver(by(deployer), ann.address);
  expect(open.map(({ to }) => to)).toEqual(owned());
  expect(await owners()).toEqual(owned().map(() => deployer.address));
  // A repetition after a crash sends nothing and prints the same open steps.
  const nonce = await client().getTransactionCount({ address: deployer.address });
  expect(await handOver(by(deployer), ann.address)).toEqual(open);
  expect(await client().getTransactionCount({ address: deployer.address })).toBe(nonce);

  expect(await acceptAll(by(bob))).toEqual([]);
  // A multisig sends the printed transactions; a key uses the command.
  const wallet = createWalletClient({ account: ann, transport: http(anvil.rpcUrl) });
  const { to, data } = open[0]!;
  await mined(client(), await wallet.sendTransaction({ chain: null, to, data }));
  expect(await acceptAll(by(ann))).toEqual(['auction house', 'breeding contract']);
  expect(await owners()).toEqual(owned().map(() => ann.address));
  expect(await handOver(by(deployer), ann.address)).toEqual([]);
});

test('the verification inputs compile to the deployed code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skarb-verify-'));
  try {
    writeVerification(folder, deployment, placed);
    type Listed = { address: Address; contract: string; compiler: string; input: string; constructorArguments: Hex };
    const list = JSON.parse(readFileSync(join(folder, 'contracts.json'), 'utf8')) as Listed[];
    const expected = ['collectionFactory', 'collection721', 'collection1155', 'offerZone', 'auctionHouse', 'breeding'];
    for (const name of expected as (keyof Deployment)[])
      expect(list.map(({ address }) => address)).toContain(deployment[name]);
    const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string; version(): string };
    // Compiling all contracts takes a minute; the zone alone shows that paths, remappings and settings are right.
    const { contract, compiler, input, constructorArguments } = list.find(
      ({ address }) => address === deployment.offerZone,
    )!;
    expect(compiler).toMatch(/^v0\.8\.37\+commit\.[0-9a-f]{8}$/);
    const output = JSON.parse(solc.compile(readFileSync(join(folder, input), 'utf8')));
    const [path, name] = contract.split(':') as [string, string];
    const initCode = `0x${output.contracts[path][name].evm.bytecode.object}${constructorArguments.slice(2)}`;
    expect(initCode).toBe(placed.find((one) => one.address === deployment.offerZone)?.initCode);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
