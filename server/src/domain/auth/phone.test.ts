import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../context.ts';
import { startJobs } from '../../jobs.ts';
import { startTestApi, type TestApi } from '../../testing.ts';
import { readSmsUrl } from '../sms/sms.rules.ts';
import { accountsOf } from './testing-account.ts';

let api: TestApi;
let people: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  api = await startTestApi();
  people = accountsOf(api);
});
afterAll(() => api?.stop());

let numbers = 0;
const newNumber = () => `+38067${String(1_000_000 + ++numbers)}`;
const ask = (token: string, phoneNumber: string) => api.call('POST', '/auth/phone', { token, body: { phoneNumber } });
const confirm = (token: string, code: string) => api.call('POST', '/auth/phone/confirm', { token, body: { code } });
const codeTo = async (to: string) => /\d{6}/.exec((await people.mailsTo(to))[0]?.text ?? '')?.[0] as string;
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a phone number', () => {
  it('is confirmed by the code of its SMS, which works once', async () => {
    const { token } = await api.person();
    const number = newNumber();
    expect((await ask(token, number)).status).toBe(202);
    expect((await people.me(token)).body.data).toMatchObject({ phoneNumber: number, isPhoneNumberConfirmed: false });
    const code = await codeTo(number);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 200)?.body.data).toMatchObject({
      phoneNumber: number,
      isPhoneNumberConfirmed: true,
    });
  });

  it('is mailed to the account’s address with an undo link, also for the first number', async () => {
    const who = await people.member();
    const number = newNumber();
    await ask(who.accessToken, number);
    expect((await confirm(who.accessToken, await codeTo(number))).status).toBe(200);
    expect((await people.mailTo(who.email, /phone/i)).text).toMatch(/\/undo\/[\w-]+/);
  });

  it('is accepted with spaces and punctuation; its SMS is in the user’s language and in the local mailbox', async () => {
    const who = await people.member('ukr');
    expect((await ask(who.accessToken, '+380 (67) 555-01-23')).status).toBe(202);
    // As from a browser's address bar: the plus sign is decoded as a space.
    const { body } = await api.call('GET', '/dev/mail?to=+380675550123');
    expect(body.data[0]).toMatchObject({ to: '+380675550123', subject: 'SMS' });
    expect(body.data[0].text).toContain('ваш код Skarb');
    expect(await (await fetch(`${api.url}/dev/mail`)).text()).toContain('+380675550123');
  });

  it.each(['0671234567', '+0671234567', '+38067', '+3806712345678901', 'call me', '+38067abc4567'])(
    '%s is refused',
    async (phoneNumber) => {
      const { token } = await api.person();
      expect(await ask(token, phoneNumber)).toMatchObject({
        status: 400,
        body: { message: [{ property: 'phoneNumber' }] },
      });
    },
  );

  it('stays until another one is confirmed, and can be removed', async () => {
    const { token } = await api.person();
    const [first, second] = [newNumber(), newNumber()];
    await ask(token, first);
    await confirm(token, await codeTo(first));
    await ask(token, second);
    expect((await people.me(token)).body.data).toMatchObject({ phoneNumber: first, isPhoneNumberConfirmed: true });
    expect((await confirm(token, await codeTo(second))).body.data.phoneNumber).toBe(second);
    const gone = await api.call('DELETE', '/auth/phone', { token });
    expect(gone.body.data).toMatchObject({ phoneNumber: null, isPhoneNumberConfirmed: false });
  });
});

describe('the code of an SMS', () => {
  it('allows five tries, also concurrently; after that even the correct code fails', async () => {
    const { token } = await api.person();
    const number = newNumber();
    await ask(token, number);
    const code = await codeTo(number);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token, other(code))));
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'phone.codeWrong'));
    expect((await confirm(token, code)).body.code).toBe('phone.codeGone');
    expect((await people.me(token)).body.data.isPhoneNumberConfirmed).toBe(false);
  });

  it('expires after ten minutes or with the next code, and does not work for another account', async () => {
    const [ann, bob] = [await api.person(), await api.person()];
    const number = newNumber();
    await ask(ann.token, number);
    const first = await codeTo(number);
    expect((await confirm(bob.token, first)).body.code).toBe('phone.codeGone');
    const [row] = await api.context.db.sql`select extract(epoch from expires_at - now())::int as seconds
      from phone_code where user_uuid = ${ann.user.uuid}`;
    expect(row?.seconds).toBeGreaterThan(540);
    expect(row?.seconds).toBeLessThanOrEqual(600);
    await ask(ann.token, number);
    const second = await codeTo(number);
    if (first !== second) expect((await confirm(ann.token, first)).body.code).toBe('phone.codeWrong');
    await api.context.db.sql`update phone_code set expires_at = now() where user_uuid = ${ann.user.uuid}`;
    expect((await confirm(ann.token, second)).body.code).toBe('phone.codeGone');
  });

  it('is limited per account and per number', async () => {
    const { token } = await api.person();
    const byOne = [];
    for (let times = 0; times < 12; times++) byOne.push((await ask(token, newNumber())).status);
    expect(byOne).toContain(429);
    const number = newNumber();
    const toOne = [];
    for (let times = 0; times < 12; times++) toOne.push((await ask((await api.person()).token, number)).status);
    expect(toOne).toContain(429);
  });
});

describe('the SMS provider of the settings', () => {
  it('is Twilio or any webhook', () => {
    expect(readSmsUrl('twilio://AC1:secret@/?from=+15005550006')).toEqual({
      kind: 'twilio',
      endpoint: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${btoa('AC1:secret')}`,
      from: '+15005550006',
    });
    expect(readSmsUrl('https://me:pw@sms.example.org/send?x=1')).toEqual({
      kind: 'webhook',
      endpoint: 'https://sms.example.org/send?x=1',
      authorization: `Basic ${btoa('me:pw')}`,
    });
    for (const wrong of ['http://sms.example.org', 'twilio://AC1@/?from=1', 'twilio://AC1:s@/', 'ftp://x', 'none'])
      expect(() => readSmsUrl(wrong)).toThrow();
  });

  it.each(['twilio', 'webhook'])(
    'receives the message from the worker, which retries after a failure: %s',
    async (kind) => {
      const sent: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
      const server = createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        sent.push({ url: request.url ?? '', headers: request.headers, body });
        // Fail the first time.
        response.writeHead(sent.length === 1 ? 503 : 201).end('{}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const at = `127.0.0.1:${(server.address() as { port: number }).port}`;
      const SMS_URL = kind === 'twilio' ? `twilio://AC1:secret@${at}/?from=+15005550006` : `http://me:pw@${at}/send`;
      const other = await startTestApi({ SMS_URL });
      const worker = createContext(other.context.config, 'worker');
      const jobs = await startJobs(worker);
      try {
        const { token } = await other.person();
        expect(
          (await other.call('POST', '/auth/phone', { token, body: { phoneNumber: '+380671112233' } })).status,
        ).toBe(202);
        for (const until = Date.now() + 20_000; sent.length < 2 && Date.now() < until;)
          await new Promise((resolve) => setTimeout(resolve, 50));
        const [, message] = sent;
        if (kind === 'twilio') {
          expect(message?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json');
          const form = new URLSearchParams(message?.body);
          expect([form.get('From'), form.get('To')]).toEqual(['+15005550006', '+380671112233']);
          expect(form.get('Body')).toMatch(/^\d{6} is your Skarb code/);
        } else {
          expect(JSON.parse(message?.body ?? '')).toEqual({
            to: '+380671112233',
            text: expect.stringMatching(/^\d{6} is/),
          });
        }
        expect(message?.headers.authorization).toMatch(/^Basic /);
        expect((await other.call('GET', '/dev/mail')).body.data).toEqual([]);
      } finally {
        await jobs.stop();
        await worker.db.close();
        await other.stop();
        server.close();
      }
    },
    60_000,
  );
});
