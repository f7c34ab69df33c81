import { concat, getContractAddress, pad, serializeErc6492Signature, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.stop());

const newAccount = () => privateKeyToAccount(generatePrivateKey());
type Account = ReturnType<typeof newAccount>;
const nonceFor = async (address: string, headers: Record<string, string> = {}) =>
  (await api.call('GET', `/auth/wallet/nonce?address=${address}`, { headers })).body.data as {
    nonce: string;
    message: string;
  };
/** A signed message for one purpose. */
const signedFor = async (account: Account, purpose?: string, token?: string) => {
  const path = `/auth/wallet/nonce?address=${account.address}${purpose ? `&purpose=${purpose}` : ''}`;
  const { message } = (await api.call('GET', path, token ? { token } : {})).body.data as { message: string };
  return { message, signature: await account.signMessage({ message }) };
};
const signIn = (message: string, signature: string) =>
  api.call('POST', '/auth/login/wallet', { body: { message, signature } });

/** A message of this server, changed in one field and then signed by its wallet. */
const signedWith = async (account: Account, change: Record<string, unknown>) => {
  const { message } = await nonceFor(account.address);
  const changed = createSiweMessage({
    ...(parseSiweMessage(message) as Parameters<typeof createSiweMessage>[0]),
    ...change,
  });
  return { message: changed, signature: await account.signMessage({ message: changed }) };
};
const member = async () => {
  const email = `wallet${Math.random()}@example.org`;
  await api.call('POST', '/auth/register/email', { body: { email, password: 'correct horse' } });
  const mail = (await api.call('GET', `/dev/mail?to=${email}`)).body.data[0].text as string;
  const token = /token=([\w-]+)/.exec(mail)?.[1];
  return (await api.call('POST', '/auth/confirm/email', { body: { token } })).body.data as {
    accessToken: string;
    user: { uuid: string; username: string };
  };
};

describe('the sign-in message', () => {
  it('is EIP-4361 for this site, chain and wallet, valid for ten minutes', async () => {
    const { address } = newAccount();
    const { nonce, message } = await nonceFor(address.toLowerCase());
    const said = parseSiweMessage(message);
    expect(said).toMatchObject({
      address,
      domain: 'localhost:3199',
      uri: 'http://localhost:3199',
      version: '1',
      chainId: 80001,
      nonce,
    });
    expect(Number(said.expirationTime) - Number(said.issuedAt)).toBe(600_000);
  });

  it('names the host of the browser’s page when it is this machine on the same port', async () => {
    const { address } = newAccount();
    const { request } = await import('node:http');
    // fetch sets the Host header itself, so this request uses node:http.
    const ask = (host: string) =>
      new Promise<string>((resolve, reject) => {
        const call = request(
          `${api.url}/api/auth/wallet/nonce?address=${address}`,
          { headers: { host } },
          (response) => {
            let text = '';
            response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(JSON.parse(text).data.message));
          },
        );
        call.on('error', reject).end();
      });
    expect(parseSiweMessage(await ask('127.0.0.1:3199')).domain).toBe('127.0.0.1:3199');
    expect(parseSiweMessage(await ask('evil.example')).domain).toBe('localhost:3199');
    expect(parseSiweMessage(await ask('localhost:4000')).domain).toBe('localhost:3199');
  });

  it('is different each time and never cached', async () => {
    const { address } = newAccount();
    const first = await api.call('GET', `/auth/wallet/nonce?address=${address}`);
    const second = await api.call('GET', `/auth/wallet/nonce?address=${address}`);
    expect(first.body.data.nonce).not.toBe(second.body.data.nonce);
    expect(first.headers.get('cache-control')).toContain('no-store');
  });

  it('refuses a malformed address and another chain', async () => {
    const bad = await api.call('GET', '/auth/wallet/nonce?address=0x123');
    expect(bad).toMatchObject({ status: 400, body: { message: [{ property: 'address' }] } });
    const other = await api.call('GET', `/auth/wallet/nonce?address=${newAccount().address}&chainId=1`);
    expect(other).toMatchObject({ status: 400, body: { message: [{ property: 'chainId' }] } });
  });
});

describe('signing in with a wallet', () => {
  it('creates an account with a readable username the first time, and finds it the second time', async () => {
    const account = newAccount();
    const once = async () => {
      const { message } = await nonceFor(account.address);
      return signIn(message, await account.signMessage({ message }));
    };
    const first = await once();
    expect(first.status).toBe(200);
    expect(first.body.data.user).toMatchObject({ metamaskWallet: account.address, email: null, role: 'USER' });
    expect(first.body.data.user.username).toMatch(/^[a-z]+_[a-z]+_\d+$/);
    expect((await once()).body.data.user.uuid).toBe(first.body.data.user.uuid);
    expect((await api.call('GET', '/auth/me', { token: first.body.data.accessToken })).status).toBe(200);
  });

  it('creates one account for concurrent first sign-ins', async () => {
    const account = newAccount();
    const signed = await Promise.all(
      [1, 2, 3].map(async () => {
        const { message } = await nonceFor(account.address);
        return [message, await account.signMessage({ message })] as const;
      }),
    );
    const answers = await Promise.all(signed.map(([message, signature]) => signIn(message, signature)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.user.uuid)).size).toBe(1);
  });

  it('refuses a used message, also in concurrent calls', async () => {
    const account = newAccount();
    const { message } = await nonceFor(account.address);
    const signature = await account.signMessage({ message });
    const answers = await Promise.all([signIn(message, signature), signIn(message, signature)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await signIn(message, signature)).toMatchObject({ status: 401, body: { code: 'siwe.nonce' } });
  });

  it('refuses a signature by another wallet', async () => {
    const { message } = await nonceFor(newAccount().address);
    const answer = await signIn(message, await newAccount().signMessage({ message }));
    expect(answer).toMatchObject({ status: 401, body: { code: 'siwe.signature' } });
  });

  it('accepts the correct signature of a message after a wrong one', async () => {
    const account = newAccount();
    const { message } = await nonceFor(account.address);
    await signIn(message, await newAccount().signMessage({ message }));
    expect((await signIn(message, await account.signMessage({ message }))).status).toBe(200);
  });

  it.each([
    ['for another site', { domain: 'evil.example' }, 'siwe.domain'],
    ['for another port of this machine', { domain: 'localhost:4000' }, 'siwe.domain'],
    ['with another site in its uri', { uri: 'http://evil.example' }, 'siwe.domain'],
    ['for another chain', { chainId: 1 }, 'siwe.chain'],
    ['that has expired', { expirationTime: new Date(Date.now() - 1000) }, 'siwe.expired'],
    [
      'that was issued long ago, whatever its expiration time',
      { issuedAt: new Date(Date.now() - 3_600_000), expirationTime: new Date(Date.now() + 3_600_000) },
      'siwe.expired',
    ],
    ['with another statement', { statement: 'Sign in to Skarb. This is free.' }, 'siwe.purpose'],
    ['that is not valid yet', { notBefore: new Date(Date.now() + 60_000) }, 'siwe.expired'],
    ['with a nonce that was not issued', { nonce: 'a'.repeat(32) }, 'siwe.nonce'],
  ])('refuses a message %s', async (_name, change, code) => {
    const { message, signature } = await signedWith(newAccount(), change);
    expect(await signIn(message, signature)).toMatchObject({ status: 401, body: { code } });
  });

  it('refuses a nonce issued to another wallet, and an expired one', async () => {
    const { nonce } = await nonceFor(newAccount().address);
    const stolen = await signedWith(newAccount(), { nonce });
    expect(await signIn(stolen.message, stolen.signature)).toMatchObject({ status: 401, body: { code: 'siwe.nonce' } });
    const account = newAccount();
    const { message } = await nonceFor(account.address);
    await api.context.db.sql`update siwe_nonce set expires_at = now() where address = ${account.address.toLowerCase()}`;
    expect((await signIn(message, await account.signMessage({ message }))).status).toBe(401);
  });

  it.each([
    ['no message', { signature: '0x00' }, 'message'],
    ['a message that is not a sign-in message', { message: 'hello', signature: '0x00' }, 'message'],
    ['a message of 4,001 characters', { message: 'x'.repeat(4001), signature: '0x00' }, 'message'],
    ['no signature', { message: 'hello' }, 'signature'],
    ['a signature that is not hexadecimal', { message: 'hello', signature: 'signed' }, 'signature'],
  ])('refuses %s, naming the field', async (_name, body, property) => {
    const answer = await api.call('POST', '/auth/login/wallet', { body });
    expect(answer).toMatchObject({ status: 400, body: { message: [{ property }] } });
  });

  // A wallet contract that accepts any signature beginning with 0x42.
  const CODE = '0x60643560f81c604214631626ba7e0260e01b60005260206000f3';
  const INIT = concat(['0x601a8060093d393df3', CODE]);

  it('accepts the signature of a wallet contract (ERC-1271), and refuses what the contract refuses', async () => {
    const { address } = newAccount();
    await api.chain.rpc('anvil_setCode', [address, CODE]);
    const { message } = await nonceFor(address);
    expect((await signIn(message, '0x0142')).status).toBe(401);
    const right = await signIn(message, '0x4201');
    expect(right).toMatchObject({ status: 200, body: { data: { user: { metamaskWallet: address } } } });
  });

  it('accepts the signature of a wallet contract that is not deployed yet (ERC-6492)', async () => {
    const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
    const salt = pad('0x07');
    const address = getContractAddress({ from: factory, opcode: 'CREATE2', bytecode: INIT, salt });
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data: concat([salt, INIT]), signature });
    const { message } = await nonceFor(address);
    expect((await signIn(message, wrap('0x0142'))).status).toBe(401);
    expect((await signIn(message, wrap('0x4201'))).status).toBe(200);
  });
});

describe('connecting a wallet', () => {
  const connect = async (account: Account, token: string) => {
    const { message } = await nonceFor(account.address);
    const signature = await account.signMessage({ message });
    return api.call('POST', '/auth/connect-metamask', { body: { message, signature }, token });
  };

  it('sets metamaskWallet, and can be repeated', async () => {
    const { accessToken } = await member();
    const account = newAccount();
    expect(await connect(account, accessToken)).toMatchObject({
      status: 200,
      body: { data: { metamaskWallet: account.address } },
    });
    expect((await connect(account, accessToken)).status).toBe(200);
    expect((await api.call('GET', '/auth/me', { token: accessToken })).body.data.metamaskWallet).toBe(account.address);
  });

  it('answers 409 when the wallet belongs to another account, and changes nothing', async () => {
    const owner = await api.person();
    const { accessToken } = await member();
    expect(await connect(owner.account, accessToken)).toMatchObject({ status: 409, body: { code: 'wallet.taken' } });
    expect((await api.call('GET', '/auth/me', { token: accessToken })).body.data.metamaskWallet).toBeNull();
  });

  it('answers 409 to one of two accounts that connect it concurrently', async () => {
    const account = newAccount();
    const [one, two] = [await member(), await member()];
    const answers = await Promise.all([connect(account, one.accessToken), connect(account, two.accessToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('needs a signed-in user', async () => {
    expect((await connect(newAccount(), 'nobody')).status).toBe(401);
  });

  it('answers 400 on `signature` for another wallet’s signature, because the caller is signed in', async () => {
    const { accessToken } = await member();
    const { message } = await nonceFor(newAccount().address);
    const signature = await newAccount().signMessage({ message });
    const answer = await api.call('POST', '/auth/connect-metamask', {
      body: { message, signature },
      token: accessToken,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: [{ property: 'signature' }], code: 'siwe.signature' },
    });
  });

  it('lets the connected wallet sign in to the same account', async () => {
    const { accessToken, user } = await member();
    const account = newAccount();
    await connect(account, accessToken);
    const { message } = await nonceFor(account.address);
    expect((await signIn(message, await account.signMessage({ message }))).body.data.user.uuid).toBe(user.uuid);
  });
});

describe('the purpose of a signature', () => {
  const connect = (token: string, body: unknown) => api.call('POST', '/auth/connect-metamask', { body, token });
  const stepUp = (token: string, body: unknown) => api.call('POST', '/auth/step-up', { body, token });
  const refused = { status: 400, body: { code: 'siwe.purpose', message: [{ property: 'message' }] } };

  it('for signing in neither connects the wallet nor passes step-up, and can still be used to sign in', async () => {
    const { accessToken } = await member();
    const account = newAccount();
    const signed = await signedFor(account, 'signIn');
    expect(await connect(accessToken, signed)).toMatchObject(refused);
    expect((await api.call('GET', '/auth/me', { token: accessToken })).body.data.metamaskWallet).toBeNull();
    expect((await signIn(signed.message, signed.signature)).status).toBe(200);
    const owner = await api.person();
    expect(await stepUp(owner.token, await signedFor(owner.account, 'signIn'))).toMatchObject(refused);
  });

  it('for connecting names the account, connects only to it, and does not sign in', async () => {
    const [mine, other] = [await member(), await member()];
    const account = newAccount();
    const signed = await signedFor(account, 'link', mine.accessToken);
    expect(signed.message).toContain(`Connect this wallet to the Skarb account ${mine.user.username}`);
    expect(await signIn(signed.message, signed.signature)).toMatchObject({
      status: 401,
      body: { code: 'siwe.purpose' },
    });
    expect(await connect(other.accessToken, signed)).toMatchObject(refused);
    expect(await connect(mine.accessToken, signed)).toMatchObject({ status: 200 });
  });

  it('for step-up does nothing else, and is not valid for another account', async () => {
    const [owner, thief] = [await api.person(), await member()];
    const signed = await signedFor(owner.account, 'stepUp', owner.token);
    expect(await signIn(signed.message, signed.signature)).toMatchObject({
      status: 401,
      body: { code: 'siwe.purpose' },
    });
    expect(await connect(thief.accessToken, signed)).toMatchObject(refused);
    expect(await stepUp(thief.accessToken, signed)).toMatchObject(refused);
    expect((await stepUp(owner.token, signed)).status).toBe(204);
    expect(await stepUp(owner.token, await signedFor(owner.account))).toMatchObject(refused);
  });

  it('covers both when a client names no purpose, and then permits either', async () => {
    const { accessToken } = await member();
    const account = newAccount();
    const first = await signedFor(account);
    expect(first.message).toContain('Sign in to Skarb, or connect this wallet to your Skarb account.');
    expect((await connect(accessToken, first)).status).toBe(200);
    const second = await signedFor(account);
    expect((await signIn(second.message, second.signature)).status).toBe(200);
  });

  it.each(['link', 'stepUp'])('a message with the purpose %s requires a signed-in user', async (purpose) => {
    const path = `/auth/wallet/nonce?address=${newAccount().address}&purpose=${purpose}`;
    expect(await api.call('GET', path)).toMatchObject({ status: 401, body: { code: 'auth.required' } });
    expect((await api.call('GET', path, { token: 'nobody' })).status).toBe(401);
  });
});

describe('while the chain is unavailable', () => {
  it('plain wallets can sign in, wallet contracts get a 503', async () => {
    const lonely = await startTestApi({ CHAIN_RPC_URL: 'http://127.0.0.1:1' });
    try {
      expect((await lonely.person()).user.metamaskWallet).toMatch(/^0x/);
      const { data } = (await lonely.call('GET', `/auth/wallet/nonce?address=${newAccount().address}`)).body;
      const answer = await lonely.call('POST', '/auth/login/wallet', {
        body: { message: data.message, signature: '0x4201' },
      });
      expect(answer).toMatchObject({ status: 503, body: { code: 'chain.away' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await lonely.stop();
    }
  });
});
