import type { Offer } from '@skarb/schema/offer';
import type { Token } from '@skarb/schema/token';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { hashSource } from '../../platform/http/security-headers.ts';
import { calendarOf } from './share.calendar.rules.ts';
import { markupOf } from './share.draw.ts';
import { embedPage, embedPolicyOf } from './share.embed.ts';
import { jsonFeedOf, rssOf, type Feed } from './share.feed.rules.ts';
import { endOf, reachedOf } from './share.rules.ts';
import { drawablePartOf, foldLine } from './share.text.rules.ts';

const SITE = 'https://a.example';
const UUID = '01a20468-c21b-71c9-a52c-0d3fd5c3322a';
const HOSTILE = `"><script>alert('1')</script>]]>&amp; \u0000\u0008\ud800 Лис; a,b\\c\r\nATTACH:file:///etc/passwd`;
const work = {
  uuid: UUID,
  name: HOSTILE,
  description: `${HOSTILE}\n\nsecond`,
  createdAt: '2026-11-23T10:00:00.000Z',
  image: { preview: '/media/bafy/640.webp', width: 640, height: 480 },
  creator: { uuid: UUID, name: HOSTILE, username: null, metamaskWallet: null, avatar: null },
  collection: { uuid: UUID, name: HOSTILE },
  listing: { price: '0.000000000000000001', currency: 'ETH' },
  auction: null,
} as unknown as Token;
const feed: Feed = {
  title: HOSTILE,
  description: HOSTILE,
  page: `${SITE}/nfts?a=1&b="2"`,
  self: `${SITE}/feed/works.rss?a=1&b="2"`,
  language: 'ukr',
  isLanguageKept: true,
  works: [work, work],
};
const origins = { pages: SITE, media: 'https://media.example' };

/** The names of the elements of well-formed XML. @throws when it is not */
const elementsOf = (xml: string): string[] => {
  const names: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return names;
};

it('the end of an auction is a day, and within a day of it a time with its zone', () => {
  const end = '2026-11-27T16:05:00.000Z';
  const before = (hours: number) => Date.parse(end) - hours * 3_600_000;
  expect(endOf(end, 'en', before(25))).toBe('27 November 2026');
  expect(endOf(end, 'en', before(23))).toBe('27 November 2026 at 16:05 UTC');
  expect(endOf(end, 'ukr', before(1))).toMatch(/^27 листопада 2026.* 16:05 UTC$/);
  expect(endOf(end, 'en', before(-1))).toBe('27 November 2026');
});

describe('a feed of works with hostile texts', () => {
  it('is well-formed RSS with the same elements as any other', () => {
    const plain = { ...work, name: 'a', description: 'a', creator: { ...work.creator, name: 'a' } } as Token;
    const usual = elementsOf(rssOf({ ...feed, title: 'a', description: 'a', works: [plain, plain] }, origins));
    expect(elementsOf(rssOf(feed, origins))).toEqual(usual);
    expect(usual.filter((name) => name === 'item')).toHaveLength(2);
  });

  it('is JSON whose HTML contains the texts as text', () => {
    const { items, language } = JSON.parse(jsonFeedOf(feed, origins)) as {
      items: Record<string, string>[];
      language: string;
    };
    expect(language).toBe('uk');
    expect(items[0]).toMatchObject({
      url: `${SITE}/nfts/${UUID}?lng=ukr`,
      image: 'https://media.example/media/bafy/640.webp',
      date_published: work.createdAt,
    });
    expect(items[0]?.content_html).not.toContain('<script');
    expect(items[0]?.content_html?.match(/<p>/g)?.length).toBe(4);
    expect(items[0]?.content_text).toContain('< 0,0001 ETH');
  });
});

it('a name from right to left keeps the order of the facts around it, in feeds and in calendars', () => {
  const [maker, name] = ['فَنَّان', 'ليل (2)'];
  const night = { ...work, name, creator: { ...work.creator, name: maker }, collection: { uuid: UUID, name } } as Token;
  const { items } = JSON.parse(jsonFeedOf({ ...feed, language: 'en', works: [night] }, origins)) as {
    items: { title: string; content_text: string }[];
  };
  expect(items[0]?.title).toBe(name);
  expect(items[0]?.content_text).toContain(`by \u2068${maker}\u2069 · \u2068${name}\u2069 · `);
  const auction = { uuid: UUID, status: 'ACTIVE', version: 1, updatedAt: work.createdAt, token: { name } } as Offer;
  expect(calendarOf(auction, 0, SITE, 'en').replaceAll('\r\n ', '')).toContain(`\u2068${name}\u2069`);
});

describe('the calendar file of an auction', () => {
  const offer = {
    uuid: UUID,
    type: 'AUCTION',
    status: 'ACTIVE',
    version: 3,
    updatedAt: '2026-11-23T10:00:00.000Z',
    token: { name: HOSTILE },
  } as Offer;
  const lines = (text: string) => text.split('\r\n').filter(Boolean);

  it('has one line for each property, however the work is called', () => {
    const text = calendarOf(offer, Date.parse('2026-11-24T18:00:00Z'), SITE, 'ukr');
    const unfolded = lines(text.replaceAll('\r\n ', ''));
    expect(unfolded.map((line) => line.split(/[:;]/)[0])).toEqual(
      'BEGIN VERSION PRODID CALSCALE METHOD BEGIN UID DTSTAMP DTSTART DTEND SEQUENCE STATUS SUMMARY DESCRIPTION URL BEGIN ACTION TRIGGER DESCRIPTION END END END'.split(
        ' ',
      ),
    );
    expect(unfolded).toEqual(
      expect.arrayContaining([
        'DTSTART:20261124T174500Z',
        'DTEND:20261124T180000Z',
        'SEQUENCE:3',
        `URL:${SITE}/offers/${UUID}`,
      ]),
    );
    expect(unfolded.find((line) => line.startsWith('SUMMARY'))).toContain('Лис\\; a\\,b\\\\c\\nATTACH:file');
    for (const line of lines(text)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\ufffd\ufffd');
  });

  it('of a cancelled auction cancels the entry', () => {
    const text = calendarOf({ ...offer, status: 'CANCELLED' }, 0, SITE, 'en');
    expect(text).toContain('STATUS:CANCELLED');
    expect(text).not.toContain('VALARM');
  });

  it('is folded between characters', () => {
    const line = `SUMMARY:${'ї🦊'.repeat(60)}`;
    expect(foldLine(line).replaceAll('\r\n ', '')).toBe(line);
    for (const part of foldLine(line).split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
  });
});

it('an auction on other sites has its highest bid, before the first one its reserve price', () => {
  expect(reachedOf('0.5', 'ETH', true, 'en')).toBe('Auction · highest bid 0.5 ETH');
  expect(reachedOf('1250.5', 'USDC', false, 'ukr')).toBe('Аукціон · від 1\u00a0250,5 USDC');
});

describe('the card for other sites', () => {
  const picture = { path: `/nfts/${UUID}`, name: HOSTILE, image: work.image };
  const card = { path: `/collections/${UUID}`, title: HOSTILE, by: HOSTILE, state: HOSTILE };
  const counts = (html: string) => ['<a ', '<img ', '<h1>', 'alt=""'].map((part) => html.split(part).length - 1);

  it.each([
    ['one picture, which says nothing that the title does not', 1, [3, 1, 1, 1]],
    ['a grid of pictures that each lead to their work', 4, [6, 4, 1, 0]],
    ['no picture', 0, [2, 0, 1, 0]],
  ])('shows texts as text and has no script: %s', (_, length, expected) => {
    const html = embedPage({ ...card, pictures: Array.from({ length }, () => picture) }, 'en', origins);
    expect(counts(html)).toEqual(expected);
    expect(html).not.toContain('<script');
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/i);
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
    const policy = embedPolicyOf('https://media.example');
    expect(policy).toContain(hashSource(style));
    expect(policy).toContain("default-src 'none'; img-src 'self' https://media.example;");
    expect(policy).toContain('frame-ancestors *');
    // A black work has an edge on the dark ground.
    expect(style).toMatch(/\.art img\{[^}]*outline:1px solid/);
  });
});

describe('a text in the picture of a link preview', () => {
  it('becomes one span of markup, without letters that no font has, and not too long', () => {
    expect(markupOf(HOSTILE, '#FFF', 600).match(/</g)).toHaveLength(2);
    expect(markupOf('Лис & 🦊 日本 Ångström', '#FFF', 400)).toBe(
      '<span foreground="#FFF" weight="400" insert_hyphens="false">Лис &#38; 🦊 Ångström</span>',
    );
    // Not the rest of a name.
    expect(['夜の鳥', '夜の鳥 (2)', 'ภาพ_', '🦊 夜'].map(drawablePartOf)).toEqual(['', '', '', '']);
    const whole = ['لوحة: ABC (2) — ليل', 'فَنَّان النِّيل', 'נעמה', 'by \u2068فن\u2069', '🦊!', '👩🏽‍🎨 🇺🇦 ❤️', 'Лис', '!!!'];
    expect(whole.map(drawablePartOf)).toEqual(whole);
    expect(markupOf('a'.repeat(500), '#FFF', 400)).toContain(`${'a'.repeat(79)}…<`);
  });
});
