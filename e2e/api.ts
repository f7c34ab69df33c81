import { createClient, type Answer, type Client, type OptionsArgument, formOf, urlOf } from '@skarb/client';
import * as authCalls from '@skarb/schema/calls/auth';
import * as devCalls from '@skarb/schema/calls/dev';
import type { Call } from '@skarb/schema/endpoint';
import type { ErrorBody } from '@skarb/schema/primitive';
import { createHmac } from 'node:crypto';
import type { PrivateKeyAccount } from 'viem/accounts';
import { stack } from './chain.ts';

/** The path of a call without parameters, for requests that a page makes. */
export const pathOf = ({ path }: Call): string => `/api${path}`;

const TIMEOUT_MS = 60_000;
const clientOf = (token?: string): Client =>
  createClient({
    fetch: (path, init) => fetch(stack().url + path, init),
    tokens: () => (token ? { get: () => token, refresh: async () => null } : undefined),
  });
/** Makes calls as the owner of an access token. */
export const callAs =
  (token?: string): Client['call'] =>
  (call, ...[options]) =>
    clientOf(token).call(call, ...([{ timeoutMs: TIMEOUT_MS, ...options }] as unknown as OptionsArgument<typeof call>));
/** Makes one call without signing in. @throws ApiError */
export const call = callAs();

/** A request that may break the schema. */
type Request = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  /** A bearer token. */ token?: string | undefined;
};
/** `answer` of a successful call, `error` of a refused one. */
export type Reply<C extends Call> = {
  status: number;
  answer: Answer<C> | undefined;
  error: ErrorBody | undefined;
  text: string;
};

/** Sends a request that may be invalid and that the API may refuse. */
export const attempt = async <C extends Call>(
  call: C,
  { params, query, body, token }: Request = {},
): Promise<Reply<C>> => {
  const needsBody = call.method === 'POST' || call.method === 'PUT';
  const isForm = call.isForm && body !== undefined;
  const response = await fetch(
    stack().url + urlOf(call as Call, ...([{ params, query }] as unknown as OptionsArgument<Call>)),
    {
      method: call.method,
      headers: {
        ...(needsBody && !isForm ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(isForm ? { body: formOf(body) } : needsBody ? { body: JSON.stringify(body ?? {}) } : {}),
    },
  );
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  const content = isJson ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    answer: response.ok ? content : undefined,
    error: response.ok ? undefined : content,
    text,
  };
};

/** The body of an answer to `request`, which has no static type. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;
export type Asking = { token?: string; json?: unknown; form?: Record<string, string | Blob> };
/**
 * Sends one request by its path, as docs/seed.md and the OpenAPI document write it; only the tests of those two need
 * it. Every other test uses `call` or `attempt`.
 */
export const request = async (
  method: string,
  path: string,
  { token, json, form }: Asking = {},
): Promise<{ status: number; text: string; body: Json }> => {
  const isSent = form === undefined && (json !== undefined || method === 'POST' || method === 'PUT');
  const response = await fetch(`${stack().url}/api${path}`, {
    method,
    headers: {
      ...(isSent ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: form ? formOf(form) : isSent ? JSON.stringify(json ?? {}) : null,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
};

/** A message for signing in or for connecting a wallet, with the wallet's signature. */
export const signedMessage = async (account: PrivateKeyAccount): Promise<{ message: string; signature: string }> => {
  const { data } = await call(authCalls.walletNonce, { query: { address: account.address } });
  return { message: data.message, signature: await account.signMessage({ message: data.message }) };
};

/** Signs in with a wallet, which creates its account the first time. */
export const signInByWallet = async (account: PrivateKeyAccount) =>
  (await call(authCalls.loginWallet, { body: await signedMessage(account) })).data;

/** Reads repeatedly until `isWanted` accepts the value. @throws Error after a minute, with the last value */
export const until = async <T>(read: () => Promise<T>, isWanted: (value: T) => boolean, what: string): Promise<T> => {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (Date.now() > end) throw new Error(`no ${what} within a minute; last: ${JSON.stringify(value)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** The mails and SMS to an address, newest first. */
export const mailsTo = async (to: string) => (await call(devCalls.mail, { query: { to } })).data;
/** Waits for a message that matches. @returns the first group of the pattern, or the whole match */
export const mailTo = async (to: string, pattern: RegExp): Promise<string> => {
  const texts = await until(
    async () => (await mailsTo(to)).map(({ text }) => text),
    (all) => all.some((text) => pattern.test(text)),
    `message to ${to} like ${pattern}`,
  );
  const found = texts.map((text) => pattern.exec(text)).find(Boolean);
  return found?.[1] ?? found?.[0] ?? '';
};

/** Confirms an e-mail address with the link in its mail. */
export const confirmEmail = async (email: string) => {
  const token = decodeURIComponent(await mailTo(email, /confirmation\?token=([^\s&]+)/));
  return (await call(authCalls.confirmEmail, { body: { token } })).data;
};

export const PASSWORD = 'a long enough one';
let registrations = 0;
/** Registers by e-mail, confirms the address with the mail's link, and signs in. */
export const registered = async () => {
  const email = `person.${Date.now()}.${registrations++}@example.com`;
  await call(authCalls.register, { body: { email, password: PASSWORD } });
  return { email, ...(await confirmEmail(email)) };
};

/**
 * The code an authenticator app shows (RFC 6238: HMAC-SHA-1, 30 s, 6 digits).
 * @param ahead 1 for the next code, because a code works once
 */
export const totp = (secret: string, ahead = 0): string => {
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac('sha1', key).update(counter).digest();
  const from = (hash[19] as number) & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};
