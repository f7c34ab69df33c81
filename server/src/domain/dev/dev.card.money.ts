import { localUsdcAbi, localWethAbi } from '@skarb/contracts/abi';
import { receiptOf } from '@skarb/contracts/mined';
import {
  BaseError,
  encodeAbiParameters,
  encodeFunctionData,
  ExecutionRevertedError,
  keccak256,
  parseEther,
  parseUnits,
  toHex,
  type Address,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Context } from '../../context.ts';
import { isChainUnavailable } from '../../platform/chain/client.ts';
import { keepTransfer, readTransfer, type Payment, type Purpose, type Transfer } from './dev.card.store.ts';
import type { MinterLine } from './dev.minter.ts';

/** The chain refuses the payment permanently. */
export class Unpayable extends Error {
  override name = 'Unpayable';
}

/** The amount of POL sent for gas: a user who buys their first ether has none. */
const GAS_POL = '2';
/**
 * Attempts to send one transfer. Another sender can take the nonce: the seed's set-up uses the same key without this
 * lock.
 */
const ATTEMPTS = 5;
const RECEIPT_MS = 20_000;

type Call = { to: Address; value?: bigint; data?: Hex };

/**
 * Pays out play money with the faucet's key. Each transaction is signed and stored before it is sent. After a crash the
 * same transaction is looked up on chain and sent again if needed; another one is signed only when it can never be
 * mined.
 */
export const createPayout = ({ config, db, chain }: Pick<Context, 'config' | 'db' | 'chain'>, inLine: MinterLine) => {
  const client = chain.public;
  const callOf = ({ currency, amount, address }: Payment): Call => {
    if (currency === 'POL') return { to: address, value: parseEther(amount) };
    if (currency === 'USDC') {
      const args = [address, parseUnits(amount, 6)] as const;
      return {
        to: config.deployment.usdc,
        data: encodeFunctionData({ abi: localUsdcAbi, functionName: 'mint', args }),
      };
    }
    const wei = encodeAbiParameters([{ type: 'uint256' }], [parseEther(amount)]);
    const data = encodeFunctionData({ abi: localWethAbi, functionName: 'deposit', args: [address, wei] });
    return { to: config.deployment.weth, data };
  };

  const sign = async (call: Call, account: ReturnType<typeof privateKeyToAccount>): Promise<Transfer> => {
    const value = call.value ?? 0n;
    const least = value + parseEther('10');
    if ((await client.getBalance({ address: account.address })) < least)
      await chain.rpc('anvil_setBalance', [account.address, toHex(least + parseEther('1000'))]);
    const [nonce, gas, fees] = await Promise.all([
      client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
      client.estimateGas({ account: account.address, ...call }),
      client.estimateFeesPerGas(),
    ]);
    const raw = await account.signTransaction({
      ...call,
      chainId: config.chain.id,
      nonce,
      gas: (gas * 12n) / 10n,
      // The transaction may be sent much later than it was signed, at higher gas prices.
      maxFeePerGas: fees.maxFeePerGas * 10n,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    });
    return { nonce, raw, hash: keccak256(raw) };
  };

  const findReceipt = (hash: Hex) =>
    client.getTransactionReceipt({ hash }).catch((error: Error) => {
      if (error.name === 'TransactionReceiptNotFoundError') return undefined;
      throw error;
    });
  const isKnown = async (hash: Hex) => (await chain.rpc('eth_getTransactionByHash', [hash])) !== null;

  /**
   * Sends a stored transaction and waits for its receipt. It is not an error if the node knows the transaction already,
   * or if its nonce is used: the caller checks the result.
   */
  const post = async ({ hash, raw }: Transfer): Promise<void> => {
    try {
      await client.sendRawTransaction({ serializedTransaction: raw });
    } catch (error) {
      if (isChainUnavailable(error)) throw error;
      if (!(await isKnown(hash))) return;
    }
    await receiptOf(client, hash, { timeout: RECEIPT_MS, every: 100 });
  };

  const settle = async (order: string, purpose: Purpose, call: Call, key: Hex): Promise<Hex> => {
    const account = privateKeyToAccount(key);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const kept = await readTransfer(db.sql, order, purpose);
      if (kept) {
        // Read the nonce before the receipt: a transaction mined by then has a receipt.
        const used = await client.getTransactionCount({ address: account.address });
        const receipt = await findReceipt(kept.hash);
        if (receipt?.status === 'success') return kept.hash;
        if (receipt) throw new Unpayable(`${kept.hash} was reverted`);
        if (used === kept.nonce || (used < kept.nonce && (await isKnown(kept.hash)))) {
          await post(kept);
          continue;
        }
        // Another transaction took its nonce, or the chain was reset to before it: this one can never be mined.
      }
      await keepTransfer(db.sql, order, purpose, await sign(call, account));
    }
    throw new Error(`the demo card's ${purpose} transfer of ${order} did not come to the chain`);
  };
  const isRefusal = (error: unknown) =>
    error instanceof Unpayable ||
    (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null);

  /**
   * Sends the purchased currency, exactly once no matter how often it is called; with a token it also sends a little
   * POL for gas.
   * @returns the transaction of the purchased currency
   * @throws Unpayable when the chain refuses it permanently; any other error can be retried
   */
  return (payment: Payment): Promise<Hex> =>
    inLine(async () => {
      const key = config.faucetKey;
      if (!key) throw new Unpayable('there is no play money to give');
      try {
        const hash = await settle(payment.order, 'bought', callOf(payment), key);
        if (payment.currency !== 'POL') {
          const gas = { to: payment.address, value: parseEther(GAS_POL) };
          // A contract wallet may refuse the native coin.
          await settle(payment.order, 'gas', gas, key).catch((error: unknown) => {
            if (!isRefusal(error)) throw error;
          });
        }
        return hash;
      } catch (error) {
        throw isRefusal(error) ? new Unpayable('the chain refuses it', { cause: error }) : error;
      }
    });
};
export type Payout = ReturnType<typeof createPayout>;
