import { collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import type { SignedOrder } from '@skarb/schema/offer';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, parseEther, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepPorts } from '../../../../web/src/platform/steps/step-ports.ts';
import { StepRun } from '../../../../web/src/platform/steps/step-run.ts';
import { stepStore } from '../../../../web/src/platform/steps/step-store.ts';
import { isAcceptedByMaker } from '../../../../web/src/domain/offer/verify/maker-signature.ts';
import { tryCalls } from '../../../../web/src/platform/wallet/trial.ts';
import {
  callsStatus,
  checkBeforeSending,
  hasAtomicCalls,
  sendCalls,
  signTypedData,
} from '../../../../web/src/platform/wallet/wallet-actions.ts';
import { isSignedByKey } from './offer.chain.ts';
import { recheckSignaturesFirst, takeSignatureChecks } from './store/order.store.ts';
import { startSafes } from './testing-safe.ts';
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

describe('the queue of signature checks', () => {
  it('asks each contract wallet in its turn, however many orders of another wallet are due', async () => {
    const [busy, quiet] = [await contractSale(), await contractSale()];
    await all.stopWorker();
    await all.sql`
      insert into seaport_order (order_hash, chain_id, offer_uuid, components, counter, price, price_eth, quantity, ends_at, signature,
        is_contract_signed)
      select '0x' || lpad(to_hex(n), 64, '0'), chain_id, offer_uuid, components, counter, price, price_eth, quantity, ends_at, signature, true
      from seaport_order, generate_series(1, 20) n where offer_uuid = ${busy.uuid}`;
    await recheckSignaturesFirst(all.sql as never, [busy.owner.wallet]);
    await askNow(quiet.uuid);
    const makers = (await takeSignatureChecks(all.sql, 5, 2)).map(({ maker }) => maker);
    expect(new Set(makers)).toEqual(new Set([busy.owner.wallet, quiet.owner.wallet]));
    await all.sql`delete from seaport_order where order_hash like '0x000000%'`;
    all.startWorker();
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

describe('a Safe with several owners', () => {
  const signIn = (message: string, signature: Hex) =>
    all.call<{ data: { accessToken: string; user: { uuid: string } } }>('POST', '/auth/login/wallet', {
      json: { message, signature },
    });
  const messageFor = async (address: string) =>
    (await all.call<{ data: { message: string } }>('GET', `/auth/wallet/nonce?address=${address}&purpose=signIn`)).body
      .data.message;
  type Safe = Awaited<ReturnType<Awaited<ReturnType<typeof startSafes>>['newSafe']>>;
  let newSafe: () => Promise<Safe>;
  beforeAll(async () => {
    ({ newSafe } = await startSafes(all));
  });
  /** The Safe's user, signed in by the Safe's signature. */
  const personOf = async (safe: Safe): Promise<Person> => {
    const message = await messageFor(safe.address);
    const { status, body } = await signIn(message, await safe.signMessage(message));
    expect(status).toBe(200);
    const { accessToken: token, user } = body.data;
    return { uuid: user.uuid, key: '0x', address: safe.address, wallet: safe.address.toLowerCase() as Hex, token };
  };
  const networkOf = () => ({
    chainId: all.chain.chainId,
    humanName: 'Local',
    rpcUrl: all.chain.rpcUrl,
    explorerUrl: null,
    nativeSymbol: 'POL',
  });
  /** The web app's runner of steps, with the Safe as the connected wallet. */
  const run = async (safe: Safe, person: Person, steps: readonly Step[]) => {
    const { address, provider } = safe;
    const ports: StepPorts = {
      wallet: {
        address: () => address,
        chainId: () => all.chain.chainId,
        sign: (typedData) => signTypedData(provider, address, typedData),
        check: (network, call) => checkBeforeSending(network, address, call),
        send: () => Promise.reject(new Error('the Safe makes calls')),
        isAtomic: (chainId) => hasAtomicCalls(provider, address, chainId, 'global.safe'),
        sendCalls: (calls, id, from) => sendCalls(provider, from, all.chain.chainId, calls, id),
        callsStatus: (id) => callsStatus(provider, id),
      },
      network: async () => networkOf(),
      follow: async () => undefined,
      news: async () => ({ status: 'successful', reason: null, code: null, isIndexed: true }),
      refusal: async () => null,
      submit: async ({ method, path, field }, signature) => {
        const answer = await all.call<{ data: { steps?: Step[] } }>(method, path, {
          as: person,
          json: { [field]: signature },
        });
        expect(answer.status).toBe(200);
        return answer.body.data;
      },
      failureOf: (error) => ({ code: String(error) }),
      pause: async () => undefined,
      store: stepStore({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }),
    };
    const steady = new StepRun('safe', ports);
    steady.begin(steps, address);
    const { status, steps: ran } = await steady.run();
    expect(ran.map(({ failure }) => failure)).toEqual(ran.map(() => undefined));
    expect(status).toBe('done');
  };

  it('signs in before it is deployed (ERC-6492) and afterwards, with two of its three owners', async () => {
    const safe = await newSafe();
    const [first, second] = safe.owners as [PrivateKeyAccount, PrivateKeyAccount];
    const message = await messageFor(safe.address);
    expect((await signIn(message, safe.wrap(await safe.signMessage(message, [first])))).status).toBe(401);
    const before = await signIn(message, safe.wrap(await safe.signMessage(message)));
    expect(before.status).toBe(200);
    await safe.create();
    const later = await messageFor(safe.address);
    for (const one of [first, second]) {
      expect((await signIn(later, await safe.signMessage(later, [one]))).status).toBe(401);
    }
    const after = await signIn(later, await safe.signMessage(later));
    expect(after.body.data.user.uuid).toBe(before.body.data.user.uuid);
  });

  it('buys with approval and purchase in one request (EIP-5792), without coin of its own', async () => {
    const safe = await newSafe();
    await safe.create();
    const holder = await personOf(safe);
    await all.sendRaw(ann, {
      to: all.deployment.weth,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [safe.address, parseEther('1')] }),
    });
    const token = await all.mint(ann);
    const { uuid } = await all.list(ann, token.uuid, { price: '0.4' });
    const { steps = [] } = (await all.purchase(holder, uuid)).body.data;
    expect(steps.map(({ id }) => id)).toEqual(['approve-weth', 'purchase']);
    // The check before the wallet opens does not ask a contract for a network fee that it does not pay.
    expect(await all.balanceOf(safe.address, 'POL')).toBe(0n);
    await checkBeforeSending(networkOf(), safe.address, steps[0] as TransactionStep);
    expect(await tryCalls(all.chain.rpcUrl, safe.address, steps as TransactionStep[])).toMatchObject({
      kind: 'passes',
      isWhole: true,
    });
    const asked = safe.prompts();
    await run(safe, holder, steps);
    expect(safe.prompts()).toBe(asked + 1);
    await all.becomes(uuid, 'SOLD');
    expect(await all.balanceOf(safe.address, 'ETH')).toBe(parseEther('0.6'));
    const { ownerships } = (await all.call<{ data: TokenDetail }>('GET', `/token/${token.uuid}`)).body.data;
    expect(ownerships).toMatchObject([{ owner: holder.address, ownerUuid: holder.uuid, quantity: 1 }]);

    // It sells what it bought: the order stands by ERC-1271, and the money is exact.
    const opened = (await all.open(holder, token.uuid, { price: '0.5' })).body.data;
    await run(safe, holder, opened.steps ?? []);
    await all.becomes(opened.uuid, 'ACTIVE');
    const bob = await all.trader();
    await all.buy(bob, opened.uuid);
    await all.becomes(opened.uuid, 'SOLD');
    const royalty = (parseEther('0.5') * BigInt(Math.round(Number(token.royalty) * 100))) / 10_000n;
    expect(await all.balanceOf(safe.address, 'ETH')).toBe(
      parseEther('0.6') + parseEther('0.5') - parseEther('0.05') - royalty,
    );
  });

  it('offers for a work; the offer ends when its owners decide to sign together', async () => {
    const safe = await newSafe();
    await safe.create();
    const holder = await personOf(safe);
    await all.sendRaw(ann, {
      to: all.deployment.weth,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [safe.address, parseEther('1')] }),
    });
    const token = await all.mint(ann);
    const opened = (await all.openBid(holder, token.uuid, { price: '0.3' })).body.data;
    await run(safe, holder, opened.steps ?? []);
    await all.becomes(opened.uuid, 'ACTIVE');
    const signed = (await all.call<{ data: SignedOrder }>('GET', `/offer/${opened.uuid}/order`)).body.data;
    const isAccepted = () => isAcceptedByMaker(networkOf(), signed, 'latest');
    expect(await isAccepted()).toBe(true);
    expect(await isAcceptedByMaker(networkOf(), { ...signed, signature: '0x1234' }, 'latest')).toBe(false);
    await safe.requireAll();
    // The reader's own browser sees it before the marketplace asks again.
    expect(await isAccepted()).toBe(false);
    await askNow(opened.uuid);
    expect(await all.becomes(opened.uuid, 'INVALID', 'SIGNATURE_REFUSED')).toMatchObject({ uuid: opened.uuid });
  });
});
