import { HIDE_REASONS } from '@skarb/schema/limits';
import { NOTIFICATION_KINDS } from '@skarb/schema/notification-kind';
import { describe, expect, it } from 'vitest';
import { amountText, writeNotification, type Told } from './notification.mail.ts';
import { writeNote, type Note } from './notification.note.ts';

const told = (more: Partial<Told>): Told => ({
  email: 'ann@example.org',
  language: 'en',
  kind: 'SOLD',
  token_uuid: '0190a4a4-0000-7000-8000-000000000001',
  token_name: 'Rain',
  offer_uuid: '0190a4a4-0000-7000-8000-000000000002',
  offer_type: 'SALE',
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
const write = (more: Partial<Told>) =>
  writeNotification(told(more), 'https://skarb.example', 'https://skarb.example/off');

describe.each(['en', 'ukr'] as const)('in %s', (language) => {
  it('every kind of every offer has words, in text and HTML, with nothing left unfilled', () => {
    for (const kind of NOTIFICATION_KINDS.filter((one) => one !== 'NOTE'))
      for (const offer_type of ['SALE', 'AUCTION', 'BID'] as const)
        for (const old_price of ['2000', null]) {
          const mail = write({ kind, language, offer_type, old_price });
          for (const text of [mail.subject, mail.text, mail.html.replace(/style="[^"]*"/g, '')])
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

it('several copies are counted', () => {
  expect(write({ is_edition: true, quantity: '3' }).text).toContain('Copies: 3.');
  expect(write({ is_edition: true, quantity: '1' }).text).not.toContain('Copies');
});

it('mail programs can turn it off by one click', () => {
  expect(write({}).headers).toEqual({
    'List-Unsubscribe': '<https://skarb.example/off>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});
