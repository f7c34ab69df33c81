import { smartAccountAbi } from '../../../../../contracts/abi/index.ts';
import { toSkarbAccount } from '../../../../../contracts/account/index.ts';
import type { AccountKey } from '@skarb/schema/account-key';
import type { Network } from '@skarb/schema/reference';
import { type Address, createClient, defineChain, encodeFunctionData, type Hex, http } from 'viem';
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint08Address,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction';
import { sameAddress } from '../../format/same-address.ts';
import { type Agreement, type Eip1193Provider, OWN_FEE, type OwnFee, toHexNumber } from '../eip1193.ts';
import { ProviderError } from '../provider-error.ts';
import { readFee, RpcError, rpc } from '../rpc.ts';
import { WalletError } from '../wallet-error.ts';
import { ACCOUNT_METHODS, answerAccount } from './key-accounts.ts';
import type { KeyMemory } from './key-memory.ts';
import { isKeyOfSite, passkeySigner } from './passkey-signer.ts';
import { walletSigner } from './wallet-signer.ts';
import type { askPasskey } from './webauthn.ts';

export type HeldAccount = { address: string; keys: readonly AccountKey[] };
type KeyNetwork = Pick<Network, 'chainId' | 'rpcUrl' | 'smartAccount'> & Partial<Pick<Network, 'leastTip'>>;
export type PasskeyWalletOptions = {
  /** The network on which the marketplace has smart accounts. @throws when there is none */
  network(): Promise<KeyNetwork>;
  /** The smart account of the signed-in user, as the marketplace knows it; null if they have none. */
  account(): Promise<HeldAccount | null>;
  memory: KeyMemory;
  /** The wallet in this browser that holds an address. @throws WalletError `missing` */
  holder(address: string): Promise<Eip1193Provider>;
  /** The marketplace's own bundler. */ bundlerUrl: string;
  /** Of the page. */ origin: string;
  ask: typeof askPasskey;
};
type Call = { to?: string; data?: string; value?: string };

/** The marketplace pays for operations at this price (decision 33). */
const FREE = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
/** The price of an operation that the account, or an outside paymaster, pays for. @throws as `rpc` */
const readFees = async (network: KeyNetwork) => {
  const { rpcUrl } = network;
  const fee = await readFee(network);
  if (fee) return { maxFeePerGas: fee.most, maxPriorityFeePerGas: fee.tip };
  const [price, tip] = await Promise.all([
    rpc<string>(rpcUrl, 'eth_gasPrice').then(BigInt),
    rpc<string>(rpcUrl, 'eth_maxPriorityFeePerGas').then(BigInt, () => 0n),
  ]);
  return { maxFeePerGas: 2n * price + tip, maxPriorityFeePerGas: tip };
};
const POLL_MS = 1_000;
const RECEIPT_WITHIN_MS = 120_000;
const ANSWER_WITHIN_MS = 30_000;
const READS = /^(eth_(get|call|estimateGas|blockNumber|gasPrice|feeHistory|maxPriorityFeePerGas)|net_version)/;
/** The states of EIP-5792 that occur: an operation happens as a whole or not at all. */
const STATE = { pending: 100, confirmed: 200, reverted: 500 };

type Refusal = { code: string; message: string; ownFee?: OwnFee };
/** The code and the words of a refusal by the marketplace's bundler, if an error has one. */
const refusalIn = (error: unknown): Refusal | undefined => {
  type Layer = { data?: Partial<Refusal>; cause?: unknown; message?: string; details?: string };
  let at = error as Layer | undefined;
  for (let depth = 0; at && typeof at === 'object' && depth < 6; depth++) {
    const { code, ownFee } = at.data ?? {};
    if (typeof code === 'string')
      return { code, message: at.details ?? at.message ?? code, ...(ownFee ? { ownFee } : {}) };
    at = at.cause as typeof at;
  }
  return undefined;
};
/** The bundler does not say by these whether it has the operation. */
const OPEN = new Map<string, 'rpcAway' | 'tooMany'>([
  ['bundler.failed', 'rpcAway'],
  ['bundler.tooMany', 'tooMany'],
]);
const toProviderError = (error: unknown): unknown => {
  if (error instanceof ProviderError) return error;
  if (error instanceof WalletError)
    return new ProviderError(error.code === 'keyCancelled' ? 4001 : 4100, error.message, { cause: error });
  if (error instanceof RpcError) return new ProviderError(error.code, error.message, { data: error.data });
  const refusal = refusalIn(error);
  const open = OPEN.get(refusal?.code ?? '');
  if (refusal && open) return new ProviderError(4900, refusal.message, { cause: new WalletError(open) });
  if (refusal) return new ProviderError(-32603, refusal.message, { data: refusal, cause: error });
  // An outside bundler names only the entry point's reason.
  if (/AA21/.test(String((error as Error).message)))
    return new ProviderError(-32000, 'insufficient funds', { cause: new WalletError('noGas') });
  return error;
};

const has = (error: unknown, name: string): boolean => (error as { name?: string } | null)?.name === name;
const callOf = ({ to, data, value }: Call) => ({ to: to as Address, data: data as Hex, value: BigInt(value ?? 0) });

/**
 * A smart account that acts by passkeys of this site, as a wallet: EIP-1193 and EIP-5792. The browser asks the person
 * for their fingerprint, face or PIN at each request that signs; operations go to the marketplace's bundler, which pays.
 */
export const createPasskeyWallet = (options: PasskeyWalletOptions): Eip1193Provider => {
  const { memory } = options;
  /** After a failed prompt the next one lets the person choose: the remembered passkey may be deleted. */
  let mayChoose = false;
  /** Operations that the bundler has confirmed to store. It never drops one. */
  const known = new Set<Hex>();

  const own = (address: unknown): string => {
    const connected = memory.connected();
    if (!connected || !sameAddress(String(address), connected))
      throw new ProviderError(4100, 'This account is not connected');
    return connected;
  };

  /** The account with the passkeys that can sign for it now. */
  const open = async (address: string) => {
    const [network, held] = await Promise.all([options.network(), options.account()]);
    const { chainId, rpcUrl, smartAccount } = network;
    if (!smartAccount) throw new WalletError('unsupported');
    const remembered = memory.keyOf(address);
    const isHeld = sameAddress(held?.address, address);
    const { rpId } = smartAccount;
    const passkeys = (isHeld ? (held?.keys ?? []) : []).flatMap(({ kind, key }) =>
      kind === 'PASSKEY' && isKeyOfSite(key, rpId) ? [key as Hex] : [],
    );
    // A wallet that the person chose to act by in this browser, while it is a key of the account.
    const byWallet = isHeld && held?.keys.some(({ kind, key }) => kind === 'WALLET' && key === remembered?.key);
    const keys = isHeld ? passkeys : remembered?.credentialId ? [remembered.key as Hex] : [];
    const current = keys.find((key) => key === remembered?.key);
    const firstKey = held?.keys.find(({ isFirst }) => isFirst && isHeld)?.key ?? remembered?.firstKey ?? null;
    const byPasskey = () =>
      passkeySigner({
        rpId,
        origin: options.origin,
        keys,
        credential:
          current && remembered && !mayChoose
            ? { id: remembered.credentialId, key: current, transports: remembered.transports }
            : undefined,
        ask: options.ask,
        onUsed: (credentialId, key) => {
          mayChoose = false;
          const userUuid = remembered?.userUuid ?? null;
          const transports = credentialId === remembered?.credentialId ? remembered.transports : ['internal'];
          memory.remember({ address, firstKey, key, credentialId, userUuid, transports });
        },
      });
    const signer =
      byWallet && remembered
        ? walletSigner(await options.holder(remembered.key), remembered.key as Hex, network.chainId)
        : byPasskey();
    const chain = defineChain({
      id: chainId,
      name: String(chainId),
      nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    });
    const client = createClient({ chain, transport: http(rpcUrl) });
    const account = await toSkarbAccount({
      client,
      contracts: {
        chainId,
        accountFactory: smartAccount.factory as Address,
        accountImplementation: smartAccount.implementation as Address,
      },
      signer,
      address: address as Address,
      ...(firstKey ? { firstKey: firstKey as Hex } : {}),
    });
    return { account, chain, client };
  };

  /** The marketplace's bundler, or an outside one by its setting. */
  const bundlerOf = async ({ client, chain }: Partial<Awaited<ReturnType<typeof open>>> = {}) => {
    const network = await options.network();
    const outside = network.smartAccount?.bundler;
    const transportOf = (url: string) => http(url, { retryCount: 1, timeout: ANSWER_WITHIN_MS });
    const paymaster = outside?.paymasterUrl && createPaymasterClient({ transport: transportOf(outside.paymasterUrl) });
    return createBundlerClient({
      ...(client ? { client } : {}),
      ...(chain ? { chain } : {}),
      transport: transportOf(outside?.url ?? options.bundlerUrl),
      pollingInterval: POLL_MS,
      userOperation: { estimateFeesPerGas: async () => (outside ? readFees(network) : FREE) },
      ...(paymaster ? { paymaster } : {}),
    });
  };

  /** Signs and sends an operation. @param before called with its hash before it is sent @returns its hash */
  const act = async (
    from: string,
    calls: readonly Call[],
    { [OWN_FEE]: ownFee }: Agreement = {},
    before?: (hash: Hex) => void,
  ): Promise<Hex> => {
    const opened = await open(from);
    const { account, chain } = opened;
    const bundler = await bundlerOf(opened);
    const fee = ownFee ? [{ ...ownFee, data: '0x' }] : [];
    const { account: _account, ...prepared } = await bundler.prepareUserOperation({
      account,
      calls: [...fee, ...calls].map(callOf),
    });
    const operation = prepared as unknown as UserOperation<'0.8'>;
    const signature = await account.signUserOperation(operation as never);
    const signed = { ...operation, signature };
    before?.(
      getUserOperationHash({
        chainId: chain.id,
        entryPointAddress: entryPoint08Address,
        entryPointVersion: '0.8',
        userOperation: signed,
      }),
    );
    return bundler.sendUserOperation({ ...signed, entryPointAddress: entryPoint08Address } as never);
  };
  const waitFor = async (hash: Hex) => {
    const bundler = await bundlerOf();
    const receipt = await bundler.waitForUserOperationReceipt({ hash, timeout: RECEIPT_WITHIN_MS });
    if (!receipt.success) throw new ProviderError(3, 'execution reverted');
    return receipt.receipt.transactionHash;
  };

  /** Deploys the account if it does not exist: contracts cannot read signatures of accounts without code (ERC-6492). */
  const deploy = async (address: string, agreement?: Agreement): Promise<void> => {
    const { rpcUrl } = await options.network();
    if ((await rpc<string>(rpcUrl, 'eth_getCode', [address, 'latest'])) !== '0x') return;
    // A call that changes nothing in a new account, and that the marketplace pays for.
    const data = encodeFunctionData({ abi: smartAccountAbi, functionName: 'cancelRecovery' });
    await waitFor(await act(address, [{ to: address, data }], agreement));
  };

  const sendCalls = async (request: {
    id?: string;
    from?: string;
    chainId: string;
    calls: readonly Call[];
    capabilities?: Agreement;
  }) => {
    const from = own(request.from ?? memory.connected());
    const { chainId } = await options.network();
    if (Number(request.chainId) !== chainId) throw new ProviderError(5710, 'Unsupported chain');
    const id = request.id ?? crypto.randomUUID();
    if (memory.callsOf(id)) throw new ProviderError(5720, 'Duplicate id');
    // Noted before it is sent: after a reload the page finds the operation by the id that it chose.
    await act(from, request.calls, request.capabilities, (hash) => memory.putCalls({ id, address: from, hash }));
    return { id };
  };
  const callsStatus = async (id: string) => {
    const sent = memory.callsOf(id);
    if (!sent) throw new ProviderError(5730, 'Unknown calls');
    const { chainId } = await options.network();
    const bundler = await bundlerOf();
    const hash = sent.hash as Hex;
    const answer = { version: '2.0.0', id, chainId: toHexNumber(chainId), atomic: true };
    try {
      const { success, logs, receipt } = await bundler.getUserOperationReceipt({ hash });
      const { blockHash, transactionHash } = receipt;
      const status = success ? STATE.confirmed : STATE.reverted;
      const numbers = { blockNumber: toHexNumber(receipt.blockNumber), gasUsed: toHexNumber(receipt.gasUsed) };
      const shown = logs.map(({ address, data, topics }) => ({ address, data, topics }));
      const receipts = [{ ...numbers, status: success ? '0x1' : '0x0', blockHash, transactionHash, logs: shown }];
      return { ...answer, status, receipts };
    } catch (error) {
      if (!has(error, 'UserOperationReceiptNotFoundError')) throw error;
    }
    // Not viem's `getUserOperation`, which cannot read an operation without a block.
    if (!known.has(hash) && !(await bundler.request({ method: 'eth_getUserOperationByHash', params: [hash] })))
      throw new ProviderError(5730, 'Unknown calls');
    known.add(hash);
    return { ...answer, status: STATE.pending };
  };

  const handle = async (method: string, params: unknown[]): Promise<unknown> => {
    if (ACCOUNT_METHODS.has(method)) return answerAccount(options, method);
    switch (method) {
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        if (Number((params[0] as { chainId: string }).chainId) === (await options.network()).chainId) return null;
        throw new ProviderError(4902, 'Accounts of this marketplace are on one chain only');
      case 'personal_sign': {
        const { account } = await open(own(params[1]));
        return account.signMessage({ message: { raw: params[0] as Hex } });
      }
      case 'eth_signTypedData_v4': {
        const address = own(params[0]);
        const typedData = typeof params[1] === 'string' ? JSON.parse(params[1]) : params[1];
        await deploy(address, params[2] as Agreement | undefined);
        return (await open(address)).account.signTypedData(typedData);
      }
      case 'eth_sendTransaction': {
        const { from, ...call } = params[0] as Call & { from?: string };
        return waitFor(await act(own(from), [call]));
      }
      case 'wallet_getCapabilities': {
        const { chainId } = await options.network();
        return { [toHexNumber(chainId)]: { atomic: { status: 'supported' } } };
      }
      case 'wallet_sendCalls':
        return sendCalls(params[0] as Parameters<typeof sendCalls>[0]);
      case 'wallet_getCallsStatus':
        return callsStatus(String(params[0]));
      default:
        if (READS.test(method)) return rpc((await options.network()).rpcUrl, method, params);
        throw new ProviderError(4200, `Keys do not know ${method}`);
    }
  };

  return {
    request: async ({ method, params }) => {
      try {
        return await handle(method, Array.isArray(params) ? params : []);
      } catch (error) {
        if (error instanceof WalletError && error.code.startsWith('key')) mayChoose = true;
        throw toProviderError(error);
      }
    },
  };
};
