import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Eip1193Provider } from '../eip1193.ts';
import { toHexNumber } from '../eip1193.ts';
import { ProviderError } from '../provider-error.ts';
import { nativeBalance, RpcError, rpc } from '../rpc.ts';
import type { DemoRequest } from './demo-requests.ts';

export type DemoWalletOptions = {
  chainId: number;
  rpcUrl: string;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Shows the request to the user and returns the answer. */
  ask(request: DemoRequest): Promise<boolean>;
  /** Sends play money to an address. */
  fund(address: string): Promise<void>;
};

const KEY = 'skarb.demoWallet';
const CONNECTED = 'skarb.demoWallet.connected';
/** The methods that the wallet passes on to the node. */
const READS =
  /^(eth_(get|call|estimateGas|blockNumber|gasPrice|feeHistory|maxPriorityFeePerGas)|net_version|web3_clientVersion)/;

/**
 * A wallet with play money for the local chain, so that a user without a wallet can buy and sell within a minute. Its
 * random key is stored in this browser's local storage, which is safe enough for play money only: production builds do
 * not contain this file.
 */
export const createDemoWallet = ({ chainId, rpcUrl, storage, ask, fund }: DemoWalletOptions): Eip1193Provider => {
  const account = () => {
    let key = storage.getItem(KEY) as `0x${string}` | null;
    if (!key || !/^0x[0-9a-f]{64}$/.test(key)) storage.setItem(KEY, (key = generatePrivateKey()));
    return privateKeyToAccount(key);
  };
  const mine = (address: unknown) => {
    const own = account();
    if (String(address).toLowerCase() !== own.address.toLowerCase())
      throw new ProviderError(4100, 'This account is not one of the demo wallet');
    return own;
  };
  const allow = async (request: DemoRequest) => {
    if (!(await ask(request))) throw new ProviderError(4001, 'User rejected the request');
  };

  const connect = async () => {
    const { address } = account();
    // Checks the balance instead of a stored flag, because a new chain has no balance for a key from an earlier one.
    if ((await nativeBalance(rpcUrl, address)) === 0n) await fund(address);
    storage.setItem(CONNECTED, '1');
    return [address];
  };

  type Tx = Partial<Record<'from' | 'to' | 'data' | 'value' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas', string>>;
  const send = async (tx: Tx) => {
    const own = mine(tx.from);
    const call = { from: own.address, to: tx.to, data: tx.data ?? '0x', value: tx.value ?? '0x0' };
    await allow({ kind: 'transaction', ...call, to: tx.to ?? '', value: BigInt(call.value) });
    const [nonce, gas, price] = await Promise.all([
      rpc<string>(rpcUrl, 'eth_getTransactionCount', [own.address, 'pending']),
      tx.gas ?? rpc<string>(rpcUrl, 'eth_estimateGas', [call]),
      rpc<string>(rpcUrl, 'eth_gasPrice'),
    ]);
    const signed = await own.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: Number(nonce),
      to: tx.to as `0x${string}`,
      data: call.data as `0x${string}`,
      value: BigInt(call.value),
      // 30 % more than estimated, because the call may need more by the time it is mined; unused gas is not paid.
      gas: (BigInt(gas) * 13n) / 10n,
      maxFeePerGas: BigInt(tx.maxFeePerGas ?? BigInt(price) * 2n),
      maxPriorityFeePerGas: BigInt(tx.maxPriorityFeePerGas ?? price),
    });
    return rpc<string>(rpcUrl, 'eth_sendRawTransaction', [signed]);
  };

  const handle = async (method: string, params: unknown[]): Promise<unknown> => {
    switch (method) {
      case 'eth_requestAccounts':
        return connect();
      case 'eth_accounts':
        return storage.getItem(CONNECTED) ? [account().address] : [];
      case 'wallet_revokePermissions':
        storage.removeItem(CONNECTED);
        return null;
      case 'eth_chainId':
        return toHexNumber(chainId);
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        if (Number((params[0] as { chainId: string }).chainId) === chainId) return null;
        throw new ProviderError(4902, 'The demo wallet knows the local chain alone');
      case 'personal_sign': {
        const own = mine(params[1]);
        const raw = params[0] as `0x${string}`;
        const bytes = Uint8Array.from(raw.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
        await allow({ kind: 'text', text: new TextDecoder().decode(bytes) });
        return own.signMessage({ message: { raw } });
      }
      case 'eth_signTypedData_v4': {
        const own = mine(params[0]);
        const typedData = typeof params[1] === 'string' ? JSON.parse(params[1]) : params[1];
        if (typedData.domain.chainId !== undefined && Number(typedData.domain.chainId) !== chainId)
          throw new ProviderError(-32602, 'The demo wallet signs data for the local chain alone');
        await allow({ kind: 'typedData', from: own.address, typedData });
        const { EIP712Domain: _, ...types } = typedData.types;
        return own.signTypedData({ ...typedData, types });
      }
      case 'eth_sendTransaction':
        return send(params[0] as Parameters<typeof send>[0]);
      default:
        if (READS.test(method)) return rpc(rpcUrl, method, params);
        throw new ProviderError(4200, `The demo wallet does not know ${method}`);
    }
  };

  const listeners = new Map<string, Set<(...args: never[]) => void>>();
  return {
    request: async ({ method, params }) => {
      try {
        return await handle(method, Array.isArray(params) ? params : []);
      } catch (error) {
        if (error instanceof RpcError) throw new ProviderError(error.code, error.message, { data: error.data });
        throw error;
      }
    },
    // Required of a wallet; listeners are never called, because the account and the chain never change.
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  };
};
