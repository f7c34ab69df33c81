/** Operations of smart accounts for tests, bundled by the operator at gas price 0. */
import { type Chain, createPublicClient, createWalletClient, type Hex, http, type TransactionReceipt } from 'viem';
import { entryPoint08Abi, entryPoint08Address, toPackedUserOperation } from 'viem/account-abstraction';
import { localhost } from 'viem/chains';
import { type AccountCall, type AccountSigner, toSkarbAccount } from '../../account/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { mined } from '../../script/mined.ts';
import { operator } from './people.ts';

const chain: Chain = { ...localhost, id: 80001 };

/** A client of the test chain, and viem's account of a signer. */
export function accountOf(rpcUrl: string, contracts: Deployment, signer: AccountSigner, firstKey?: Hex) {
  const client = createPublicClient({ chain, transport: http(rpcUrl) });
  return toSkarbAccount({ client, contracts, signer, ...(firstKey ? { firstKey } : {}) });
}

type TestAccount = Awaited<ReturnType<typeof accountOf>>;

/** The signed operation that makes these calls, and deploys the account if it does not exist. */
export async function signOperation(account: TestAccount, calls: readonly AccountCall[], nonce?: bigint) {
  const operation = {
    sender: account.address,
    nonce: nonce ?? (await account.getNonce()),
    callData: await account.encodeCalls([...calls]),
    callGasLimit: 1_000_000n,
    verificationGasLimit: 500_000n,
    preVerificationGas: 0n,
    signature: '0x' as const,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    // Without the cache of `isDeployed`, which a reverted chain would make wrong.
    ...((await account.client.request({ method: 'eth_getCode', params: [account.address, 'latest'] })) === '0x'
      ? await account.getFactoryArgs()
      : {}),
  };
  return { ...operation, signature: await account.signUserOperation(operation) };
}

export type SignedOperation = Awaited<ReturnType<typeof signOperation>>;

/** The operator bundles operations. @throws when the entry point refuses one of them */
export async function bundle(rpcUrl: string, ...operations: SignedOperation[]): Promise<TransactionReceipt> {
  const wallet = createWalletClient({ account: operator, chain, transport: http(rpcUrl) });
  const hash = await wallet.writeContract({
    address: entryPoint08Address,
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [operations.map((operation) => toPackedUserOperation(operation)), operator.address],
  });
  return mined(createPublicClient({ chain, transport: http(rpcUrl) }), hash, { what: 'handleOps' });
}
