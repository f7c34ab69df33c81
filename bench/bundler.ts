/**
 * Seconds from a press to the receipt of a smart account's operation, with the real API, worker, bundler and chain: one
 * person after another, and twenty at once. The person's own time at the prompt is not in it. The chain mines each
 * transaction at once, so a public chain adds its block time.
 */
import { erc20Abi } from '@skarb/contracts/abi';
import { encodeFunctionData } from 'viem';
import { startBundler } from '../server/src/domain/account/testing-account.ts';
import { startTrade } from '../server/src/domain/offer/testing-trade.ts';
import { median, record } from './result.ts';

const ROUNDS = 20;
const all = await startTrade({ env: { LOCAL_STACK: '1' } });
try {
  const site = await startBundler(all);
  const transfer = {
    to: all.deployment.weth,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: ['0x00000000000000000000000000000000000a11ce', 1n],
    }),
  };
  type Account = Awaited<ReturnType<typeof site.holder>>['account'];
  /** Estimate, signature, promise, transaction and receipt. */
  const press = async (account: Account): Promise<number> => {
    const begin = performance.now();
    const { success } = await site.act(account, [transfer]);
    if (!success) throw new Error('the operation failed');
    return (performance.now() - begin) / 1000;
  };
  const figures = (seconds: number[]) => ({
    median: Number(median(seconds).toFixed(2)),
    slowest: Number(Math.max(...seconds).toFixed(2)),
  });
  const people = [];
  for (let made = 0; made < ROUNDS; made++) people.push((await site.holder(true)).account);
  const first: number[] = [];
  for (const account of people) first.push(await press(account));
  const later: number[] = [];
  for (const account of people) later.push(await press(account));
  const atOnce = await Promise.all(people.map(press));
  await record('bundler', {
    people: ROUNDS,
    firstActSeconds: figures(first),
    laterActSeconds: figures(later),
    atOnceSeconds: figures(atOnce),
    note: 'from press to receipt; the first act deploys the account; a chain without block time',
  });
} finally {
  await all.stop();
}
process.exit(0);
