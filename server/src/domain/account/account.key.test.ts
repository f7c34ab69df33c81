import { smartAccountAbi } from '@skarb/contracts/abi';
import type { KeysOfAccount } from '@skarb/schema/account-key';
import type { SignatureStep, Step, TransactionStep } from '@skarb/schema/primitive';
import type { Network } from '@skarb/schema/reference';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, getAddress, keccak256, toEventHash, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTrade, type Person, type Trade, until } from '../offer/testing-trade.ts';
import { newAuthenticator } from '../auth/testing-authenticator.ts';
import { type Bundler, startBundler } from './testing-account.ts';

let all: Trade;
let site: Bundler;
beforeAll(async () => {
  all = await startTrade({ env: { LOCAL_STACK: '1' } });
  site = await startBundler(all);
});
afterAll(() => all?.stop());

type Keys = KeysOfAccount & { steps: Step[] };
type Failure = { code: string };
const keysOf = async (as: Person) => (await all.call<{ data: KeysOfAccount }>('GET', '/account/key', { as })).body.data;
const post = (as: Person, json: object) => all.call<{ data: Keys } & Failure>('POST', '/account/key', { as, json });
/** A user with a fresh proof and no wallet. */
const visitor = async () => {
  const person = await all.person(false);
  await all.sql`update session set proved_at = now() where user_uuid = ${person.uuid}`;
  return person;
};
const messageFor = async (as: Person, address: Address) =>
  (await all.call<{ data: { message: string } }>('GET', `/auth/wallet/nonce?address=${address}&purpose=link`, { as }))
    .body.data.message;
/** A user who has just made their first key. */
const keyHolder = async () => {
  const person = await visitor();
  const signer = site.newPasskey();
  const account = await site.accountOf(signer);
  const message = await messageFor(person, account.address);
  const signature = await account.signMessage({ message });
  const made = await post(person, { key: signer.key, message, signature });
  return { person: { ...person, address: account.address }, signer, account, made };
};
const callOf = (step: Step | undefined) => {
  const { to, data } = step as TransactionStep;
  return { to: to as Address, data: data as Hex };
};
const kinds = async (as: Person) =>
  (await keysOf(as)).keys.map(({ kind, isFirst }) => `${kind}${isFirst ? ' first' : ''}`);

it('GET /network names the contracts and the site from which a browser derives keys and addresses', async () => {
  const networks = (await all.call<{ data: Network[] }>('GET', '/network')).body.data;
  const { accountFactory, accountImplementation, passkeyVerifier, entryPoint } = all.deployment;
  expect(networks.find(({ chainId }) => chainId === 80_001)?.smartAccount).toEqual({
    factory: getAddress(accountFactory),
    implementation: getAddress(accountImplementation),
    verifier: getAddress(passkeyVerifier),
    entryPoint: getAddress(entryPoint),
    rpId: 'localhost',
    bundler: null,
  });
});

describe('the first key', () => {
  it('makes its account the user’s wallet, before the account is deployed, by one signature', async () => {
    const { person, account, signer, made } = await keyHolder();
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body.data).toMatchObject({ address: account.address, isDeployed: false, steps: [] });
    expect(await keysOf(person)).toMatchObject({
      address: account.address,
      isDeployed: false,
      keys: [
        { id: keccak256(signer.key), kind: 'PASSKEY', isFirst: true, key: signer.key.toLowerCase(), addedAt: null },
      ],
    });
    const me = (await all.call<{ data: { metamaskWallet: string } }>('GET', '/auth/me', { as: person })).body.data;
    expect(me.metamaskWallet).toBe(account.address);
    // The account trades at once.
    await site.act(account, [{ to: all.deployment.seaport, data: '0x5b34b966' }]);
    await until('the deployment', async () => (await keysOf(person)).isDeployed);
  });

  it('must sign for its own account: another key, another address and another person are refused', async () => {
    const person = await visitor();
    const signer = site.newPasskey();
    const account = await site.accountOf(signer);
    const other = await site.accountOf(site.newPasskey());
    const message = await messageFor(person, account.address);
    const code = async (json: object) => (await post(person, json)).body.code;
    expect(await code({ key: signer.key })).toBe('key.signature');
    const foreign = await other.signMessage({ message });
    expect(await code({ key: signer.key, message, signature: foreign })).toBe('siwe.signature');
    const elsewhere = await messageFor(person, other.address);
    expect(await code({ key: signer.key, message: elsewhere, signature: foreign })).toBe('key.address');
    expect(await code({ key: `${all.deployment.weth}01`, message, signature: foreign })).toBe('key.kind');
    const own = await account.signMessage({ message });
    const thief = await visitor();
    expect((await post(thief, { key: signer.key, message, signature: own })).status).toBe(400);
    expect((await post(person, { key: signer.key, message, signature: own })).status).toBe(200);
    // The same account cannot become a second user's.
    const again = await messageFor(thief, account.address);
    const taken = await post(thief, {
      key: signer.key,
      message: again,
      signature: await account.signMessage({ message: again }),
    });
    expect([taken.status, taken.body.code]).toEqual([409, 'wallet.taken']);
  });
});

describe('a passkey that a device has made just now', () => {
  type Made = {
    data: {
      account: Address | null;
      accessToken: string;
      user: { uuid: string; metamaskWallet: Address };
      passkey: { key: Hex };
    };
  };
  const newDevice = () => newAuthenticator({ origin: new URL(all.config.publicUrl).origin });
  const register = async (by: ReturnType<typeof newDevice>, as?: Person, json = {}) => {
    const path = '/auth/passkey/register';
    const who = as ? { as } : {};
    const { options } = (await all.call<{ data: { options: never } }>('POST', `${path}/options`, { ...who, json: {} }))
      .body.data;
    const made = await all.call<Made & Failure>('POST', `${path}/verify`, {
      ...who,
      json: { response: by.create(options), ...json },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.data;
  };

  it('opens the account of a new person, and of one without a wallet, without another signature', async () => {
    const made = await register(newDevice(), undefined, { hasAccount: true });
    expect(made.user.metamaskWallet).toBe(made.account);
    const holder = { ...(await all.person(false)), token: made.accessToken };
    expect(await keysOf(holder)).toMatchObject({ address: made.account, isDeployed: false, keys: [{ isFirst: true }] });
    const person = await visitor();
    const { account } = await register(newDevice(), person, { hasAccount: true });
    expect((await keysOf(person)).address).toBe(account);
    // Only if asked, and never instead of a wallet.
    expect((await register(newDevice())).account).toBeNull();
    expect((await register(newDevice(), person, { hasAccount: true })).account).toBeNull();
    expect((await keysOf(person)).address).toBe(account);
  });

  it('opens no account that the marketplace knows: whoever learned the key of another person would take it', async () => {
    const device = newDevice();
    const { account, user } = await register(device, undefined, { hasAccount: true });
    expect(account).not.toBeNull();
    // The account is left alone, as by a person who deleted theirs.
    await all.sql`delete from app_user where uuid = ${user.uuid}`;
    const again = await register(device, undefined, { hasAccount: true });
    expect([again.account, again.user.metamaskWallet]).toEqual([null, null]);
  });

  it('opens no account with a key that another account has or had: the chain has revealed it', async () => {
    const device = newDevice();
    const { user, passkey } = await register(device);
    await all.sql`delete from app_user where uuid = ${user.uuid}`;
    const { account } = await register(newDevice(), undefined, { hasAccount: true });
    await all.sql`
      insert into smart_account_key (block_number, log_index, account, key_hash, key, created_at)
      values (999999999, 1, ${String(account).toLowerCase()}, ${keccak256(passkey.key.toLowerCase() as Hex)}, null, now())`;
    const again = await register(device, undefined, { hasAccount: true });
    expect([again.account, again.user.metamaskWallet]).toEqual([null, null]);
  });
});

describe('signing in', () => {
  it('works with the account’s signature before and after it is deployed, and not with a removed key', async () => {
    const signer = site.newPasskey();
    const account = await site.accountOf(signer);
    const login = async (by = account) => {
      const path = `/auth/wallet/nonce?address=${account.address}&purpose=signIn`;
      const { message } = (await all.call<{ data: { message: string } }>('GET', path)).body.data;
      const json = { message, signature: await by.signMessage({ message }) };
      return all.call<{ data: { user: { uuid: string } } } & Failure>('POST', '/auth/login/wallet', { json });
    };
    const first = await login();
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const phone = site.newPasskey();
    // An account that nobody registered here acts as soon as it has signed in.
    const add = encodeFunctionData({ abi: smartAccountAbi, functionName: 'addKey', args: [phone.key] });
    expect((await site.act(account, [{ to: account.address, data: add }])).success).toBe(true);
    const byPhone = await site.accountOf(phone, signer.key);
    for (const by of [account, byPhone]) {
      const again = await login(by);
      expect([again.status, again.body.data.user.uuid]).toEqual([200, first.body.data.user.uuid]);
    }
    const remove = encodeFunctionData({ abi: smartAccountAbi, functionName: 'removeKey', args: [signer.key] });
    await site.act(byPhone, [{ to: account.address, data: remove }]);
    const gone = await login();
    expect([gone.status, gone.body.code]).toEqual([401, 'siwe.signature']);
    expect((await login(byPhone)).status).toBe(200);
  });
});

describe('further keys', () => {
  it('are added and removed by the account’s own operations, as the chain reports them, and after a reorg', async () => {
    const { person, account, signer } = await keyHolder();
    const phone = site.newPasskey();
    const added = await post(person, { key: phone.key });
    expect(added.body.data.steps.map(({ id }) => id)).toEqual(['add-key']);
    // Nothing has changed until the chain says so.
    expect(await kinds(person)).toEqual(['PASSKEY first']);
    await site.act(account, [callOf(added.body.data.steps[0])]);
    await until('the second key', async () => (await kinds(person)).length === 2);
    expect((await post(person, { key: phone.key })).body.code).toBe('key.exists');

    const wallet = privateKeyToAccount(generatePrivateKey());
    // The wallet agrees, by a message for this account and this purpose.
    const asking = async (purpose: string) => {
      const path = `/auth/wallet/nonce?address=${wallet.address}&purpose=${purpose}`;
      const { message } = (await all.call<{ data: { message: string } }>('GET', path, { as: person })).body.data;
      return { message, signature: await wallet.signMessage({ message }) };
    };
    const other = privateKeyToAccount(generatePrivateKey());
    const consent = await asking('addKey');
    for (const wrong of [
      { key: wallet.address },
      { key: wallet.address, ...(await asking('link')) },
      { key: other.address, ...consent },
      { key: wallet.address, ...consent, signature: await other.signMessage(consent) },
    ])
      expect((await post(person, wrong)).status).toBe(400);
    const withWallet = await post(person, { key: wallet.address, ...consent });
    expect((await post(person, { key: wallet.address, ...consent })).status).toBe(400);
    const byPhone = await site.accountOf(phone, signer.key);
    await site.act(byPhone, [callOf(withWallet.body.data.steps[0])]);
    await until('the wallet', async () => (await kinds(person)).length === 3);
    expect((await keysOf(person)).keys.at(-1)).toMatchObject({ kind: 'WALLET', address: wallet.address });

    await all.settled();
    // Without a new block, so that the second sending cannot be mined before the reorg is seen.
    await all.chain.rpc('evm_setAutomine', [false]);
    await all.chain.rpc('anvil_rollback', [1]);
    await until('the wallet to leave with the reorg', async () => (await kinds(person)).length === 2);
    // The operator sends the operation again.
    await all.chain.rpc('evm_setAutomine', [true]);
    await all.chain.rpc('evm_mine', []);
    await until('the wallet again', async () => (await kinds(person)).length === 3);

    const gone = await all.call<{ data: Keys }>('DELETE', `/account/key/${keccak256(signer.key)}`, { as: person });
    expect(gone.body.data.steps.map(({ id }) => id)).toEqual(['remove-key']);
    await site.act(byPhone, [callOf(gone.body.data.steps[0])]);
    await until('the first key to be gone', async () => !(await kinds(person)).includes('PASSKEY first'));
    const refused = await site.send(await site.signed(account, [{ to: all.deployment.seaport, data: '0x5b34b966' }]));
    expect(refused.error?.data.code).toBe('bundler.refused');
  });

  it('the last one cannot be removed, and nobody removes another person’s', async () => {
    const [one, two] = [await keyHolder(), await keyHolder()];
    const remove = (as: Person, key: Hex) => all.call<Failure>('DELETE', `/account/key/${keccak256(key)}`, { as });
    const last = await remove(one.person, one.signer.key);
    expect([last.status, last.body.code]).toEqual([409, 'key.last']);
    const foreign = await remove(two.person, one.signer.key);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'key.notFound']);
  });

  it('a removed key’s orders pause at once, also those that are already listed', async () => {
    const { person, account, signer } = await keyHolder();
    const phone = site.newPasskey();
    await site.act(account, [callOf((await post(person, { key: phone.key })).body.data.steps[0])]);
    const { uuid: home } = await all.collection(person);
    const draft = await all.draft(person, home);
    const sign = async (step: SignatureStep) => {
      const { domain, types, primaryType, message } = step.typedData;
      const signature = await account.signTypedData({ domain, types, primaryType, message } as never);
      const { method, path, field } = step.submit;
      return all.call(method, path, { as: person, json: { [field]: signature } });
    };
    await sign(draft.steps?.[0] as SignatureStep);
    await until('the mint', async () => {
      const { data } = (await all.call<{ data: TokenDetail }>('GET', `/token/${draft.uuid}`, { as: person })).body;
      return data.status === 'minted';
    });
    const opened = (await all.open(person, draft.uuid)).body.data;
    const [approve, signing] = opened.steps as [TransactionStep, SignatureStep];
    await site.act(account, [callOf(approve)]);
    await sign(signing);
    await all.becomes(opened.uuid, 'ACTIVE');
    const gone = await all.call<{ data: Keys }>('DELETE', `/account/key/${keccak256(signer.key)}`, { as: person });
    await site.act(await site.accountOf(phone, signer.key), [callOf(gone.body.data.steps[0])]);
    await all.becomes(opened.uuid, 'INVALID', 'SIGNATURE_REFUSED');
  });

  it('of a contract that only claims to be an account are not recorded, whatever they say', async () => {
    const rows = () => all.sql`select 1 from smart_account_key`;
    const before = (await rows()).length;
    const eve = await all.trader();
    const [removed, added, proposed] = [
      'KeyRemoved(bytes32)',
      'KeyAdded(bytes32,bytes)',
      'RecoveryProposed(bytes32,bytes,uint256)',
    ].map((event) => toEventHash(event).slice(2));
    const fake: Address = '0x00000000000000000000000000000000000fa4e5';
    // PUSH1 1, PUSH32 topic, PUSH0, PUSH0, LOG2: KeyRemoved(1), KeyAdded(1) without its bytes; LOG1: KeyAdded without anything.
    // Then RecoveryProposed(1) with empty bytes at 0x40, for a moment that no date has: 2^256 - 1.
    const code = `0x60017f${removed}5f5fa260017f${added}5f5fa27f${added}5f5fa160405f525f1960205260017f${proposed}60605fa2`;
    await all.chain.rpc('anvil_setCode', [fake, code]);
    const receipt = await all.sendRaw(eve, { to: fake });
    expect(receipt.logs).toHaveLength(4);
    await all.settled();
    expect(await all.sql`select 1 from set_aside`).toHaveLength(0);
    expect(await rows()).toHaveLength(before);
    expect(await all.sql`select 1 from chain_log where address = ${fake}`).toHaveLength(0);
  });
});
