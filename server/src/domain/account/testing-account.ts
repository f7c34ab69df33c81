/** People with smart accounts, and viem's own bundler client, for tests. */
import { toSkarbAccount, type AccountSigner } from '@skarb/contracts/account';
import { deployer } from '@skarb/local/testing.ts';
import { fundLocal } from '@skarb/contracts/faucet';
import { createPublicClient, type Address, type Hex } from 'viem';
import {
  createBundlerClient,
  formatUserOperationRequest,
  type SmartAccount,
  type UserOperation,
} from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { localhost } from 'viem/chains';
import { passkey } from '../../../../contracts/test/chain/passkey.ts';
import type { Person, Trade } from '../offer/testing-trade.ts';
import { lower } from '../../platform/chain/address.ts';
import { nodeTransport } from '../../platform/chain/client.ts';
import { lightFetch } from '../../platform/http/light-fetch.ts';

const chain = { ...localhost, id: 80_001 };
/** What a client of the bundler has to set: the marketplace pays. */
const FREE = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };

/** The bundler of a running trade, over HTTP, for viem's clients. */
export const startBundler = async (all: Trade) => {
  const url = await all.app.listen({ port: 0, host: '127.0.0.1' });
  const client = createPublicClient({ chain, transport: nodeTransport(all.chain.rpcUrl), pollingInterval: 50 });
  // Asks 400 times a minute at most: the bundler allows 600 from one network address.
  const bundlerFor = (place: string) =>
    createBundlerClient({
      client,
      transport: nodeTransport(`${url}/api/bundler`, { fetchOptions: { headers: { 'x-forwarded-for': place } } }),
      pollingInterval: 150,
      userOperation: { estimateFeesPerGas: async () => FREE },
    });
  const bundler = bundlerFor('192.0.2.1');

  const accountOf = (signer: AccountSigner, firstKey?: Hex) =>
    toSkarbAccount({ client, contracts: all.deployment, signer, ...(firstKey ? { firstKey } : {}) });
  let made = 0;
  const newPasskey = () => passkey(`key ${made++} ${Math.random()}`, all.deployment.passkeyVerifier);
  const walletKey = (key: Hex): AccountSigner => {
    const account = privateKeyToAccount(key);
    return {
      key: account.address.toLowerCase() as Hex,
      stub: `0x${'11'.repeat(64)}1b`,
      sign: (data) => account.signTypedData(data as never),
    };
  };

  /** A user whose wallet is a smart account that is not deployed yet. */
  const holder = async (hasMoney = false, signer = newPasskey()) => {
    const account = await accountOf(signer);
    const person: Person = { ...(await all.person(false)), address: account.address };
    const wallet = lower(account.address);
    await all.sql`update app_user set metamask_wallet = ${wallet} where uuid = ${person.uuid}`;
    if (hasMoney)
      await fundLocal({
        rpcUrl: all.chain.rpcUrl,
        deployment: all.deployment,
        minterKey: deployer.key,
        to: account.address,
        pol: 10n ** 19n,
        weth: 10n ** 19n,
        usdc: 10n ** 10n,
      });
    return { person: { ...person, wallet }, account, signer };
  };

  /**
   * Sends calls and waits for the receipt, as any client of viem does.
   * @param from the client of someone at another network address (with TRUST_PROXY)
   */
  const act = async (
    account: SmartAccount,
    calls: readonly { to: Address; data?: Hex; value?: bigint }[],
    from = bundler,
  ) => {
    const hash = await from.sendUserOperation({ account, calls: [...calls] });
    return from.waitForUserOperationReceipt({ hash, timeout: 60_000 });
  };

  /** A request as it is on the wire. @returns the whole answer */
  const rpc = async (method: string, params: unknown[], more: object = {}) => {
    const answer = await lightFetch(`${url}/api/bundler`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...more }),
    });
    return JSON.parse(await answer.text()) as {
      result?: never;
      error?: { code: number; message: string; data: { code: string } };
    };
  };
  /** A signed operation with changes; `signAs` signs the changed one. */
  const signed = async (
    account: SmartAccount,
    calls: readonly { to: Address; data?: Hex; value?: bigint }[],
    changes: Partial<UserOperation<'0.8'>> = {},
  ) => {
    const isNew = !(await client.getCode({ address: account.address }));
    const operation = {
      sender: account.address,
      nonce: await account.getNonce(),
      callData: await account.encodeCalls([...calls]),
      callGasLimit: 300_000n,
      verificationGasLimit: 400_000n,
      preVerificationGas: 50_000n,
      signature: '0x' as Hex,
      ...FREE,
      ...(isNew ? await account.getFactoryArgs() : {}),
      ...changes,
    };
    const signature = changes.signature ?? (await account.signUserOperation(operation as never));
    return formatUserOperationRequest({ ...operation, signature } as never) as unknown as Record<string, unknown>;
  };
  const send = (operation: unknown, entryPoint: string = all.deployment.entryPoint) =>
    rpc('eth_sendUserOperation', [operation, entryPoint]);

  return { url, client, bundler, bundlerFor, accountOf, newPasskey, walletKey, holder, act, rpc, signed, send };
};
export type Bundler = Awaited<ReturnType<typeof startBundler>>;
