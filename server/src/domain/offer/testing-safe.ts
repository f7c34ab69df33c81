/** Real Safes (safe-global, 1.5.0) with several owners, as contract wallets that are not ours. */
import { mined } from '@skarb/contracts/mined';
import { deployer } from '@skarb/local/testing.ts';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import {
  concat,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  encodePacked,
  getAddress,
  hashMessage,
  hashTypedData,
  hexToString,
  numberToHex,
  serializeErc6492Signature,
  size,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import type { Eip1193Provider } from '../../../../web/src/platform/wallet/eip1193.ts';
import type { Trade } from './testing-trade.ts';

type Artifact = { abi: Abi; bytecode: Hex };
const read = (path: string): Artifact => {
  const file = createRequire(import.meta.url).resolve(
    `@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`,
  );
  return JSON.parse(readFileSync(file, 'utf8')) as Artifact;
};
type Call = { to: string; data?: string | undefined; value?: string | bigint | undefined };

const SAFE_MESSAGE = { SafeMessage: [{ name: 'message', type: 'bytes' }] };
const SAFE_TX = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
};

/** Deploys Safe's contracts on a trade's chain. */
export const startSafes = async (all: Trade) => {
  const { context, chain } = all;
  const node = context.chain.public;
  const [safeCode, factoryCode, handlerCode, multiSendCode] = [
    read('Safe.sol/Safe'),
    read('proxies/SafeProxyFactory.sol/SafeProxyFactory'),
    read('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
    read('libraries/MultiSendCallOnly.sol/MultiSendCallOnly'),
  ] as [Artifact, Artifact, Artifact, Artifact];
  const payer = all.walletOf({ key: deployer.key });
  const send = async (to: Address | null, data: Hex) => {
    const receipt = await mined(node, await payer.sendTransaction({ chain: null, to, data }));
    if (receipt.status !== 'success') throw new Error('a transaction of the Safe failed');
    return receipt;
  };
  const deploy = async ({ abi, bytecode }: Artifact): Promise<Address> =>
    (await send(null, encodeDeployData({ abi, bytecode }))).contractAddress as Address;
  const singleton = await deploy(safeCode);
  const factory = await deploy(factoryCode);
  const handler = await deploy(handlerCode);
  const multiSend = await deploy(multiSendCode);
  let salt = 0n;

  /** A Safe that two of its three owners act for; it does not exist until `create`. */
  const newSafe = async () => {
    const owners = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey()));
    const signers = owners.slice(0, 2).toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1));
    const setup = encodeFunctionData({
      abi: safeCode.abi,
      functionName: 'setup',
      args: [owners.map(({ address }) => address), 2n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
    });
    const creation = encodeFunctionData({
      abi: factoryCode.abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, setup, salt++],
    });
    const { data: answer } = await node.call({ to: factory, data: creation });
    const address = getAddress(`0x${(answer as Hex).slice(-40)}`);
    const domain = { chainId: chain.chainId, verifyingContract: address };
    const signedBy = async (by: readonly PrivateKeyAccount[], primaryType: string, types: object, message: object) =>
      concat(
        await Promise.all(by.map((owner) => owner.signTypedData({ domain, types, primaryType, message } as never))),
      );
    /** What the Safe accepts as its signature of a hash (ERC-1271). */
    const signHash = (hash: Hex, by: readonly PrivateKeyAccount[] = signers): Promise<Hex> =>
      signedBy(by, 'SafeMessage', SAFE_MESSAGE, { message: encodeAbiParameters([{ type: 'bytes32' }], [hash]) });
    const signMessage = (message: string, by?: readonly PrivateKeyAccount[]) => signHash(hashMessage(message), by);

    /** Makes calls in one transaction that the first signer's wallet would pay for. */
    const execute = async (calls: readonly Call[]) => {
      const packed = calls.map(({ to, data = '0x', value = 0n }) =>
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, to as Address, BigInt(value), BigInt(size(data as Hex)), data as Hex],
        ),
      );
      const data = encodeFunctionData({ abi: multiSendCode.abi, functionName: 'multiSend', args: [concat(packed)] });
      const nonce = (await node.readContract({ address, abi: safeCode.abi, functionName: 'nonce' })) as bigint;
      const rest = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress };
      const tx = { to: multiSend, value: 0n, data, operation: 1, ...rest };
      const signature = await signedBy(signers, 'SafeTx', SAFE_TX, { ...tx, nonce });
      const args = [...Object.values(tx), signature];
      return send(address, encodeFunctionData({ abi: safeCode.abi, functionName: 'execTransaction', args }));
    };

    /** How often its owners were asked. */
    let prompts = 0;
    const done = new Map<string, Awaited<ReturnType<typeof execute>>>();
    /** The Safe as a wallet of the browser: EIP-1193, and EIP-5792 with atomic calls. */
    const provider: Eip1193Provider = {
      request: async ({ method, params }) => {
        const [first, second] = (params ?? []) as [never, never];
        switch (method) {
          case 'personal_sign':
            prompts++;
            return signMessage(hexToString(first));
          case 'eth_signTypedData_v4': {
            prompts++;
            const { types, ...typedData } = JSON.parse(second) as { types: Record<string, unknown> };
            const { EIP712Domain: _, ...own } = types;
            return signHash(hashTypedData({ ...typedData, types: own } as never));
          }
          case 'wallet_getCapabilities':
            return { [numberToHex(chain.chainId)]: { atomic: { status: 'supported' } } };
          case 'wallet_sendCalls': {
            prompts++;
            const { id, calls } = first as { id: string; calls: Call[] };
            done.set(id, await execute(calls.map((call) => ({ ...call, value: BigInt(call.value ?? 0) }))));
            return { id };
          }
          case 'wallet_getCallsStatus':
            return { status: 200, receipts: [{ transactionHash: done.get(first)?.transactionHash }] };
          default:
            throw Object.assign(new Error(`the Safe does not know ${method}`), { code: 4200 });
        }
      },
    };
    return {
      address,
      owners,
      signMessage,
      execute,
      provider,
      prompts: () => prompts,
      create: () => send(factory, creation),
      /** A signature of a Safe that does not exist yet (ERC-6492). */
      wrap: (signature: Hex) => serializeErc6492Signature({ address: factory, data: creation, signature }),
      /** From now on all three owners have to sign. */
      requireAll: () =>
        execute([
          { to: address, data: encodeFunctionData({ abi: safeCode.abi, functionName: 'changeThreshold', args: [3n] }) },
        ]),
    };
  };
  return { newSafe };
};
