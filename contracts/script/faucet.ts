/** Play money on the local chain. */
import { type Address, createPublicClient, createWalletClient, encodeAbiParameters, type Hex, http, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { localUsdcAbi, localWethAbi } from '../abi/index.ts';
import type { Deployment } from './deploy.ts';
import { mined } from './mined.ts';

export type FundOptions = {
  rpcUrl: string;
  deployment: Pick<Deployment, 'weth' | 'usdc'>;
  /** The deployer's key: on the local chain the deployer mints the play money. */
  minterKey: Hex;
  to: Address;
  /** Added to the balance, in wei. */
  pol?: bigint;
  /** Added to the balance, in wei. */
  weth?: bigint;
  /** Added to the balance, in millionths. */
  usdc?: bigint;
};

// One process may fund many accounts at once; the mints have the same sender, so they queue for its nonce.
let queue: Promise<unknown> = Promise.resolve();

/**
 * Gives an account play money on the local chain and waits until it is mined. Works on anvil only, and for no real
 * token.
 * @returns the transactions that minted it
 */
export async function fundLocal(options: FundOptions): Promise<Hex[]> {
  const turn = queue.then(() => fund(options));
  queue = turn.catch(() => undefined);
  return turn;
}

async function fund({
  rpcUrl,
  deployment,
  minterKey,
  to,
  pol = 0n,
  weth = 0n,
  usdc = 0n,
}: FundOptions): Promise<Hex[]> {
  const transport = http(rpcUrl);
  const client = createPublicClient({ transport, pollingInterval: 50 });
  const wallet = createWalletClient({ account: privateKeyToAccount(minterKey), transport });

  if (pol > 0n) {
    const balance = (await client.getBalance({ address: to })) + pol;
    await client.request<{ Method: 'anvil_setBalance'; Parameters: [Address, Hex]; ReturnType: null }>({
      method: 'anvil_setBalance',
      params: [to, toHex(balance)],
    });
  }
  const sent: Hex[] = [];
  if (weth > 0n) {
    const amount = encodeAbiParameters([{ type: 'uint256' }], [weth]);
    sent.push(
      await wallet.writeContract({
        chain: null,
        address: deployment.weth,
        abi: localWethAbi,
        functionName: 'deposit',
        args: [to, amount],
      }),
    );
  }
  if (usdc > 0n) {
    sent.push(
      await wallet.writeContract({
        chain: null,
        address: deployment.usdc,
        abi: localUsdcAbi,
        functionName: 'mint',
        args: [to, usdc],
      }),
    );
  }
  for (const hash of sent) {
    await mined(client, hash, { what: 'The faucet' });
  }
  return sent;
}
