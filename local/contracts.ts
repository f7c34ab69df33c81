import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deployAll, type Deployment } from '@skarb/contracts/deploy';
import { parseEther, toHex } from 'viem';
import { rpc } from './anvil.ts';
import { deployer, feeRecipient, operator } from './keys.ts';
import { writeAtomically } from './run-record.ts';

/** Where the deployment of a data directory's chain is written. */
export function deploymentFile(dataDir: string): string {
  return join(dataDir, 'deployment.json');
}

/** Puts the contracts on the local chain (those that are missing) and writes where they are. */
export async function deployLocal(rpcUrl: string, chainId: number, dataDir: string): Promise<Deployment> {
  await fund(rpcUrl, deployer.address, parseEther('1000000'));
  await fund(rpcUrl, operator.address, parseEther('10000'));
  const deployment = await deployAll({
    rpcUrl,
    chainId,
    deployerKey: deployer.key,
    operator: operator.address,
    feeRecipient: feeRecipient.address,
    local: true,
    previous: readDeployment(deploymentFile(dataDir)),
  });
  writeAtomically(deploymentFile(dataDir), `${JSON.stringify(deployment, null, 2)}\n`);
  return deployment;
}

/** Reads a deployment; undefined when there is none. */
export function readDeployment(file: string): Deployment | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Deployment;
  } catch {
    return undefined;
  }
}

/** Fills an account's purse with play money when less than half of it is left. */
async function fund(rpcUrl: string, address: string, amount: bigint): Promise<void> {
  const balance = BigInt(await rpc<string>(rpcUrl, 'eth_getBalance', [address, 'latest']));
  if (balance < amount / 2n) await rpc(rpcUrl, 'anvil_setBalance', [address, toHex(amount)]);
}
