/** Users with an e-mail address and a password, for the tests of accounts. */
import type { User } from '@skarb/schema/auth';
import type { Work } from '@skarb/schema/primitive';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createContext } from '../../context.ts';
import { startJobs } from '../../jobs.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { isSolution } from './proof-of-work.ts';

export type Mail = { to: string; subject: string; text: string; html: string };
export type Member = { email: string; password: string; accessToken: string; refreshToken: string; user: User };

/** Solves the challenge of a 429 `auth.slowDown`; returns the value of the header. */
export const solve = ({ challenge, bits }: Work): string => {
  for (let number = 0n; ; number++) if (isSolution(challenge, bits, number)) return `${challenge}.${number}`;
};

let people = 0;

export const accountsOf = (api: TestApi) => {
  const newEmail = () => `person${++people}@example.org`;
  /** The messages to an address or a number, the newest first. */
  const mailsTo = async (to: string): Promise<Mail[]> =>
    (await api.call('GET', `/dev/mail?to=${encodeURIComponent(to)}`)).body.data;
  /** Waits for a message to an address with this subject, because a job may have to send it first. */
  const mailTo = async (to: string, subject: RegExp): Promise<Mail> => {
    for (const until = Date.now() + 10_000; ;) {
      const found = (await mailsTo(to)).find((mail) => subject.test(mail.subject));
      if (found) return found;
      if (Date.now() > until) throw new Error(`no mail to ${to} about ${subject}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const confirmToken = (mail: Mail): string => /confirmation\?token=([\w-]+)/.exec(mail.text)?.[1] as string;
  const resetToken = (mail: Mail): string => /reset-password\/([\w-]+)/.exec(mail.text)?.[1] as string;
  /** Registers a user and confirms the address. */
  const member = async (language = 'en', email = newEmail()): Promise<Member> => {
    const who = { email, password: 'correct horse' };
    await api.call('POST', '/auth/register/email', { body: { ...who, language } });
    const token = confirmToken((await mailsTo(email))[0] as Mail);
    const { body } = await api.call('POST', '/auth/confirm/email', { body: { token } });
    return { ...who, ...body.data };
  };
  const login = (who: { email: string; password: string }, more: Record<string, string> = {}) =>
    api.call('POST', '/auth/login', { body: { email: who.email, password: who.password, ...more } });
  const me = (token: string) => api.call('GET', '/auth/me', { token });
  return { newEmail, mailsTo, mailTo, confirmToken, resetToken, member, login, me };
};

/** A member with the device cookie of their browser; without it, an attacker who copied the access token. */
export type InBrowser = { accessToken: string; cookie?: string };

/** Calls of a browser that keeps its device cookie. */
const browsersOf = (api: TestApi, people: ReturnType<typeof accountsOf>) => {
  const as = (who: InBrowser, method: string, path: string, body?: unknown) =>
    api.call(method, path, {
      token: who.accessToken,
      body,
      ...(who.cookie ? { headers: { cookie: who.cookie } } : {}),
    });
  /** Signs a member in from a browser that has sent its cookie. */
  const signIn = async (who: Member) => {
    const { body, headers } = await people.login(who);
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] as string;
    const member = { ...who, accessToken: body.data.accessToken as string, cookie };
    await as(member, 'GET', '/auth/me');
    return member;
  };
  return {
    as,
    signIn,
    /** A new member, signed in from a browser. */
    inBrowser: async () => signIn(await people.member()),
    /** Makes the step-up of every session of an account six minutes old. */
    ageProof: (who: { user: { uuid: string } }) =>
      api.context.db
        .sql`update session set proved_at = now() - interval '6 minutes' where user_uuid = ${who.user.uuid}`,
    /** A signed message of a wallet: to connect it, or with `who` for another of their purposes. */
    signed: async (key = generatePrivateKey(), purpose?: 'link' | 'stepUp', who?: InBrowser) => {
      const wallet = privateKeyToAccount(key);
      const path = `/auth/wallet/nonce?address=${wallet.address}${purpose ? `&purpose=${purpose}` : ''}`;
      const { message } = (await api.call('GET', path, who ? { token: who.accessToken } : {})).body.data;
      return { message: message as string, signature: await wallet.signMessage({ message }) };
    },
    /** The secret of the undo link in a mail about a change. */
    undoToken: async (email: string, subject: RegExp) =>
      /undo\/([\w-]+)/.exec((await people.mailTo(email, subject)).text)?.[1] as string,
    undo: (token: string) => api.call('POST', '/auth/undo', { body: { token } }),
  };
};

/** An API with a worker that sends its mails, and helpers for the tests of accounts. */
export const startAccounts = async (env: Record<string, string> = {}) => {
  const api = await startTestApi(env);
  const people = accountsOf(api);
  const worker = createContext(api.context.config, 'worker');
  const jobs = await startJobs(worker);
  return {
    api,
    people,
    browsers: browsersOf(api, people),
    post: (path: string, body: unknown, token?: string) =>
      api.call('POST', path, { body, ...(token ? { token } : {}) }),
    editEmail: (who: { accessToken: string }, email: string) =>
      api.call('PUT', '/auth/profile', { token: who.accessToken, body: { email } }),
    wayIn: (who: Member, password = who.password) => people.login({ email: who.email, password }),
    stop: async () => {
      await jobs.stop();
      await worker.db.close();
      await api.stop();
    },
  };
};
export type Accounts = Awaited<ReturnType<typeof startAccounts>>;
