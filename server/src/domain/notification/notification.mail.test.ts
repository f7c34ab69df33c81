import { HIDE_REASONS } from '@skarb/schema/limits';
import { NOTIFICATION_KINDS } from '@skarb/schema/notification-kind';
import { describe, expect, it } from 'vitest';
import { amountText, writeNotification, type MailFacts } from './notification.mail.ts';
import { writeNote, type Note } from './notification.note.ts';

const told = (more: Partial<MailFacts>): MailFacts => ({
  email: 'ann@example.org',
  language: 'en',
  kind: 'SOLD',
  token_uuid: '0190a4a4-0000-7000-8000-000000000001',
  token_name: 'Rain',
  offer_uuid: '0190a4a4-0000-7000-8000-000000000002',
  offer_type: 'SALE',
  breeding_uuid: null,
  price: '1234.5',
  old_price: '2000',
  currency: 'ETH',
  quantity: '1',
  is_edition: false,
  actor: `0x${'ab'.repeat(20)}`,
  actor_name: null,
  ends_at: new Date('2026-11-21T15:00:00Z'),
  ...more,
});
const write = (more: Partial<MailFacts>) =>
  writeNotification(told(more), 'https://skarb.example', 'https://skarb.example/off');

describe.each(['en', 'ukr'] as const)('in %s', (language) => {
  it('every kind of every offer has words, in text and HTML, with nothing left unfilled', () => {
    for (const kind of NOTIFICATION_KINDS.filter((one) => one !== 'NOTE'))
      for (const offer_type of ['SALE', 'AUCTION', 'BID'] as const)
        for (const old_price of ['2000', null]) {
          const mail = write({ kind, language, offer_type, old_price });
          for (const text of [mail.subject, mail.text, mail.html.replace(/style="[^"]*"|<style>.*<\/style>/g, '')])
            expect(text).not.toMatch(/[{}]|undefined|null|NaN/);
          for (const text of [mail.subject, mail.text]) expect(text).toContain('Rain');
          expect(mail.html).toContain(`lang="${language === 'ukr' ? 'uk' : 'en'}"`);
          expect(mail.text.match(/https:\S+/g)).toHaveLength(3);
        }
  });

  it('a note of the marketplace says what was done and why, and holds the admin’s words, in text and HTML', () => {
    const links = { publicUrl: 'https://skarb.example', unsubscribeUrl: 'https://skarb.example/off' };
    for (const act of ['NOTE', 'HIDDEN', 'RESTORED'] as const)
      for (const subjectType of ['token', 'collection', 'user'] as const)
        for (const reason of [...HIDE_REASONS, null]) {
          const note: Note = {
            act,
            subjectType,
            subjectUuid: '0190a4a4-0000-7000-8000-000000000001',
            subjectName: subjectType === 'user' ? null : 'Rain',
            reason,
            text: 'Please show <us> the\r\noriginal.',
          };
          const mail = writeNote(note, { email: 'ann@example.org', language }, links);
          expect(mail.text).toContain('Please show <us> the original.');
          expect(mail.html).toContain('Please show &lt;us&gt; the original.');
          for (const text of [mail.subject, mail.text]) expect(text).not.toMatch(/[{}]|undefined|null/);
          if (subjectType !== 'user') expect(mail.subject).toContain('Rain');
          expect(mail.text).toMatch(/skarb\.example\/(nfts|collections|profile)\/0190/);
          expect(mail.headers?.['List-Unsubscribe']).toBe('<https://skarb.example/off>');
        }
  });
});

it('amounts are in the language’s form, and never nothing where there is something', () => {
  expect(amountText('1234.56789', 'en')).toBe('1,234.5679');
  expect(amountText('1234.5', 'ukr').replace(/\s/g, ' ')).toBe('1 234,5');
  expect(amountText('0.00000001', 'en')).toBe('< 0.0001');
});

it('names that look like markup or try to add lines stay names', () => {
  const mail = write({ token_name: '<b>Rain</b>\r\nBcc: eve@example.org', actor_name: '"><script>' });
  expect(mail.subject).toBe('Sold: “<b>Rain</b> Bcc: eve@example.org”');
  expect(mail.html).not.toMatch(/<b>|<script>/);
});

it('a lower price in another currency is told without the one before', () => {
  expect(write({ kind: 'PRICE_DROP', old_price: null }).text).toContain('it costs 1,234.5 ETH now');
});

describe('several copies', () => {
  const several = { is_edition: true, quantity: '21', price: '0.1' };
  it('are told with what was paid in all and for each', () => {
    expect(write(several).text).toMatch(/sold for 2\.1 ETH\..* Copies: 21, at 0\.1 ETH each\./);
    expect(write({ ...several, kind: 'OFFER_RECEIVED', offer_type: 'BID' }).subject).toContain('2.1 ETH offered');
    expect(write({ ...several, language: 'ukr' }).text).toContain('Примірників: 21, по 0,1 ETH за кожен.');
    expect(write({ ...several, quantity: '1' }).text).not.toContain('Copies');
    // No digit is lost where there are many.
    const many = { ...several, price: '1234567890123.4321', quantity: '3', currency: 'USDC' };
    expect(write(many).text).toContain('3,703,703,670,370.2963 USDC');
  });

  it('that are for sale are told with the price of each; a lot of an auction has one price', () => {
    expect(write({ ...several, kind: 'PRICE_DROP', old_price: '0.2' }).text).toMatch(
      /costs 0\.1 ETH instead of 0\.2 ETH\. Copies: 21, each at that price\./,
    );
    expect(write({ ...several, kind: 'OFFER_EXPIRED' }).text).toContain('at 0.1 ETH ran out');
    expect(write({ ...several, kind: 'WON', offer_type: 'AUCTION' }).text).toMatch(
      /bid of 0\.1 ETH was .* Copies in the lot: 21\./,
    );
  });
});

it('a name cannot turn the direction of the sentence it stands in', () => {
  const { subject, text, html } = write({ token_name: 'gpj.\u202eexe', actor_name: '\u2067Bob' });
  for (const part of [subject, text, html]) expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(write({ token_name: 'שלום 12' }).subject).toBe('Sold: “\u2068שלום 12\u2069”');
});

it('a name that is too long ends in dots, between two of its signs', () => {
  expect(write({ token_name: '😀'.repeat(81) }).subject).toBe(`Sold: “${'😀'.repeat(79)}…”`);
});

it('prices that differ only in what is not shown are not told as two', () => {
  const { text } = write({ kind: 'PRICE_DROP', price: '0.10001', old_price: '0.10002' });
  expect(text).toContain('it costs 0.1 ETH now');
});

it('what has happened comes first, in the text and where lists of mails look', () => {
  const { text, html } = write({});
  expect(text).toMatch(/^Your work “Rain” has been sold/);
  expect(/<body[^>]*>\s*<div[^>]*>([^<]*)/.exec(html)?.[1]).toMatch(/^Your work “Rain” has been sold/);
});

it('a listing that ran out leads to its work, where it is put up again', () => {
  expect(write({ kind: 'OFFER_EXPIRED' }).text).toContain('/nfts/0190a4a4-0000-7000-8000-000000000001');
  expect(write({ kind: 'OFFER_EXPIRED', offer_type: 'BID' }).text).toContain('/offers/');
});

it('a child that will not be leads to its story, and says whether its fee came back', () => {
  const lost = { kind: 'CHILD_LOST', breeding_uuid: '0190a4a4-0000-7000-8000-000000000003' } as const;
  const about = { ...lost, offer_uuid: null, offer_type: null, quantity: null };
  expect(write({ ...about, price: '0.02' }).text).toContain('fee of 0.02 ETH is back');
  expect(write({ ...about, price: null }).text).toContain('No fee is given back');
  expect(write(about).text).toContain('/breeding?breeding=0190a4a4-0000-7000-8000-000000000003');
});

it('a note’s paragraphs stay paragraphs', () => {
  const note: Note = {
    act: 'NOTE',
    subjectType: 'user',
    subjectUuid: '0190a4a4-0000-7000-8000-000000000001',
    subjectName: null,
    reason: null,
    text: 'Dear Ann,\r\n\r\nplease show us\nthe original.',
  };
  const links = { publicUrl: 'https://skarb.example', unsubscribeUrl: 'https://skarb.example/off' };
  const mail = writeNote(note, { email: 'ann@example.org', language: 'en' }, links);
  expect(mail.text).toContain('profile:\n\nDear Ann,\n\nplease show us the original.\n\n');
  expect(mail.html).toContain('<p>Dear Ann,</p>\n<p>please show us the original.</p>');
});

it('mail programs can turn it off by one click', () => {
  expect(write({}).headers).toEqual({
    'List-Unsubscribe': '<https://skarb.example/off>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});
