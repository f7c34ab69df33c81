import { collection721Abi } from '@skarb/contracts/abi';
import type { SignedOrder } from '@skarb/schema/offer';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSignedByKey } from './offer.chain.ts';
import { type Person, startTrade, type Trade } from './testing-trade.ts';

let all: Trade;
let ann: Person;
beforeAll(async () => {
  all = await startTrade();
  ann = await all.trader();
});
afterAll(() => all?.stop());

/** Bytecode of a wallet that returns this 4-byte value to every call. */
const answering = (word: string) => `0x63${word}60e01b60005260206000f3`;
/** Bytecode of an infinite loop that uses all its gas: JUMPDEST, PUSH1 0, JUMP. */
const CIRCLE = '0x5b600056';
const YES = answering('1626ba7e');

/** An active sale of a contract wallet, with a signature that only its contract can check. */
const contractSale = async () => {
  const owner = await all.trader();
  const { uuid: home } = await all.collection(owner);
  // The first listing is signed by key: it leaves the approval that the second needs.
  await all.list(owner, (await all.mintIn(owner, home)).uuid);
  const token = await all.mintIn(owner, home);
  const { uuid } = (await all.open(owner, token.uuid, { price: '0.4' })).body.data;
  await all.chain.rpc('anvil_setCode', [owner.address, YES]);
  const signed = await all.call('PUT', `/offer/${uuid}`, { as: owner, json: { signature: `0x${'5c'.repeat(97)}` } });
  expect(signed.status).toBe(200);
  return { owner, uuid, token };
};
/** Makes the signature check due, as if the last one were six minutes ago. */
const askNow = (offerUuid: string) =>
  all.sql`update seaport_order set signature_asked_at = now() - interval '6 minutes' where offer_uuid = ${offerUuid}`;

describe('an offer signed by a contract wallet', () => {
  it('is INVALID while the wallet rejects its signature, and ACTIVE again when the wallet accepts it', async () => {
    const { owner, uuid } = await contractSale();
    await all.becomes(uuid, 'ACTIVE');
    await all.chain.rpc('anvil_setCode', [owner.address, answering('ffffffff')]);
    await askNow(uuid);
    await all.becomes(uuid, 'INVALID', 'SIGNATURE_REFUSED');
    const refused = await all.purchase(ann, uuid);
    expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([
      422,
      'offer.invalid.SIGNATURE_REFUSED',
    ]);
    await all.chain.rpc('anvil_setCode', [owner.address, YES]);
    await askNow(uuid);
    await all.becomes(uuid, 'ACTIVE');
  });

  it('has its signature checked again at each log that concerns the wallet', async () => {
    const { owner, uuid, token } = await contractSale();
    await all.becomes(uuid, 'ACTIVE');
    await all.chain.rpc('anvil_setCode', [owner.address, answering('ffffffff')]);
    await all.chain.rpc('anvil_impersonateAccount', [owner.address]);
    await all.chain.rpc('eth_sendTransaction', [
      {
        from: owner.address,
        to: token.contractAddress,
        data: encodeFunctionData({
          abi: collection721Abi,
          functionName: 'setApprovalForAll',
          args: [all.deployment.seaport, true],
        }),
      },
    ]);
    expect(await all.becomes(uuid, 'INVALID', 'SIGNATURE_REFUSED')).toMatchObject({ uuid });
  });

  it('is INVALID if the wallet burns its gas or returns garbage, and other offers are not delayed', async () => {
    const burner = await contractSale();
    const empty = await contractSale();
    const good = await contractSale();
    await all.chain.rpc('anvil_setCode', [burner.owner.address, CIRCLE]);
    // Returns no data: STOP.
    await all.chain.rpc('anvil_setCode', [empty.owner.address, '0x00']);
    await all.chain.rpc('anvil_setCode', [good.owner.address, answering('ffffffff')]);
    for (const { uuid } of [burner, empty, good]) await askNow(uuid);
    for (const { uuid } of [burner, empty, good])
      expect(await all.becomes(uuid, 'INVALID', 'SIGNATURE_REFUSED')).toMatchObject({ uuid });
  });
});

describe('GET /offer/{id}/order', () => {
  const orderOf = async (uuid: string) =>
    (await all.call<{ data: SignedOrder }>('GET', `/offer/${uuid}/order`)).body.data;

  it('returns the signature of an active offer only', async () => {
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid);
    const order = await orderOf(uuid);
    expect(await isSignedByKey(all.context, order.components as never, order.signature as `0x${string}`)).toBe(true);
    await all.call('DELETE', `/offer/${uuid}`, { as: ann });
    expect((await orderOf(uuid)).signature).toBeNull();
    const next = await all.mint(ann);
    const later = await all.list(ann, next.uuid, { startsAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(later.status).toBe('SCHEDULED');
    expect((await orderOf(later.uuid)).signature).toBeNull();
    const draft = (await all.open(ann, (await all.mint(ann)).uuid)).body.data;
    expect((await all.call('GET', `/offer/${draft.uuid}/order`)).status).toBe(404);
  });
});
