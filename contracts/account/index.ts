/** A smart account for viem's ERC-4337 clients, and its address. Runs in the browser and in the server. */
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  type SignableMessage,
  type TypedDataDefinition,
  zeroHash,
} from 'viem';
import {
  entryPoint08Abi,
  entryPoint08Address,
  getUserOperationTypedData,
  type SmartAccountImplementation,
  toSmartAccount,
  type UserOperation,
} from 'viem/account-abstraction';
import { readContract } from 'viem/actions';
import { smartAccountFactoryAbi } from '../abi/index.ts';
import { type AccountSigner, nestedMessage, nestedTypedData, withKey } from './signature.ts';

export { type AccountSigner, type PasskeyAssertion, passkeyKey, passkeySignature } from './signature.ts';

/** The addresses of a deployment that accounts need. */
export type AccountContracts = { chainId: number; accountFactory: Address; accountImplementation: Address };

export type AccountCall = { to: Address; value?: bigint | undefined; data?: Hex | undefined };

/** ERC-7821: calls one after the other, all or none. */
const BATCH = `0x01${'00'.repeat(31)}` as const;
const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable']);

/** The address of the account with this first key, before and after it is deployed. */
export function accountAddress(
  { accountFactory, accountImplementation }: Omit<AccountContracts, 'chainId'>,
  firstKey: Hex,
): Address {
  // Solady's clone with immutable arguments: the hash of the first key is the end of its code.
  const initCode = concat([
    '0x61',
    numberToHex(0x2d + 32, { size: 2 }),
    '0x3d81600a3d39f3363d3d373d3d3d363d73',
    accountImplementation,
    '0x5af43d82803e903d91602b57fd5bf3',
    keccak256(firstKey),
  ]);
  return getCreate2Address({ from: accountFactory, salt: zeroHash, bytecode: initCode });
}

/** The call data of an operation that makes these calls. */
export function encodeCalls(calls: readonly AccountCall[]): Hex {
  const batch = calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }));
  const executionData = encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { type: 'address', name: 'to' },
          { type: 'uint256', name: 'value' },
          { type: 'bytes', name: 'data' },
        ],
      },
    ],
    [batch],
  );
  return encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [BATCH, executionData] });
}

/**
 * An account for viem's `createBundlerClient` and `createWalletClient`.
 * @param signer its `key` is read after it has signed: of several passkeys the person chooses one when asked
 * @param firstKey the key from which the address follows; `signer.key` if it is the same
 * @param address of an account that exists, if its first key is not known: it may have been removed
 */
export async function toSkarbAccount(options: {
  client: SmartAccountImplementation['client'];
  contracts: AccountContracts;
  signer: AccountSigner;
  firstKey?: Hex;
  address?: Address;
}) {
  const { client, contracts, signer, firstKey = signer.key } = options;
  const { chainId } = contracts;
  const address = options.address ?? accountAddress(contracts, firstKey);
  const sign = async (data: TypedDataDefinition) => {
    const signature = await signer.sign(data);
    return withKey(signer.key, signature);
  };
  return toSmartAccount({
    client,
    entryPoint: { abi: entryPoint08Abi, address: entryPoint08Address, version: '0.8' },
    getAddress: async () => address,
    encodeCalls: async (calls) => encodeCalls(calls as readonly AccountCall[]),
    getFactoryArgs: async () => ({
      factory: contracts.accountFactory,
      factoryData: encodeFunctionData({ abi: smartAccountFactoryAbi, functionName: 'create', args: [firstKey] }),
    }),
    // One sequence of nonces. viem's default is a new sequence for each operation, which costs 17,100 gas more.
    getNonce: () =>
      readContract(client, {
        address: entryPoint08Address,
        abi: entryPoint08Abi,
        functionName: 'getNonce',
        args: [address, 0n],
      }),
    getStubSignature: async () => withKey(signer.key, signer.stub),
    signMessage: ({ message }: { message: SignableMessage }) => sign(nestedMessage(message, address, chainId)),
    async signTypedData(data) {
      const { nested, wrap } = nestedTypedData(data as TypedDataDefinition, address, chainId);
      return wrap(await sign(nested));
    },
    signUserOperation: (operation) =>
      sign(
        getUserOperationTypedData({
          chainId,
          entryPointAddress: entryPoint08Address,
          userOperation: { ...operation, sender: address } as UserOperation<'0.8'>,
        }),
      ),
  });
}
