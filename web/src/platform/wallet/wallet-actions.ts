import type { SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import { type Eip1193Provider, OWN_FEE, type OwnFee, toHexNumber, toHexText, type WalletNetwork } from './eip1193.ts';
import { nativeBalance, paysFees, readFee, readGasPrice, rpc } from './rpc.ts';
import { toWalletError, WalletError } from './wallet-error.ts';
import { PASSKEY_WALLET_ID } from './wallet-store.ts';

/** Sends one request to the wallet and converts its error. @throws WalletError */
const ask = async <T>(provider: Eip1193Provider, method: string, params?: unknown): Promise<T> => {
  try {
    return (await provider.request({ method, params })) as T;
  } catch (error) {
    throw toWalletError(error);
  }
};

/** The accounts that a wallet permits, after asking the person if needed. @throws WalletError */
export const accountsOf = (provider: Eip1193Provider): Promise<string[]> => ask(provider, 'eth_requestAccounts');

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
  ownFee?: OwnFee,
): Promise<string> => {
  const types = {
    EIP712Domain: DOMAIN_FIELDS.filter(({ name }) => typedData.domain[name] !== undefined),
    ...typedData.types,
  };
  const agreement = ownFee ? [{ [OWN_FEE]: ownFee }] : [];
  return ask(provider, 'eth_signTypedData_v4', [address, JSON.stringify({ ...typedData, types }), ...agreement]);
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
    const [gas, price, balance, isPayer] = await Promise.all([
      rpc<string>(network.rpcUrl, 'eth_estimateGas', [callOf(from, call)]),
      readGasPrice(network),
      nativeBalance(network.rpcUrl, from),
      paysFees(network.rpcUrl, from).catch(() => true),
    ]);
    if (balance < (isPayer ? BigInt(gas) * price : 0n) + BigInt(call.value)) throw new WalletError('noGas');
  } catch (error) {
    const named = toWalletError(error);
    if (named.code === 'noGas' || named.code === 'wouldFail') throw named;
  }
};

/**
 * Sends a transaction and returns its hash at once. Where the network drops transactions with a low tip, the wallet
 * receives the fee that it needs: not every wallet knows. @throws WalletError
 */
export const sendTransaction = async (
  provider: Eip1193Provider,
  network: Pick<WalletNetwork, 'rpcUrl' | 'leastTip'>,
  from: string,
  call: Call,
): Promise<string> => {
  // Without our node the wallet decides alone.
  const fee = await readFee(network).catch(() => null);
  const fees = fee && { maxPriorityFeePerGas: toHexNumber(fee.tip), maxFeePerGas: toHexNumber(fee.most) };
  return ask(provider, 'eth_sendTransaction', [{ ...callOf(from, call), ...fees }]);
};

/** The state of calls that were sent as one request. */
export type CallsStatus = { status: 'pending' | 'successful' | 'failed'; txHash?: string };

/**
 * Whether the wallet makes several calls in one request, all or none (EIP-5792). Never throws. A key always does, and is
 * not asked: if its code failed to load, its transactions would be sent alone, and an answer that is lost could not be
 * asked for again.
 */
export const hasAtomicCalls = async (
  provider: Eip1193Provider,
  address: string,
  chainId: number,
  walletId: string | null,
): Promise<boolean> => {
  if (walletId === PASSKEY_WALLET_ID) return true;
  try {
    const params = [address, [toHexNumber(chainId)]];
    const answer = await provider.request({ method: 'wallet_getCapabilities', params });
    const own = Object.entries((answer ?? {}) as Record<string, { atomic?: { status?: string } }>);
    // `ready` would turn the account into a smart account first: a decision that no purchase should ask for.
    return own.some(([chain, { atomic }]) => Number(chain) === chainId && atomic?.status === 'supported');
  } catch {
    return false;
  }
};

/**
 * Sends calls as one request (EIP-5792). @param id of the request, chosen by the page
 * @returns the request's id: wallets may choose another one @throws WalletError
 */
export const sendCalls = async (
  provider: Eip1193Provider,
  from: string,
  chainId: number,
  calls: readonly Call[],
  id: string,
  ownFee?: OwnFee,
): Promise<string> => {
  const list = calls.map(({ to, data, value }) => ({ to, data, value: toHexNumber(BigInt(value)) }));
  const request = {
    version: '2.0.0',
    id,
    from,
    chainId: toHexNumber(chainId),
    atomicRequired: true,
    calls: list,
    ...(ownFee && { capabilities: { [OWN_FEE]: ownFee } }),
  };
  const answer = await ask<{ id?: string } | string>(provider, 'wallet_sendCalls', [request]);
  return (typeof answer === 'string' ? answer : answer.id) ?? id;
};

const UNKNOWN_CALLS = 5730;

/** The state of a request of `sendCalls`; null if the wallet does not know it. @throws WalletError */
export const callsStatus = async (provider: Eip1193Provider, id: string): Promise<CallsStatus | null> => {
  try {
    const answer = (await provider.request({ method: 'wallet_getCallsStatus', params: [id] })) as {
      status: number;
      receipts?: { transactionHash?: string }[];
    };
    const txHash = answer.receipts?.at(-1)?.transactionHash;
    // Some wallets confirm before they have the receipt: that is no failure.
    if (answer.status < 200 || (answer.status < 300 && !txHash)) return { status: 'pending' };
    return { status: answer.status < 300 ? 'successful' : 'failed', ...(txHash ? { txHash } : {}) };
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === UNKNOWN_CALLS) return null;
    throw toWalletError(error);
  }
};
