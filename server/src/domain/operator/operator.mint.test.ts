import type { SignatureStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { afterAll, beforeAll, it } from 'vitest';
import { startTrade, type Trade, until } from '../offer/testing-trade.ts';

let all: Trade;
beforeAll(async () => {
  all = await startTrade();
});
afterAll(() => all?.stop());

it('a mint sent to a collection that a reorg has removed is sent again, through the factory', async () => {
  const eve = await all.trader();
  const draft = await all.draft(eve, (await all.collection(eve)).uuid);
  // The follower's state before the reorg: a call to the empty address succeeds without effect.
  const setDeployed = (isDeployed: boolean) =>
    all.sql`update collection_contract set is_deployed = ${isDeployed} where address = ${draft.contractAddress.toLowerCase()}`;
  await setDeployed(true);
  const signature = await all.sign(eve, draft.steps?.[0] as SignatureStep);
  await all.call('PUT', `/token/${draft.uuid}`, { as: eve, json: { signature } });
  await until('the mint without effect to be noticed', async () => {
    const [task] = await all.sql`select last_error from operator_task where kind = 'mint' and subject = ${draft.uuid}`;
    return task?.last_error === 'mined without effect';
  });
  await setDeployed(false);
  await until('the mint', async () => {
    const { data } = (await all.call<{ data: TokenDetail }>('GET', `/token/${draft.uuid}`, { as: eve })).body;
    return data.status === 'minted';
  });
});
