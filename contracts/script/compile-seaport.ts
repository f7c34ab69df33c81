/**
 * Builds the committed artifacts of Seaport 1.6 and its conduit controller from npm's `seaport-core` (about 50 s).
 * Run it only when that package changes: `npx tsx contracts/script/compile-seaport.ts`.
 *
 * Seaport is compiled with the settings of the canonical deployment; the CREATE2 address below proves that the result
 * is exactly the init code deployed at that address on every chain. The conduit controller's canonical build (solc
 * 0.8.14) cannot be repeated with a compiler from npm (its solc 0.8.14 misses files), so the same source is built with
 * 0.8.24.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Abi, concat, getCreate2Address, type Hex, keccak256, pad } from 'viem';
import { CONDUIT_CONTROLLER_ADDRESS, SEAPORT_ADDRESS } from './seaport.ts';

const require = createRequire(import.meta.url);
const solc = require('solc-0.8.24') as {
  version(): string;
  compile(input: string, callbacks: { import(path: string): { contents: string } }): string;
};
const packages = new URL('../../node_modules/', import.meta.url);
const settings = {
  viaIR: true,
  optimizer: { enabled: true, runs: 4_294_967_295 },
  metadata: { bytecodeHash: 'none' },
  evmVersion: 'cancun',
};
// As Seaport’s documentation of its deployment publishes them.
const CREATE2_FACTORY = '0x0000000000FFe8B47B3e2130213B802212439497';
const SEAPORT_SALT = '0x0000000000000000000000000000000000000000d738b7f0bb99901b1c83f249';

type Output = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
};

function compile(file: string, name: string): { abi: Abi; creationCode: Hex } {
  const read = (path: string) => ({ contents: readFileSync(new URL(path, packages), 'utf8') });
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: read(file).contents } },
    settings: { ...settings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: read })) as Output;
  const failed = output.errors?.find((error) => error.severity === 'error');
  if (failed) throw new Error(failed.formattedMessage);
  const contract = output.contracts[file]?.[name];
  if (!contract) throw new Error(`${file} has no ${name}`);
  return { abi: contract.abi, creationCode: `0x${contract.evm.bytecode.object}` };
}

function write(name: string, source: string, contract: { abi: Abi; creationCode: Hex }, create2: object) {
  const artifact = { name, source, compiler: solc.version(), settings, create2, ...contract };
  writeFileSync(new URL(`../artifact/${name}.json`, import.meta.url), `${JSON.stringify(artifact)}\n`);
}

const seaport = compile('seaport-core/src/Seaport.sol', 'Seaport');
const initCode = concat([seaport.creationCode, pad(CONDUIT_CONTROLLER_ADDRESS)]);
const address = getCreate2Address({ from: CREATE2_FACTORY, salt: SEAPORT_SALT, bytecode: initCode });
if (address !== SEAPORT_ADDRESS) throw new Error(`Not the canonical Seaport: its CREATE2 address would be ${address}`);
write('seaport-1.6', 'npm seaport-core 1.6.6', seaport, {
  factory: CREATE2_FACTORY,
  salt: SEAPORT_SALT,
  initCodeHash: keccak256(initCode),
  address,
});
write(
  'conduit-controller',
  'npm seaport-core 1.6.6',
  compile('seaport-core/src/conduit/ConduitController.sol', 'ConduitController'),
  {},
);
