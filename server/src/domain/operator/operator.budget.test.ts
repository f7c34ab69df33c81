import type { OperatorReport } from '@skarb/schema/admin';
import type { OfferWithSteps } from '@skarb/schema/offer';
import type { SignatureStep, Step } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { operator } from '@skarb/local/testing.ts';
import { formatEther, parseEther, toHex, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../api.ts';
import { type Person, startTrade, type Trade, until } from '../offer/testing-trade.ts';
import { GAS_CEILING } from './operator.allowance.rules.ts';
import { watchWallet } from './operator.alarm.ts';
import { lookAtWallet } from './operator.service.ts';

const BUDGET = '0.1';
let all: Trade;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  all = await startTrade({ env: { OPERATOR_ACCOUNT_DAY_BUDGET: BUDGET, LOCAL_STACK: '1' } });
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
});
afterAll(() => all?.stop());

/** Records a cost as if the operator had just paid it for this account. */
const spend = (person: Person, wei: bigint) => all.sql`
  insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, gas, wei, is_booked)
  values (${toHex(crypto.getRandomValues(new Uint8Array(32)))}, gen_random_uuid(), 80001, 0, 'mint', ${person.uuid}, 1, ${String(wei)}, true)`;
const forget = () => all.sql`delete from operator_spend`;
const edit = async (person: Person, uuid: string, price: string) =>
  (await all.call<{ data: OfferWithSteps }>('PUT', `/offer/${uuid}`, { as: person, json: { price } })).body.data;
const operatorNonce = () => all.chain.rpc<Hex>('eth_getTransactionCount', [operator.address, 'latest']);
const idsOf = (steps: Step[] | undefined) => steps?.map((step) => step.id);

/**
 * A wallet that accepts every signature (ERC-1271) and burns about 12 million gas when an edition arrives.
 * By selector: onERC1155Received counts down from 460,000; anything else returns 0x1626ba7e.
 */
const BURNER =
  '0x60003560e01c8063f23a6e6114602057631626ba7e60e01b60005260206000f35b620705e05b6001900380602557506' +
  '3f23a6e6160e01b60005260206000f3';

describe('the operator’s payment', () => {
  it('stops at the gas ceiling: the owner of a gas-burning wallet gets the mint step and the operator sends nothing', async () => {
    const eve = await all.trader();
    const draft = await all.draft(eve, (await all.collection(eve)).uuid, { type: 'ERC1155', quantity: '3' });
    await all.chain.rpc('anvil_setCode', [eve.address, BURNER]);
    const sent = () => all.sql`select 1 from operator_spend where account_uuid = ${eve.uuid}`;
    await all.call('PUT', `/token/${draft.uuid}`, { as: eve, json: { signature: '0x1234' } });
    const failed = await until('the mint to be handed back', async () => {
      const { data } = (await all.call<{ data: TokenDetail }>('GET', `/token/${draft.uuid}`, { as: eve })).body;
      return data.status === 'failed' && data;
    });
    expect(failed.steps).toMatchObject([{ id: 'mint', kind: 'transaction', why: 'operator.tooDear' }]);
    expect(await sent()).toHaveLength(0);
    // Signing again changes nothing.
    await all.call('PUT', `/token/${draft.uuid}`, { as: eve, json: { signature: '0x1234' } });
    await all.settled();
    expect(await sent()).toHaveLength(0);
  });

  it('is booked at the real cost, gas used times its price, for the account and the kind of task', async () => {
    // Exclude the transactions that the worker sent when it started.
    await all.settled();
    await forget();
    const token = await all.mint(ann);
    await all.settled();
    const row = await until('the cost to be booked', async () => {
      const [found] = await all.sql`select * from operator_spend where is_booked`;
      return found;
    });
    const receipt = await all.chain.rpc<{ gasUsed: Hex; effectiveGasPrice: Hex }>('eth_getTransactionReceipt', [
      row.tx_hash,
    ]);
    expect(row).toMatchObject({
      kind: 'mint',
      account_uuid: ann.uuid,
      gas: String(BigInt(receipt.gasUsed)),
      wei: String(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)),
    });
    expect(token.status).toBe('minted');

    await all.sql`update app_user set role = 'ADMIN' where uuid = ${bob.uuid}`;
    const report = (await all.call<{ data: OperatorReport }>('GET', '/admin/operator', { as: bob })).body.data;
    const cost = formatEther(BigInt(row.wei));
    const spent = { day: cost, month: cost, transactions: 1 };
    expect(report).toMatchObject({
      total: spent,
      kinds: [{ kind: 'mint', ...spent }],
      people: [{ person: { uuid: ann.uuid }, ...spent }],
      budget: { accountDay: BUDGET },
    });
    expect(report.wallet?.address).toBe(operator.address.toLowerCase());
    await all.sql`update app_user set role = 'USER' where uuid = ${bob.uuid}`;
  });

  it('stops at the account’s budget: its owner gets a cancel step to pay, other accounts stay free', async () => {
    await forget();
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '1' });
    const free = await edit(ann, uuid, '1.1');
    expect(idsOf(free.steps)).toEqual(['approve-nft', 'sign-offer']);
    await all.runSteps(ann, free);
    await all.becomes(uuid, 'ACTIVE');
    await all.settled();

    await spend(ann, 2n * parseEther(BUDGET));
    const before = await operatorNonce();
    const paid = await edit(ann, uuid, '1.2');
    expect(paid.steps?.[0]).toMatchObject({ id: 'cancel-offer', why: 'operator.accountBudget' });
    // Signing without cancelling defers the cancel: the operator does not pay within these 24 hours.
    const signing = paid.steps?.find(({ id }) => id === 'sign-offer') as SignatureStep;
    const signed = await all.call<{ data: OfferWithSteps }>('PUT', signing.submit.path, {
      as: ann,
      json: { [signing.submit.field]: await all.sign(ann, signing) },
    });
    expect(signed.body.data.steps?.[0]).toMatchObject({ id: 'cancel-offer', why: 'operator.accountBudget' });
    const task = await until('the cancel to be held', async () => {
      const [found] =
        await all.sql`select status, last_error from operator_task where kind = 'cancel' and last_error like 'operator.%'`;
      return found;
    });
    expect(task).toEqual({ status: 'pending', last_error: 'operator.accountBudget' });
    expect((await all.offer(uuid, ann)).steps?.[0]).toMatchObject({
      id: 'cancel-offer',
      why: 'operator.accountBudget',
    });
    expect(await operatorNonce()).toBe(before);

    // Another account's mint is paid meanwhile, and Ann's cancel once the budget is free again.
    const other = await all.mint(bob);
    expect(other.status).toBe('minted');
    await forget();
    await all.sql`update operator_task set run_at = now() where last_error = 'operator.accountBudget'`;
    await all.becomes(uuid, 'ACTIVE');
    await all.settled();
  });

  it('is claimed once when two API servers request it at the same time', async () => {
    await forget();
    const { uuid: home } = await all.collection(bob);
    const drafts = await Promise.all([all.draft(bob, home), all.draft(bob, home)]);
    await all.settled();
    await all.stopWorker();
    const second = await createApi(all.context);
    try {
      const { gasPrice } = (await lookAtWallet(all.context)) as { gasPrice: bigint };
      // One mint fits, not two.
      await spend(bob, parseEther(BUDGET) - (GAS_CEILING.mint * gasPrice * 3n) / 2n);
      const signed = await Promise.all(drafts.map((one) => all.sign(bob, one.steps?.[0] as SignatureStep)));
      await Promise.all([
        all.call('PUT', `/token/${drafts[0]?.uuid}`, { as: bob, json: { signature: signed[0] } }),
        second.inject({
          method: 'PUT',
          url: `/api/token/${drafts[1]?.uuid}`,
          headers: { authorization: `Bearer ${bob.token}`, 'content-type': 'application/json' },
          payload: JSON.stringify({ signature: signed[1] }),
        }),
      ]);
      const shown = await Promise.all(
        drafts.map(
          async ({ uuid }) => (await all.call<{ data: TokenDetail }>('GET', `/token/${uuid}`, { as: bob })).body.data,
        ),
      );
      expect(shown.map(({ status }) => status).toSorted()).toEqual(['draft', 'minting']);
      const left = shown.find(({ status }) => status === 'draft');
      expect(left?.steps).toMatchObject([{ id: 'mint', kind: 'transaction', why: 'operator.accountBudget' }]);
    } finally {
      await second.close();
      await forget();
      all.startWorker();
    }
    await all.settled();
  });
});

describe('an operator wallet with a low balance', () => {
  it('sends the admins one mail each time the balance falls too low', async () => {
    await all.stopWorker();
    await all.sql`update app_user set role = 'ADMIN', email = 'boss@example.com', is_email_confirmed = true where uuid = ${bob.uuid}`;
    const hold = (coins: string) => all.chain.rpc('anvil_setBalance', [operator.address, toHex(parseEther(coins))]);
    const look = () => watchWallet(all.context, operator.address);
    const mails = async () =>
      (await all.sql`select subject, body_text from mailbox where recipient = 'boss@example.com'`) as unknown as {
        subject: string;
        body_text: string;
      }[];
    try {
      await look();
      expect(await mails()).toHaveLength(0);
      await hold('1.512345678901234567');
      await look();
      await look();
      expect(await mails()).toHaveLength(1);
      expect((await mails())[0]?.body_text).toContain('holds 1.5123 POL');
      await hold('2.2');
      await look();
      await hold('1.5');
      await look();
      expect(await mails()).toHaveLength(1);
      await hold('50');
      await look();
      await hold('1.5');
      await look();
      expect(await mails()).toHaveLength(2);
    } finally {
      await hold('100');
      all.startWorker();
    }
  });
});

describe('a higher fee that the node refuses', () => {
  it('does not delay other tasks, and the next copy has a higher fee', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    const draft = await all.draft(bob, (await all.collection(bob)).uuid);
    await all.settled();
    await all.chain.rpc('evm_setAutomine', [false]);
    const stuck = async () =>
      (await all.sql`select tx_hash, tip, max_fee from operator_task where status = 'sent' and kind = 'cancel'`)[0];
    try {
      await all.call('DELETE', `/offer/${uuid}`, { as: ann });
      const first = await until('the cancel to be sent', stuck);
      // Reset the recorded fee so that the next copy is not higher: the node answers "replacement transaction
      // underpriced".
      await all.sql`update operator_task set tip = 0, max_fee = 0, sent_at = now() - interval '1 minute' where status = 'sent'`;
      const refused = await until('the copy to be refused', async () => {
        const now = await stuck();
        return now?.tx_hash === first.tx_hash && now?.tip !== '0' && now;
      });
      await all.runSteps(bob, draft as TokenDetail & { steps: Step[] });
      await until(
        'the mint to be sent',
        async () => (await all.sql`select 1 from operator_task where status = 'sent' and kind = 'mint'`).length > 0,
      );
      await all.sql`update operator_task set sent_at = now() - interval '1 minute' where kind = 'cancel' and status = 'sent'`;
      const second = await until('the next copy to be taken', async () => {
        const now = await stuck();
        return now?.tx_hash !== first.tx_hash && now;
      });
      expect(BigInt(second.max_fee as string)).toBeGreaterThan(BigInt(refused.max_fee as string));
    } finally {
      await all.chain.rpc('evm_mine', []);
      await all.chain.rpc('evm_setAutomine', [true]);
    }
    await all.becomes(uuid, 'CANCELLED');
    await all.settled();
    // One of the two copies was mined.
    await until('one cost, and no double', async () => {
      const rows = await all.sql`
        select s.is_booked from operator_spend s join operator_task t on t.uuid = s.task_uuid
        join seaport_order o on o.order_hash = t.subject where o.offer_uuid = ${uuid}`;
      return rows.length === 1 && rows[0]?.is_booked === true;
    });
  });
});
