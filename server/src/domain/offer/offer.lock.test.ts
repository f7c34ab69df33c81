import { expect, it } from 'vitest';
import type { ChainLog } from '../../platform/chain/events.ts';
import { offerEvents } from './offer.events.ts';
import { TOPIC } from './offer.facts.ts';
import { startTrade } from './testing-trade.ts';

it('a batch locks the work of a sale alone, and all works that a bidder whose bid is accepted has open bids on', async () => {
  const all = await startTrade();
  try {
    const [ann, bob, cleo] = await Promise.all([all.trader(), all.trader(), all.trader()]);
    const uuids: string[] = [];
    for (let count = 0; count < 4; count++) uuids.push((await all.mint(ann)).uuid);
    const [sold, kept, accepted, wanted] = uuids as [string, string, string, string];
    const sale = await all.list(ann, sold);
    await all.list(ann, kept);
    const bid = await all.bid(bob, accepted, { price: '0.5' });
    await all.bid(bob, wanted, { price: '0.5' });
    await all.buy(cleo, sale.uuid);
    await all.becomes(sale.uuid, 'SOLD');
    await all.buy(ann, bid.uuid);
    await all.becomes(bid.uuid, 'SOLD');
    const logs = await all.sql<ChainLog[]>`
      select topics, data, chain_id as "chainId" from chain_log where topics[1] = ${TOPIC.orderFulfilled} order by block_number, log_index`;
    expect(logs).toHaveLength(2);
    const [seaport] = offerEvents(all.context.config);
    const locked = async (log: ChainLog | undefined) => [
      ...new Set(await seaport?.tokensOf?.(all.sql, [log as ChainLog])),
    ];
    expect(await locked(logs[0])).toEqual([sold]);
    expect((await locked(logs[1])).toSorted()).toEqual([accepted, wanted].toSorted());
  } finally {
    await all.stop();
  }
});
