import type { SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import { type Eip1193Provider, toHexNumber, toHexText, type WalletNetwork } from './eip1193.ts';
import { nativeBalance, rpc } from './rpc.ts';
import { toWalletError, WalletError } from './wallet-error.ts';

/** Sends one request to the wallet and converts its error. @throws WalletError */
const ask = async <T>(provider: Eip1193Provider, method: string, params?: unknown): Promise<T> => {
  try {
    return (await provider.request({ method, params })) as T;
  } catch (error) {
    throw toWalletError(error);
  }
};

/** Signs a text, a SIWE message for instance. @throws WalletError */
export const signText = (provider: Eip1193Provider, address: string, text: string): Promise<string> =>
  ask(provider, 'personal_sign', [toHexText(text), address]);

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const;

/**
 * Signs EIP-712 data. Adds the type `EIP712Domain` if it is missing: wallets require it, viem omits it. @throws
 * WalletError
 */
export const signTypedData = (
  provider: Eip1193Provider,
  address: string,
  typedData: SignatureStep['typedData'],
): Promise<string> => {
  const types = {
    EIP712Domain: DOMAIN_FIELDS.filter(({ name }) => typedData.domain[name] !== undefined),
    ...typedData.types,
  };
  return ask(provider, 'eth_signTypedData_v4', [address, JSON.stringify({ ...typedData, types })]);
};

/** Switches the wallet to a network, and adds the network if the wallet does not know it. @throws WalletError */
export const switchChain = async (provider: Eip1193Provider, network: WalletNetwork): Promise<void> => {
  const chainId = toHexNumber(network.chainId);
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    const named = toWalletError(error);
    if (named.code !== 'wrongChain' && named.code !== 'unknown') throw named;
    await ask(provider, 'wallet_addEthereumChain', [
      {
        chainId,
        chainName: network.humanName,
        rpcUrls: [network.rpcUrl],
        nativeCurrency: { name: network.nativeSymbol, symbol: network.nativeSymbol, decimals: 18 },
        ...(network.explorerUrl ? { blockExplorerUrls: [network.explorerUrl] } : {}),
      },
    ]);
    // Most wallets switch when they add a network, some only add it.
    const now = Number(await ask<string>(provider, 'eth_chainId'));
    if (now !== network.chainId) await ask(provider, 'wallet_switchEthereumChain', [{ chainId }]);
  }
};

type Call = Pick<TransactionStep, 'to' | 'data' | 'value'>;
const callOf = (from: string, { to, data, value }: Call) => ({ from, to, data, value: toHexNumber(BigInt(value)) });

/**
 * Checks on the chain, before the wallet opens, whether the transaction would succeed and the account can pay for it,
 * so that nobody pays gas for a failure. If the node is unavailable the check passes: the wallet uses its own node.
 * @throws WalletError `noGas`, `wouldFail`
 */
export const checkBeforeSending = async (network: WalletNetwork, from: string, call: Call): Promise<void> => {
  try {
    const [gas, price, balance] = await Promise.all([
      rpc<string>(network.rpcUrl, 'eth_estimateGas', [callOf(from, call)]),
      rpc<string>(network.rpcUrl, 'eth_gasPrice'),
      nativeBalance(network.rpcUrl, from),
    ]);
    if (balance < BigInt(gas) * BigInt(price) + BigInt(call.value)) throw new WalletError('noGas');
  } catch (error) {
    const named = toWalletError(error);
    if (named.code === 'noGas' || named.code === 'wouldFail') throw named;
  }
};

/** Sends a transaction and returns its hash at once. @throws WalletError */
export const sendTransaction = (provider: Eip1193Provider, from: string, call: Call): Promise<string> =>
  ask(provider, 'eth_sendTransaction', [callOf(from, call)]);
