/** Deploys the ERC-4337 EntryPoint 0.8 on the local chain: the canonical code at the canonical address. */
import { readFileSync } from 'node:fs';
import { type Address, concat, type Hex, type PublicClient } from 'viem';

/** The address of EntryPoint 0.8 on every chain that has it. */
export const ENTRY_POINT_ADDRESS = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108' satisfies Address;

/**
 * The data with which the CREATE2 proxy deploys it, the same on every chain. Its address is the hash of its code: other
 * code would get another address.
 */
export function entryPointDeployment(): Hex {
  const text = readFileSync(new URL('../artifact/entry-point-0.8.json', import.meta.url), 'utf8');
  const { creationCode, create2 } = JSON.parse(text) as { creationCode: Hex; create2: { salt: Hex } };
  return concat([create2.salt, creationCode]);
}

/** @throws when a chain has no EntryPoint 0.8 */
export async function checkEntryPoint(client: PublicClient, chainId: number): Promise<void> {
  if (!(await client.getCode({ address: ENTRY_POINT_ADDRESS })))
    throw new Error(`Chain ${chainId} has no EntryPoint 0.8 at ${ENTRY_POINT_ADDRESS}.`);
}
