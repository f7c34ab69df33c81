import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deployAll, OtherVersion, type Deployment } from '@skarb/contracts/deploy';
import { parseEther, toHex } from 'viem';
import { rpc } from './anvil.ts';
import { deployer, feeRecipient, operator } from './keys.ts';
import { writeAtomically } from './run-record.ts';
import { StackError } from './stack-error.ts';

/** The file with the deployment of a data directory's chain. */
export function deploymentFile(dataDir: string): string {
  return join(dataDir, 'deployment.json');
}

/**
 * Deploys the missing contracts to the local chain and writes their addresses to the deployment file.
 * @throws StackError if the data directory was made with other contracts than this version's: they hold its
 *   collections, offers and auctions, and nothing would follow them any more
 */
export async function deployLocal(rpcUrl: string, chainId: number, dataDir: string): Promise<Deployment> {
  await fund(rpcUrl, deployer.address, parseEther('1000000'));
  await fund(rpcUrl, operator.address, parseEther('10000'));
  const previous = readDeployment(deploymentFile(dataDir));
  const deployment = await deployAll({
    rpcUrl,
    chainId,
    deployerKey: deployer.key,
    operator: operator.address,
    feeRecipient: feeRecipient.address,
    local: true,
    ...(previous ? { previous } : {}),
  }).catch((error: unknown) => {
    if (!(error instanceof OtherVersion)) throw error;
    throw new StackError(
      `The data in ${dataDir} was made by another version of Skarb: its contracts (${error.contract}) are not this version's.`,
      `Delete that directory to start over, or keep it and use another: DATA_DIR=.data2 npm start`,
    );
  });
  writeAtomically(deploymentFile(dataDir), `${JSON.stringify(deployment, null, 2)}\n`);
  return deployment;
}

/** Reads a deployment; undefined if there is none. */
export function readDeployment(file: string): Deployment | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Deployment;
  } catch {
    return undefined;
  }
}

/** Sets an account's balance to `amount` of play money if less than half of that is left. */
async function fund(rpcUrl: string, address: string, amount: bigint): Promise<void> {
  const balance = BigInt(await rpc<string>(rpcUrl, 'eth_getBalance', [address, 'latest']));
  if (balance < amount / 2n) await rpc(rpcUrl, 'anvil_setBalance', [address, toHex(amount)]);
}
