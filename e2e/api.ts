import type { PrivateKeyAccount } from 'viem/accounts';
import { createHmac } from 'node:crypto';
import { stack } from './chain.ts';
import { until } from './people.ts';

/** What an answer says; a test states the rest. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;
export type Answer = { status: number; body: Json; text: string; headers: Headers };
export type Asking = {
  token?: string;
  json?: unknown;
  form?: Record<string, string | Blob>;
  headers?: Record<string, string>;
};

/** One call below /api, by HTTP and nothing else. */
export const call = async (
  method: string,
  path: string,
  { token, json, form, headers }: Asking = {},
): Promise<Answer> => {
  let body: BodyInit | undefined;
  if (form) {
    body = new FormData();
    for (const [name, value] of Object.entries(form)) (body as FormData).append(name, value);
  } else if (json !== undefined) body = JSON.stringify(json);
  const response = await fetch(`${stack().apiUrl}${path}`, {
    method,
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined, headers: response.headers };
};

/** A signed message of a wallet for signing in or for connecting it. */
export const signedMessage = async (account: PrivateKeyAccount): Promise<{ message: string; signature: string }> => {
  const { message } = (await call('GET', `/auth/wallet/nonce?address=${account.address}`)).body.data;
  return { message, signature: await account.signMessage({ message }) };
};

type Tokens = { accessToken: string; refreshToken: string; user: Json };
/** Signs a wallet in; the first time makes its account. */
export const signInByWallet = async (account: PrivateKeyAccount): Promise<Tokens> =>
  (await call('POST', '/auth/login/wallet', { json: await signedMessage(account) })).body.data;

/** What is looked for in the newest message to somebody that has it; @param seen so many messages are older than it */
export const mailTo = async (to: string, pattern: RegExp, seen = 0): Promise<string> => {
  const mails = await until(
    async () => {
      const { data } = (await call('GET', `/dev/mail?to=${encodeURIComponent(to)}`)).body as {
        data: { text: string }[];
      };
      return data.slice(0, Math.max(0, data.length - seen)).filter(({ text }) => pattern.test(text));
    },
    (found) => found.length > 0,
    `a message to ${to} like ${pattern}`,
  );
  return pattern.exec(mails[0]?.text ?? '')?.[1] ?? '';
};

export const PASSWORD = 'a long enough one';
let people = 0;
/** Registers by e-mail, confirms the address by the mail's link, and is signed in. */
export const registered = async (): Promise<Tokens & { email: string }> => {
  const email = `person.${Date.now()}.${people++}@example.com`;
  await call('POST', '/auth/register/email', { json: { email, password: PASSWORD } });
  const token = await mailTo(email, /confirmation\?token=([^\s&]+)/);
  return {
    email,
    ...(await call('POST', '/auth/confirm/email', { json: { token: decodeURIComponent(token) } })).body.data,
  };
};

/** The code an authenticator app shows (RFC 6238: HMAC-SHA-1, 30 s, 6 digits). @param at milliseconds */
export const totp = (secret: string, at = Date.now()): string => {
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const from = (hash[19] as number) & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};
