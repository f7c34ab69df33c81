import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../jobs.ts';
import { createContext } from '../../context.ts';
import type { Fragment } from '../../platform/db/database.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { createWire } from '../../testing-wire.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { sendMail } from './mail.service.ts';

/** A minimal mail server (RFC 5321) that stores the mails it receives. */
const startSmtp = async () => {
  const mails: { to: string; data: string }[] = [];
  let refusals = 0;
  const server: Server = createServer((socket) => {
    let to = '';
    let data: string | undefined;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== undefined) {
          if (line === '.') {
            mails.push({ to, data });
            data = undefined;
            say('250 kept');
          } else data += `${line}\r\n`;
        } else if (/^(EHLO|HELO)/i.test(line)) say('250 test');
        else if (/^MAIL/i.test(line)) {
          if (refusals > 0) {
            refusals--;
            say('451 try again later');
          } else say('250 ok');
        } else if (/^RCPT TO:<(.+)>/i.test(line)) {
          to = /<(.+)>/.exec(line)?.[1] ?? '';
          say('250 ok');
        } else if (/^DATA/i.test(line)) {
          data = '';
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    mails,
    refuse: (times: number) => (refusals = times),
    stop: () => server.close(),
  };
};

let api: TestApi;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let database: Awaited<ReturnType<typeof createWire>>;
let worker: ReturnType<typeof createContext>;
let jobs: Awaited<ReturnType<typeof startJobs>>;
beforeAll(async () => {
  smtp = await startSmtp();
  api = await startTestApi(async ({ databaseUrl }) => {
    database = await createWire(databaseUrl, 5432);
    return { SMTP_URL: smtp.url, MAIL_FROM: 'Skarb <hello@example.org>' };
  });
  const { config } = api.context;
  worker = createContext({ ...config, database: { ...config.database, url: database.url } }, 'worker');
  jobs = await startJobs(worker);
});
afterAll(async () => {
  await jobs?.stop();
  await worker?.db.close();
  await database?.cut();
  await api?.stop();
  smtp?.stop();
});

let people = 0;
const register = async () => {
  const email = `reader${++people}@example.org`;
  expect(
    (await api.call('POST', '/auth/register/email', { body: { email, password: 'correct horse', language: 'ukr' } }))
      .status,
  ).toBe(201);
  return email;
};
const arrived = async (to: string, withinMs: number) => {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = smtp.mails.filter((mail) => mail.to === to);
    if (found.length || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
};

describe('with an SMTP server', () => {
  it('the worker sends the mail, as text and HTML, from the configured address', async () => {
    const to = await register();
    const [mail] = await arrived(to, 8000);
    expect(mail?.data).toContain('From: Skarb <hello@example.org>');
    expect(mail?.data).toContain('multipart/alternative');
    expect(mail?.data).toMatch(/Content-Type: text\/plain; charset=utf-8/);
    expect(mail?.data).toMatch(/Content-Type: text\/html; charset=utf-8/);
    const text = Buffer.from(
      /text\/plain[\s\S]*?base64\r\n\r\n([\w+/=\r\n]+?)\r\n\r?\n?--/.exec(mail?.data ?? '')?.[1] ?? '',
      'base64',
    ).toString();
    expect(text).toContain('підтвердьте, що ця адреса ваша');
    const token = /confirmation\?token=([\w-]+)/.exec(text)?.[1];
    expect((await api.call('POST', '/auth/confirm/email', { body: { token } })).status).toBe(200);
  });

  it('a mail keeps its headers, such as the unsubscribe link', async () => {
    const to = 'header@example.org';
    const headers = { 'List-Unsubscribe': '<https://example.org/off>' };
    await sendMail(api.context.db.sql, api.context.config, {
      to,
      subject: 'Hello',
      text: 'Hello',
      html: 'Hello',
      headers,
    });
    expect((await arrived(to, 8000))[0]?.data).toContain('List-Unsubscribe: <https://example.org/off>');
  });

  it('nothing goes to the mailbox of the local stack', async () => {
    expect((await api.call('GET', '/dev/mail')).body.data).toEqual([]);
  });

  it('a mail that was refused temporarily is sent again', async () => {
    smtp.refuse(1);
    const to = await register();
    expect(await arrived(to, 15_000)).toHaveLength(1);
  });

  it('a registration that fails sends nothing', async () => {
    const { sql } = api.context.db;
    await api.call('POST', '/auth/register/email', { body: { email: 'none', password: 'correct horse' } });
    expect(await sql`select 1 from graphile_worker._private_jobs where payload ->> 'to' = 'none'`).toEqual([]);
  });

  it('the worker recovers from an outage of its database', async () => {
    // A completion that is under way would be lost with its connection.
    const locked = () => api.context.db.sql`select 1 from graphile_worker._private_jobs where locked_at is not null`;
    await expect.poll(locked, { timeout: 60_000 }).toEqual([]);
    await worker.db.sql`select 1`;
    database.drop();
    const to = await register();
    // The worker has noticed, and fails to connect again.
    await expect.poll(database.attempts, { timeout: 60_000 }).toBeGreaterThan(2);
    expect(smtp.mails.filter((mail) => mail.to === to)).toHaveLength(0);
    await database.reconnect();
    expect(await arrived(to, 20_000)).toHaveLength(1);
  });
});

it('mails to a server that accepts and then says nothing delay no other job, and fail after seconds', async () => {
  const { sql } = api.context.db;
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await jobs.stop();
  const mail = { ...worker.config.mail, smtpUrl: `smtp://127.0.0.1:${port}` };
  jobs = await startJobs({ ...worker, config: { ...worker.config, mail } });
  try {
    const [one, other] = [await register(), await register()];
    const mailsTo = (condition: Fragment) => sql`
      select 1 from graphile_worker._private_jobs where payload ->> 'to' in (${one}, ${other}) and ${condition}`;
    await expect.poll(() => mailsTo(sql`locked_at is not null`), { timeout: 20_000 }).toHaveLength(2);
    await addJob(sql, 'drop-media', { cids: [] }, { key: 'beside-mails' });
    const beside = () => sql`select 1 from graphile_worker._private_jobs where key = 'beside-mails'`;
    await expect.poll(beside, { timeout: 8_000 }).toEqual([]);
    expect(await mailsTo(sql`last_error is not null`)).toEqual([]);
    await expect.poll(() => mailsTo(sql`last_error is not null`), { timeout: 20_000 }).toHaveLength(2);
  } finally {
    await jobs.stop();
    jobs = await startJobs(worker);
    silent.close();
  }
});

describe('the hourly cleanup of accounts', () => {
  it('deletes expired records, and nothing else', async () => {
    const { sql } = api.context.db;
    const who = await api.person();
    const unanswered = await register();
    await sql`insert into siwe_nonce (nonce, address, expires_at) values ('old', ${who.account.address.toLowerCase()}, now() - interval '2 hours')`;
    await sql`update app_user set created_at = now() - interval '9 days' where email = ${unanswered} or uuid = ${who.user.uuid}`;
    await sql`update mail_token set expires_at = now() - interval '8 days' where email = ${unanswered}`;
    await sql`select graphile_worker.add_job('sweep-accounts', '{}'::json)`;
    const until = Date.now() + 8000;
    while ((await sql`select 1 from app_user where email = ${unanswered}`).length) {
      expect(Date.now()).toBeLessThan(until);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(await sql`select 1 from siwe_nonce where nonce = 'old'`).toHaveLength(0);
    expect((await api.call('GET', '/auth/me', { token: who.token })).status).toBe(200);
    expect((await api.call('POST', '/auth/refresh', { body: { refreshToken: who.refreshToken } })).status).toBe(200);
  });
});
