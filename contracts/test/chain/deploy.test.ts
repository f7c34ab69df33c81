import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { concat, createPublicClient, createTestClient, createWalletClient, http, pad } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breedingAbi, collectionFactoryAbi, erc20Abi, offerZoneAbi, seaportAbi } from '../../abi/index.ts';
import { deployAll, type Deployment, type DeployOptions, type OtherVersion } from '../../script/deploy.ts';
import { fundLocal } from '../../script/faucet.ts';
import { mined } from '../../script/mined.ts';
import {
  checkSeaport,
  CONDUIT_CONTROLLER_ADDRESS,
  creationCodeOf,
  installSeaport,
  SEAPORT_ADDRESS,
  seaportDomainSeparator,
} from '../../script/seaport.ts';
import { type Anvil, startAnvil } from './anvil.ts';

const deployerKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const operator = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const feeRecipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

let anvil: Anvil;
let options: DeployOptions;
let deployment: Deployment;
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });

beforeAll(async () => {
  anvil = await startAnvil();
  options = { rpcUrl: anvil.rpcUrl, chainId: 80001, deployerKey, operator, feeRecipient, local: true };
  deployment = await deployAll(options);
});
afterAll(() => anvil.stop());

describe('Seaport on the local chain', () => {
  test('is at its canonical address and signs for this chain', async () => {
    const information = await client().readContract({
      address: SEAPORT_ADDRESS,
      abi: seaportAbi,
      functionName: 'information',
    });
    expect(information).toEqual(['1.6', seaportDomainSeparator(80001), CONDUIT_CONTROLLER_ADDRESS]);
  });

  test('is left unchanged when it is there already', async () => {
    const before = await client().getCode({ address: SEAPORT_ADDRESS });
    await installSeaport(anvil.rpcUrl);
    expect(await client().getCode({ address: SEAPORT_ADDRESS })).toBe(before);
  });

  test('is refused when it was built for another address, because orders signed under it would be invalid', async () => {
    const other = await startAnvil();
    try {
      await installSeaport(other.rpcUrl);
      const wallet = createWalletClient({ account: privateKeyToAccount(deployerKey), transport: http(other.rpcUrl) });
      const reader = createPublicClient({ transport: http(other.rpcUrl) });
      const data = concat([creationCodeOf('seaport-1.6'), pad(CONDUIT_CONTROLLER_ADDRESS)]);
      const hash = await wallet.sendTransaction({ chain: null, data });
      const { contractAddress } = await mined(reader, hash);
      const bytecode = (await reader.getCode({ address: contractAddress! }))!;
      await createTestClient({ mode: 'anvil', transport: http(other.rpcUrl) }).setCode({
        address: SEAPORT_ADDRESS,
        bytecode,
      });
      await expect(checkSeaport(reader)).rejects.toThrow('another signing domain');
    } finally {
      await other.stop();
    }
  });
});

describe('deployAll', () => {
  test('deploys code to every address it returns', async () => {
    const {
      seaport,
      conduitController,
      collectionFactory,
      collection721,
      collection1155,
      offerZone,
      breeding,
      entryPoint,
      accountFactory,
      accountImplementation,
      passkeyVerifier,
      weth,
      usdc,
    } = deployment;
    for (const address of [
      seaport,
      conduitController,
      collectionFactory,
      collection721,
      collection1155,
      offerZone,
      breeding,
      entryPoint,
      accountFactory,
      accountImplementation,
      passkeyVerifier,
      weth,
      usdc,
    ]) {
      expect(await client().getCode({ address }), address).toBeTruthy();
    }
    expect(deployment).toMatchObject({ chainId: 80001, nativeSymbol: 'POL', feeRecipient, operator });
    expect(deployment.blockNumber).toBeGreaterThan(0);
  });

  test('allows the operator to cancel and nothing else', async () => {
    const zone = { address: deployment.offerZone, abi: offerZoneAbi } as const;
    expect(await client().readContract({ ...zone, functionName: 'isOperator', args: [operator] })).toBe(true);
    expect(await client().readContract({ ...zone, functionName: 'owner' })).toBe(
      privateKeyToAccount(deployerKey).address,
    );
  });

  test('allows the operator to commit and hatch, and pays the fee recipient, in a breeding contract that the owner owns', async () => {
    const breeding = { address: deployment.breeding, abi: breedingAbi } as const;
    const read = (functionName: 'operator' | 'feeRecipient' | 'feeBps' | 'owner' | 'weth' | 'auctionHouse') =>
      client().readContract({ ...breeding, functionName });
    expect(await read('operator')).toBe(operator);
    expect(await read('feeRecipient')).toBe(feeRecipient);
    expect(await read('feeBps')).toBe(1_000);
    expect(await read('owner')).toBe(privateKeyToAccount(deployerKey).address);
    expect([await read('weth'), await read('auctionHouse')]).toEqual([deployment.weth, deployment.auctionHouse]);
  });

  test('changes nothing when it runs again', async () => {
    const block = await client().getBlockNumber();
    const names: string[] = [];
    const again = await deployAll({ ...options, previous: deployment, onDeployed: ({ name }) => names.push(name) });
    expect(again).toEqual(deployment);
    // The list for block explorers is whole again.
    expect(names).toEqual(expect.arrayContaining(['CollectionFactory', 'PasskeyVerifier', 'SmartAccountFactory']));
    expect(await client().getBlockNumber()).toBe(block);
  });

  test('deploys nothing in place of a contract of another version', async () => {
    const block = await client().getBlockNumber();
    for (const key of ['auctionHouse', 'weth'] as const)
      await expect(
        deployAll({ ...options, previous: { ...deployment, [key]: operator } }).catch(
          (error: OtherVersion) => error.contract,
        ),
      ).resolves.toBe(key);
    expect(await client().getBlockNumber()).toBe(block);
  });

  test('reads from block 0 when everything is deployed and there is no earlier record', async () => {
    expect((await deployAll(options)).blockNumber).toBe(0);
  });

  test('completes the run of a crashed deployment', async () => {
    const anvilClient = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) });
    await anvilClient.setCode({ address: deployment.usdc, bytecode: '0x' });
    await anvilClient.setNonce({ address: deployment.usdc, nonce: 0 });
    expect(await deployAll({ ...options, previous: deployment })).toEqual(deployment);
    expect(await client().getCode({ address: deployment.usdc })).toBeTruthy();
  });

  test('keeps the zone’s address when another operator is named', async () => {
    const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
    const changed = await deployAll({ ...options, operator: other, previous: deployment });
    expect(changed).toEqual({ ...deployment, operator: other });
  });

  test('refuses an RPC of another chain', async () => {
    await expect(deployAll({ ...options, chainId: 137 })).rejects.toThrow('The RPC answers for chain 80001, not 137.');
  });

  test('refuses a public chain without Seaport', async () => {
    const bare = await startAnvil(80002);
    try {
      await expect(deployAll({ ...options, rpcUrl: bare.rpcUrl, chainId: 80002, local: false })).rejects.toThrow(
        'no Seaport',
      );
    } finally {
      await bare.stop();
    }
  });

  test('accepts a public chain with Seaport and finds the first block itself', async () => {
    const amoy = await startAnvil(80002);
    try {
      const tokens = await deployAll({ ...options, rpcUrl: amoy.rpcUrl, chainId: 80002 });
      const asPublic = { ...options, rpcUrl: amoy.rpcUrl, chainId: 80002, local: false, tokens };
      // Chainlink's feeds are listed by chain; Amoy has none in the list, and a public chain gets no local feeds.
      expect(await deployAll(asPublic)).toEqual({ ...tokens, priceFeeds: {} });
      const swapped = { weth: tokens.usdc, usdc: tokens.weth };
      await expect(deployAll({ ...asPublic, tokens: swapped })).rejects.toThrow(
        'is USDC with 6 decimals, not WETH with 18',
      );
    } finally {
      await amoy.stop();
    }
  });
});

describe('the command line', () => {
  const run = (args: string[], key: string | undefined) =>
    spawnSync(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('../../script/deploy.ts', import.meta.url)), ...args],
      {
        encoding: 'utf8',
        env: { ...process.env, DEPLOYER_KEY: key },
      },
    );

  test('writes the addresses to a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'skarb-deploy-'));
    try {
      const out = join(folder, '80001.json');
      const where = [
        '--rpc',
        anvil.rpcUrl,
        '--chain',
        '80001',
        '--operator',
        operator,
        '--fee-recipient',
        feeRecipient,
      ];
      const { status, stderr } = run(
        [...where, '--local', '--from-block', String(deployment.blockNumber), '--out', out],
        deployerKey,
      );
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(deployment);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('reports missing arguments, and never prints the key', () => {
    const { status, stderr } = run(
      ['--rpc', anvil.rpcUrl, '--chain', '80001', '--operator', operator, '--fee-recipient', feeRecipient],
      '0x1234',
    );
    expect(status).toBe(1);
    expect(stderr).toContain('DEPLOYER_KEY must hold a private key');
    expect(stderr).not.toContain('0x1234');
  });
});

describe('the faucet', () => {
  test('gives many accounts at once exactly the requested amounts', async () => {
    const people = [1, 2, 3, 4, 5].map((n) => `0x${n.toString().repeat(40)}` as const);
    await Promise.all(
      people.map((to) =>
        fundLocal({ rpcUrl: anvil.rpcUrl, deployment, minterKey: deployerKey, to, pol: 3n, weth: 5n, usdc: 7n }),
      ),
    );
    for (const account of people) {
      expect(await client().getBalance({ address: account })).toBe(3n);
      const balance = (address: `0x${string}`) =>
        client().readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] });
      expect([await balance(deployment.weth), await balance(deployment.usdc)]).toEqual([5n, 7n]);
    }
  });
});

test('a collection with a name of 32 Ukrainian letters gets the predicted address', async () => {
  const name = 'Скарби рідного краю і далекі моря';
  const creator = privateKeyToAccount(deployerKey).address;
  const args = [0, creator, name.slice(0, 32), `0x${'ab'.repeat(32)}`] as const;
  const factory = { address: deployment.collectionFactory, abi: collectionFactoryAbi } as const;
  const foretold = await client().readContract({ ...factory, functionName: 'predict', args });
  const { result } = await client().simulateContract({ ...factory, functionName: 'create', args, account: operator });
  expect(result).toBe(foretold);
});
