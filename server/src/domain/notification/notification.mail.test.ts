import { HIDE_REASONS } from '@skarb/schema/limits';
import { NOTIFICATION_KINDS } from '@skarb/schema/notification-kind';
import { describe, expect, it } from 'vitest';
import { writeNotification, type MailFacts } from './notification.mail.ts';
import { writeNote, type Note } from './notification.note.ts';

const facts = (more: Partial<MailFacts>): MailFacts => ({
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
  writeNotification(facts(more), 'https://skarb.example', 'https://skarb.example/off');

it('names what the seller received besides the price, and nothing where that is unknown', () => {
  expect(write({ received: '1111.05' }).text).toContain('You receive 1,111.05 ETH');
  expect(write({ received: null }).text).not.toContain('You receive');
});

describe.each(['en', 'ukr'] as const)('in %s', (language) => {
  it('has a text and an HTML mail for every kind and offer type, with all placeholders filled', () => {
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

  it('writes a note with the action, its reason and the admin’s text, in text and HTML', () => {
    const links = {
      page: '/nfts/0190',
      publicUrl: 'https://skarb.example',
      unsubscribeUrl: 'https://skarb.example/off',
      contact: 'help@skarb.example',
    };
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
          expect(mail.text).toContain('skarb.example/nfts/0190');
          expect(mail.text.includes('help@skarb.example')).toBe(act === 'HIDDEN');
          expect(mail.headers?.['List-Unsubscribe']).toBe('<https://skarb.example/off>');
        }
  });
});

it('escapes markup in names and removes their line breaks', () => {
  const mail = write({ token_name: '<b>Rain</b>\r\nBcc: eve@example.org', actor_name: '"><script>' });
  expect(mail.subject).toBe('Sold: “<b>Rain</b> Bcc: eve@example.org”');
  expect(mail.html).not.toMatch(/<b>|<script>/);
});

it('a price drop across currencies omits the previous price', () => {
  expect(write({ kind: 'PRICE_DROP', old_price: null }).text).toContain('it now costs 1,234.5 ETH');
});

describe('several units', () => {
  const several = { is_edition: true, quantity: '21', price: '0.1' };
  it('shows the total and the price of each unit for a sale or an offer', () => {
    expect(write(several).text).toMatch(/sold for 2\.1 ETH\..* Copies: 21, at 0\.1 ETH each\./);
    expect(write({ ...several, kind: 'OFFER_RECEIVED', offer_type: 'BID' }).subject).toContain('2.1 ETH offered');
    expect(write({ ...several, language: 'ukr' }).text).toContain('Примірників: 21, по 0,1 ETH за кожен.');
    expect(write({ ...several, quantity: '1' }).text).not.toContain('Copies');
    // Large totals keep all digits.
    const many = { ...several, price: '1234567890123.4321', quantity: '3', currency: 'USDC' };
    expect(write(many).text).toContain('3,703,703,670,370.2963 USDC');
  });

  it('shows the unit price for a listing and one price for an auction’s lot', () => {
    expect(write({ ...several, kind: 'PRICE_DROP', old_price: '0.2' }).text).toMatch(
      /costs 0\.1 ETH instead of 0\.2 ETH\. Copies: 21, each at that price\./,
    );
    expect(write({ ...several, kind: 'OFFER_EXPIRED' }).text).toContain('at 0.1 ETH expired');
    expect(write({ ...several, kind: 'WON', offer_type: 'AUCTION' }).text).toMatch(
      /bid of 0\.1 ETH was .* Copies in the lot: 21\./,
    );
  });
});

it('a name cannot change the text direction of the sentence around it', () => {
  const { subject, text, html } = write({ token_name: 'gpj.\u202eexe', actor_name: '\u2067Bob' });
  for (const part of [subject, text, html]) expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(write({ token_name: 'שלום 12' }).subject).toBe('Sold: “\u2068שלום 12\u2069”');
});

it('cuts a long name between two characters and ends it with an ellipsis', () => {
  expect(write({ token_name: '😀'.repeat(81) }).subject).toBe(`Sold: “${'😀'.repeat(79)}…”`);
});

it('omits the previous price when both prices round to the same text', () => {
  const { text } = write({ kind: 'PRICE_DROP', price: '0.10001', old_price: '0.10002' });
  expect(text).toContain('it now costs 0.1 ETH');
});

it('starts with the event, in the text and in the preview that mail lists show', () => {
  const { text, html } = write({});
  expect(text).toMatch(/^Your work “Rain” has been sold/);
  expect(/<body[^>]*>\s*<div[^>]*>([^<]*)/.exec(html)?.[1]).toMatch(/^Your work “Rain” has been sold/);
});

it('an expired listing links to its token, where it can be listed again', () => {
  expect(write({ kind: 'OFFER_EXPIRED' }).text).toContain('/nfts/0190a4a4-0000-7000-8000-000000000001');
  expect(write({ kind: 'OFFER_EXPIRED', offer_type: 'BID' }).text).toContain('/offers/');
});

it('a lost breeding links to its page and says whether its fee is returned', () => {
  const lost = { kind: 'CHILD_LOST', breeding_uuid: '0190a4a4-0000-7000-8000-000000000003' } as const;
  const about = { ...lost, offer_uuid: null, offer_type: null, quantity: null };
  expect(write({ ...about, price: '0.02' }).text).toContain('fee of 0.02 ETH is back');
  expect(write({ ...about, price: null }).text).toContain('The fee is not refunded');
  expect(write(about).text).toContain('/breeding?breeding=0190a4a4-0000-7000-8000-000000000003');
});

it('keeps the paragraphs of a note', () => {
  const note: Note = {
    act: 'NOTE',
    subjectType: 'user',
    subjectUuid: '0190a4a4-0000-7000-8000-000000000001',
    subjectName: null,
    reason: null,
    text: 'Dear Ann,\r\n\r\nplease show us\nthe original.',
  };
  const links = {
    page: '/profile/0190',
    publicUrl: 'https://skarb.example',
    unsubscribeUrl: 'https://skarb.example/off',
    contact: 'help@skarb.example',
  };
  const mail = writeNote(note, { email: 'ann@example.org', language: 'en' }, links);
  expect(mail.text).toContain('profile:\n\nDear Ann,\n\nplease show us the original.\n\n');
  expect(mail.html).toContain('<p>Dear Ann,</p>\n<p>please show us the original.</p>');
});

it('leads whoever reported what is hidden to the terms, not to what they cannot see', () => {
  const note = {
    act: 'REPORT_HIDDEN',
    subjectType: 'token',
    subjectUuid: facts({}).token_uuid ?? '',
    subjectName: 'Rain',
  } as const;
  const links = { page: '/nfts/0190', publicUrl: 'https://skarb.example', unsubscribeUrl: 'https://skarb.example/off' };
  const { text, html } = writeNote(
    { ...note, reason: null, text: '' },
    { email: 'ann@example.org', language: 'en' },
    { ...links, contact: 'help@skarb.example' },
  );
  for (const mail of [text, html]) {
    expect(mail).toContain('https://skarb.example/terms');
    expect(mail).not.toContain('/nfts/');
  }
});

it('has the headers for one-click unsubscription', () => {
  expect(write({}).headers).toEqual({
    'List-Unsubscribe': '<https://skarb.example/off>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});
