import { createPublicClient, http } from 'viem';
import { expect, it } from 'vitest';
import { startAnvil } from './anvil.ts';

it('each chain has a port of its own, and can be stopped again after it has ended', async () => {
  const [one, other] = await Promise.all([startAnvil(80001), startAnvil(80002)]);
  const chainIdOf = ({ rpcUrl }: { rpcUrl: string }) => createPublicClient({ transport: http(rpcUrl) }).getChainId();
  expect(await Promise.all([chainIdOf(one), chainIdOf(other)])).toEqual([80001, 80002]);
  await Promise.all([one.stop(), other.stop()]);
  await one.stop();
});
