/** Deploys Seaport 1.6 on the local chain: the canonical code at the canonical address. */
import { readFileSync } from 'node:fs';
import {
  type Address,
  concat,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  pad,
  type PublicClient,
  toBytes,
} from 'viem';
import { seaportAbi } from '../abi/seaport.ts';

/** The address of Seaport 1.6 on every chain that has it. */
export const SEAPORT_ADDRESS = '0x0000000000000068F116a894984e2DB1123eB395' satisfies Address;
/** The address of its conduit controller. */
export const CONDUIT_CONTROLLER_ADDRESS = '0x00000000F9490004C11Cef243f5400493c00Ad63' satisfies Address;

/** The creation code committed by `compile-seaport.ts`, without constructor arguments. */
export function creationCodeOf(name: 'seaport-1.6' | 'conduit-controller'): Hex {
  const text = readFileSync(new URL(`../artifact/${name}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { creationCode: Hex }).creationCode;
}

/** The EIP-712 domain separator that Seaport must return on a chain. */
export function seaportDomainSeparator(chainId: number): Hex {
  const hash = (text: string) => keccak256(toBytes(text));
  return keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }, { type: 'address' }],
      [
        hash('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
        hash('Seaport'),
        hash('1.6'),
        BigInt(chainId),
        SEAPORT_ADDRESS,
      ],
    ),
  );
}

/**
 * Throws unless Seaport 1.6 is at its address with this chain's domain separator and the canonical conduit controller.
 * Orders signed for a Seaport with another domain would be invalid, so nothing may be deployed on top of it.
 */
export async function checkSeaport(client: PublicClient): Promise<void> {
  const chainId = await client.getChainId();
  if (!(await client.getCode({ address: SEAPORT_ADDRESS }))) {
    throw new Error(`Chain ${chainId} has no Seaport at ${SEAPORT_ADDRESS}.`);
  }
  const [version, domainSeparator, conduitController] = await client.readContract({
    address: SEAPORT_ADDRESS,
    abi: seaportAbi,
    functionName: 'information',
  });
  if (version !== '1.6') throw new Error(`Seaport at ${SEAPORT_ADDRESS} says it is version ${version}, not 1.6.`);
  if (domainSeparator !== seaportDomainSeparator(chainId)) {
    throw new Error(`Seaport at ${SEAPORT_ADDRESS} has another signing domain than that address on chain ${chainId}.`);
  }
  if (conduitController !== CONDUIT_CONTROLLER_ADDRESS) {
    throw new Error(`Seaport at ${SEAPORT_ADDRESS} uses the conduit controller ${conduitController}.`);
  }
}

/**
 * Installs the conduit controller and Seaport 1.6 at their canonical addresses on an anvil, and checks them. Does
 * nothing when they exist. Only for private chains: it needs `anvil_setCode`.
 *
 * The constructors run inside an `eth_call` to the canonical address, whose code is replaced by the creation code: they
 * return the runtime code with the immutables of this address and chain.
 */
export async function installSeaport(rpcUrl: string): Promise<void> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  await install(client, CONDUIT_CONTROLLER_ADDRESS, creationCodeOf('conduit-controller'));
  await install(client, SEAPORT_ADDRESS, concat([creationCodeOf('seaport-1.6'), pad(CONDUIT_CONTROLLER_ADDRESS)]));
  await checkSeaport(client);
}

async function install(client: PublicClient, address: Address, initCode: Hex): Promise<void> {
  if (await client.getCode({ address })) return;
  const { data: runtimeCode } = await client.call({ to: address, stateOverride: [{ address, code: initCode }] });
  if (!runtimeCode) throw new Error(`The constructor of ${address} returned no code.`);
  await client.request<{ Method: 'anvil_setCode'; Parameters: [Address, Hex]; ReturnType: null }>({
    method: 'anvil_setCode',
    params: [address, runtimeCode],
  });
}
