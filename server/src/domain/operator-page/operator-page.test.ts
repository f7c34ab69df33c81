import { LANGUAGES } from '@skarb/schema/language';
import { HELP_TOPICS, OPERATOR_PAGE_MAX_BYTES, OPERATOR_PAGES } from '@skarb/schema/limits';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isSafeLink, parsePage } from './operator-page.rules.ts';
import { createOperatorPages } from './operator-page.view.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'skarb-pages-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const broken: string[] = [];
const config = { dataDir, publicUrl: 'https://market.example', contact: 'mailto:us@market.example' };
const onBroken = (file: string, reason: string) => void broken.push(`${file.slice(dataDir.length)}: ${reason}`);
const read = createOperatorPages({ config, onBroken });
const write = async (name: string, text: string | Buffer, at: number) => {
  await mkdir(join(dataDir, 'pages'), { recursive: true });
  const file = join(dataDir, 'pages', name);
  await writeFile(file, text);
  await utimes(file, at, at);
};
const textOf = (body: Awaited<ReturnType<typeof read>>['body']) =>
  body.map((piece) => ('text' in piece ? piece.text : '')).join('');

describe('the texts that the product ships with', () => {
  it.each(OPERATOR_PAGES)('%s has the same headings in all languages, and only safe links', async (name) => {
    const pages = await Promise.all(LANGUAGES.map((language) => read(name, language)));
    const [first] = pages;
    for (const page of pages) {
      expect(page.headings.map(({ id, level }) => `${level} ${id}`).sort()).toEqual(
        first?.headings.map(({ id, level }) => `${level} ${id}`).sort(),
      );
      expect(page.updatedAt).toBeNull();
      // Nothing is left to fill in, and nothing of a link that was refused.
      expect(textOf(page.body)).not.toMatch(/\{\{|\]\(/);
    }
    if (name === 'help') expect(first?.headings.map(({ id }) => id)).toEqual(expect.arrayContaining([...HELP_TOPICS]));
  });

  it('are shown to all who ask for one at the same time', async () => {
    const fresh = createOperatorPages({ config, onBroken });
    const pages = await Promise.all(Array.from({ length: 5 }, () => fresh('privacy', 'en')));
    expect(new Set(pages.map(({ title }) => title)).size).toBe(1);
  });

  it('name the fee and the address of the operator, or say that there is none', async () => {
    expect(textOf((await read('terms', 'en')).body)).toContain('takes 10% of each sale');
    const links = (await read('contact', 'ukr')).body.flatMap((piece) => ('href' in piece ? [piece.href] : []));
    expect(links).toContain('mailto:us@market.example');
    const silent = createOperatorPages({ config: { ...config, contact: undefined }, onBroken });
    expect(textOf((await silent('contact', 'en')).body)).toContain('has not published an address yet');
    // What to do then does not rest on that address alone.
    expect(textOf((await silent('contact', 'en')).body)).toContain('Where none is published, press Report');
  });
});

describe('a file of the operator', () => {
  it('replaces the default, is read again when it changes, and stands in for languages that it is not written in', async () => {
    await write('about.en.md', '# Our house\n\nWe are *Ann* and Bob.', 1000);
    expect(await read('about', 'en')).toMatchObject({
      title: 'Our house',
      description: 'We are Ann and Bob.',
      language: 'en',
      updatedAt: '1970-01-01T00:16:40.000Z',
    });
    expect(await read('about', 'ukr')).toMatchObject({ title: 'Our house', language: 'en' });
    await write('about.en.md', '# Our new house\n\nWelcome.', 2000);
    expect((await read('about', 'en')).title).toBe('Our new house');
    await write('about.ukr.md', '# Наш дім\n\nВітаємо.', 2000);
    expect(await read('about', 'ukr')).toMatchObject({ title: 'Наш дім', language: 'ukr' });
  });

  it('without a title has the usual one of the page, in its language', async () => {
    await write('privacy.ukr.md', '## Коротко\n\nМи нічого не зберігаємо.', 2000);
    expect(await read('privacy', 'ukr')).toMatchObject({
      title: 'Приватність',
      description: 'Ми нічого не зберігаємо.',
      headings: [{ text: 'Коротко' }],
      updatedAt: '1970-01-01T00:33:20.000Z',
    });
    await write('contact.en.md', 'Ring us.', 2000);
    expect(await read('contact', 'ukr')).toMatchObject({ title: 'Contact', language: 'en', description: 'Ring us.' });
  });

  it.each([
    ['is too large', Buffer.alloc(OPERATOR_PAGE_MAX_BYTES + 1, 'a'), 'bytes'],
    ['is not UTF-8', Buffer.from([0x23, 0x20, 0xff, 0xfe]), 'not valid'],
    ['has nothing in it', '', 'nothing below'],
    ['has nothing but a title', '# Terms', 'nothing below'],
  ])('that %s is named once, and the default is shown', async (_case, text, reason) => {
    broken.length = 0;
    await write('terms.en.md', text, 3000 + text.length);
    for (let count = 0; count < 2; count++) expect((await read('terms', 'en')).title).toBe('Terms of use');
    expect(broken).toEqual([expect.stringMatching(new RegExp(`^/pages/terms.en.md: .*${reason}`))]);
  });
});

describe('Markdown', () => {
  it('becomes elements of a closed list; HTML, pictures and unsafe links stay text', () => {
    const text = [
      '# A title {#top}',
      'A <script>alert(1)</script> and [bad](javascript:alert(1)) and [worse](//evil.example) ![pic](https://a.example/x.png)',
      '## Part *one* {#one}',
      '<div onclick="x()">block</div>',
      '- [good](https://a.example/?a=1&b="2")',
      '```html\n<b>code</b>\n```',
      '## Part one',
      '##### Deep',
    ].join('\n\n');
    const { title, body, headings } = parsePage(text);
    expect(title).toBe('A title');
    expect(headings).toEqual([
      { id: 'one', text: 'Part one', level: 2 },
      { id: 'part-one', text: 'Part one', level: 2 },
    ]);
    expect(body.flatMap((piece) => ('href' in piece ? [piece.href] : []))).toEqual([
      'https://a.example/?a=1&b=%222%22',
    ]);
    const words = textOf(body);
    for (const part of ['<script>alert(1)</script>', 'javascript:alert(1)', '(//evil.example)', '<div onclick="x()">'])
      expect(words).toContain(part);
    expect(words).not.toContain('x.png');
    // Each element that is opened is closed in turn: the browser can build the tree without guessing.
    const open: string[] = [];
    for (const piece of body)
      if ('open' in piece) open.push(piece.open);
      else if ('close' in piece) expect(open.pop()).toBe(piece.close);
    expect(open).toEqual([]);
  });

  it.each([
    ['https://a.example/b?c#d', true],
    ['/nfts?x=1', true],
    ['#part', true],
    ['mailto:a@b.example', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['\\\\evil.example', false],
    ['JaVaScRiPt:alert(1)', false],
    ['data:text/html,x', false],
    ['vbscript:x', false],
    ['https://a.example\\@evil.example', false],
    ['nfts', false],
  ])('the address %s is safe: %s', (href, isSafe) => expect(isSafeLink(href)).toBe(isSafe));
});
