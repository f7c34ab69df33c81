/**
 * The input that a block explorer needs to verify the deployed contracts: for each contract a standard-JSON input with
 * all its sources, and one list with addresses, compiler and constructor arguments. Reads forge's output in
 * contracts/out.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Address, concat, encodeAbiParameters, type Hex } from 'viem';
import type { Deployment, DeployedContract } from './deploy.ts';

const contractsFolder = fileURLToPath(new URL('..', import.meta.url));

type Artifact = {
  bytecode: { object: Hex };
  metadata: {
    compiler: { version: string };
    settings: { compilationTarget: Record<string, string> } & Record<string, unknown>;
    sources: Record<string, unknown>;
  };
};

const artifactOf = (name: string): Artifact => {
  const file = join(contractsFolder, `out/${name}.sol/${name}.json`);
  if (!existsSync(file)) throw new Error(`${name} is not built. Run: npm run build -w contracts`);
  return JSON.parse(readFileSync(file, 'utf8')) as Artifact;
};

/** The standard-JSON input that compiles to a contract's bytecode, with the paths of the original build. */
function standardInput(name: string) {
  const { compilationTarget: _target, ...settings } = artifactOf(name).metadata.settings;
  const sources = Object.fromEntries(
    Object.keys(artifactOf(name).metadata.sources).map((path) => [
      path,
      { content: readFileSync(join(contractsFolder, path), 'utf8') },
    ]),
  );
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } };
  return { language: 'Solidity', sources, settings: { ...settings, outputSelection } };
}

const encodeAddresses = (...addresses: Address[]): Hex =>
  encodeAbiParameters(
    addresses.map(() => ({ type: 'address' }) as const),
    addresses,
  );

/**
 * Writes `<Name>.json` for each of the marketplace's own contracts and `contracts.json`, their list, into a folder.
 * @param placed the contracts that the deployment placed; the factories deploy the implementations
 * @throws when contracts/out differs from the deployed code
 */
export function writeVerification(folder: string, deployment: Deployment, placed: readonly DeployedContract[]): void {
  const { collectionFactory, auctionHouse, collection721, collection1155, accountFactory, accountImplementation } =
    deployment;
  const byFactory = (name: string, address: Address, args: Hex): DeployedContract => ({
    name,
    address,
    initCode: concat([artifactOf(name).bytecode.object, args]),
  });
  const all = [
    ...placed,
    byFactory('Collection721', collection721, encodeAddresses(collectionFactory, auctionHouse)),
    byFactory('Collection1155', collection1155, encodeAddresses(collectionFactory)),
    // What was kept of an earlier version keeps the entry of its own time, with its own input.
    ...(placed.some(({ address }) => address === accountFactory)
      ? [byFactory('SmartAccount', accountImplementation, '0x')]
      : []),
  ];
  mkdirSync(folder, { recursive: true });
  const list = all.map(({ name, address, initCode }) => {
    const { bytecode, metadata } = artifactOf(name);
    if (!initCode.startsWith(bytecode.object))
      throw new Error(`contracts/out is not what was deployed as ${name}. Run: npm run build -w contracts`);
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(standardInput(name))}\n`);
    const [[path]] = Object.entries(metadata.settings.compilationTarget) as [[string, string]];
    return {
      address,
      contract: `${path}:${name}`,
      compiler: `v${metadata.compiler.version}`,
      input: `${name}.json`,
      constructorArguments: `0x${initCode.slice(bytecode.object.length)}`,
    };
  });
  const file = join(folder, 'contracts.json');
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as typeof list) : [];
  const addresses = Object.values(deployment);
  const kept = before.filter(
    ({ address }) => addresses.includes(address) && !list.some((one) => one.address === address),
  );
  writeFileSync(file, `${JSON.stringify([...list, ...kept], null, 2)}\n`);
}
