/** The command line of `deployAll`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Address, isAddress } from 'viem';
import { deployAll, type Deployment, type DeployedContract, type DeployOptions, OtherVersion } from './deploy.ts';
import { keyFrom } from './key.ts';
import { writeVerification } from './verification.ts';

const usage = `npx tsx contracts/script/deploy.ts --rpc <url> --chain <id> --operator <address> --fee-recipient <address>
  --key-env <NAME>      environment variable that holds the deployer's private key (DEPLOYER_KEY when not said)
  --out <file>          where to write the addresses (contracts/deployments/<chain>.json when not said)
  --weth, --usdc        tokens, on a chain other than 137 and 80002
  --from-block <number> block of the first deployment, when the RPC keeps no history and the file is lost
  --local               an anvil of one's own: Seaport and play money are made too`;

/**
 * Deploys as the arguments specify, writes the addresses to a file, and prints them. On bad input prints the error and
 * sets a failing exit code.
 */
export async function main(argv: string[]): Promise<void> {
  try {
    await run(argv);
  } catch (error) {
    if (error instanceof OtherVersion) {
      console.error(
        `${error.message} Keep its file: the server goes on with it. A new deployment needs another file (--out).`,
      );
      process.exitCode = 1;
      return;
    }
    const cause =
      error instanceof Error && error.cause instanceof Error ? ` ${error.cause.message.split('\n')[0]}` : '';
    console.error(`${error instanceof Error ? error.message : String(error)}${cause}\n\n${usage}`);
    process.exitCode = 1;
  }
}

async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      rpc: { type: 'string' },
      chain: { type: 'string' },
      operator: { type: 'string' },
      'fee-recipient': { type: 'string' },
      'key-env': { type: 'string', default: 'DEPLOYER_KEY' },
      out: { type: 'string' },
      weth: { type: 'string' },
      usdc: { type: 'string' },
      'from-block': { type: 'string' },
      local: { type: 'boolean', default: false },
    },
  });
  const chainId = Number(values.chain);
  if (!Number.isInteger(chainId) || chainId <= 0) throw new Error('--chain must be a chain id.');
  if (!values.rpc) throw new Error('--rpc is missing.');
  const out = values.out ?? fileURLToPath(new URL(`../deployments/${chainId}.json`, import.meta.url));

  const placed: DeployedContract[] = [];
  const deployment = await deployAll({
    onDeployed: (one) => placed.push(one),
    rpcUrl: values.rpc,
    chainId,
    deployerKey: keyFrom(values['key-env']),
    operator: address('--operator', values.operator),
    feeRecipient: address('--fee-recipient', values['fee-recipient']),
    local: values.local,
    previous: previousOf(out, values['from-block']),
    tokens:
      values.weth || values.usdc
        ? { weth: address('--weth', values.weth), usdc: address('--usdc', values.usdc) }
        : undefined,
  });
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify(deployment, null, 2)}\n`);
  console.log(`${JSON.stringify(deployment, null, 2)}\nWritten to ${out}`);
  if (values.local) return;
  const folder = out.replace(/\.json$/, '');
  writeVerification(folder, deployment, placed);
  console.log(`What a block explorer needs to verify the sources is in ${folder}`);
}

function address(option: string, value: string | undefined): Address {
  if (!value || !isAddress(value)) throw new Error(`${option} must be an address.`);
  return value;
}

function previousOf(file: string, given: string | undefined): DeployOptions['previous'] {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Deployment) : undefined;
  return given === undefined ? before : { ...before, blockNumber: Number(given) };
}
