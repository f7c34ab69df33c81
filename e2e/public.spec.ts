import { expect } from '@playwright/test';
import { urlOf } from '@skarb/client';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as eventCalls from '@skarb/schema/calls/event';
import * as frontPageCalls from '@skarb/schema/calls/front-page';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as statusCalls from '@skarb/schema/calls/status';
import { PAGE_PARAMETERS } from '@skarb/schema/page-parameters';
import { call } from './api.ts';
import { stack } from './chain.ts';
import { seededSale } from './seed/works.ts';
import { complaintsOf, dialog, signInButton, test } from './visitor.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;');

test.describe('a page without JavaScript', () => {
  for (const kind of ['gallery', 'token', 'collection', 'offer', 'profile'] as const) {
    test(`of a ${kind} contains its data, title, description, preview and JSON-LD`, async () => {
      const work = await seededSale();
      const [path, words] = {
        gallery: ['/nfts', 'The gallery'],
        token: [`/nfts/${work.uuid}`, work.name],
        collection: [`/collections/${work.collection.uuid}`, work.collection.name],
        offer: [`/offers/${work.listing.offerUuid}`, work.name],
        profile: [`/profile/${work.creator.uuid}`, work.creator.name],
      }[kind] as [string, string];
      const response = await fetch(stack().url + path);
      expect(response.status).toBe(200);
      const html = await response.text();
      const body = html.slice(html.indexOf('<body'));
      expect(body).toContain(escaped(words));
      expect(/<title>([^<]+)<\/title>/.exec(html)?.[1]).toContain('Skarb');
      const meta = (name: string) =>
        new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
      expect(meta('description').length).toBeGreaterThan(10);
      expect(meta('og:title')).not.toBe('');
      const picture = meta('og:image').replaceAll('&amp;', '&');
      expect(picture).toMatch(/^https?:\/\//);
      const answer = await fetch(picture);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^image\//);
      const jsonLd = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
      expect(JSON.parse(jsonLd ?? 'null')).toMatchObject({ '@context': 'https://schema.org' });
    });
  }

  test('of a maker links to their collections that have works, above the works', async () => {
    const { creator, collection } = await seededSale();
    const html = await (await fetch(`${stack().url}/profile/${creator.uuid}`)).text();
    const place = html.indexOf(`href="/collections/${collection.uuid}"`);
    expect(place).toBeGreaterThan(html.indexOf('<h1'));
    expect(place).toBeLessThan(html.indexOf('role="tablist"'));
  });

  test('of a search is shared, and linked in its other languages, with what is searched for', async () => {
    const { url } = stack();
    const html = await (await fetch(new URL('/search?q=night+owl&lng=en&utm_source=x', url))).text();
    expect(html).toContain(`<meta property="og:url" content="${url}/search?q=night+owl&amp;lng=en">`);
    expect(html).toContain(`hreflang="x-default" href="${url}/search?q=night+owl"`);
    expect(html).toContain(`hreflang="uk" href="${url}/search?q=night+owl&amp;lng=ukr"`);
    expect(html).toContain(`<link rel="canonical" href="${url}/search?lng=en">`);
  });

  test('of a collection open for breeding contains its terms, and that of a creature its family: nothing moves when scripts bring more', async () => {
    const [terms] = (await call(breedingCalls.collections, {})).data;
    const html = await (await fetch(`${stack().url}/collections/${terms!.collection.uuid}`)).text();
    expect(html).toContain('data-terms="open"');
    const [creature] = (await call(breedingCalls.tokens, {})).data;
    const own = await (await fetch(`${stack().url}/nfts/${creature!.uuid}`)).text();
    expect(own).toContain(`data-family="${creature!.uuid}"`);
  });

  test('of a pair contains both, their odds and what a child costs: nothing moves when scripts bring more', async () => {
    const [matron, sire] = (await call(breedingCalls.tokens, {})).data;
    const page = new URL(`/breeding?matron=${matron!.uuid}&sire=${sire!.uuid}`, stack().url);
    const html = await (await fetch(page)).text();
    for (const part of [`data-place="matron" data-token="${matron!.uuid}"`, 'data-odds="', 'data-cost="'])
      expect(html).toContain(part);
  });

  test('that shows no single object has the picture of the site, in its language', async () => {
    for (const path of ['/nfts', '/auctions', '/artists', '/activity', '/search', '/help']) {
      const html = await (await fetch(`${stack().url}${path}?lng=ukr`)).text();
      const picture = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(picture).toMatch(/\/og\/site\.ukr\.jpg$/);
      expect((await fetch(picture)).headers.get('content-type')).toBe('image/jpeg');
    }
  });

  test('of an artist is described and pictured in the language of its reader', async () => {
    const { creator } = await seededSale();
    for (const [language, letters] of [
      ['en', /^[^\p{Script=Cyrillic}]{20,}$/u],
      ['ukr', /\p{Script=Cyrillic}{3}/u],
    ] as const) {
      const path = `/profile/${creator.uuid}`;
      const html = await (await fetch(`${stack().url}${path}?lng=${language}`)).text();
      const meta = (name: string) => new RegExp(`<meta property="${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
      // Their own words, not those of the site about them.
      expect(meta('og:description')).toMatch(letters);
      expect(meta('og:description')).not.toContain('Skarb');
      expect(meta('og:image')).toMatch(new RegExp(`/og${path}\\.${language}\\.jpg$`));
    }
  });

  test('that does not exist is a plain text 404', async () => {
    const response = await fetch(`${stack().url}/no/such/page`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await response.text()).trim()).toBe('404');
    for (const path of ['/nfts/', '/breeding?breeding='])
      expect((await fetch(`${stack().url}${path}00000000-0000-7000-8000-000000000000`)).status, path).toBe(404);
  });
});

test.describe('the gallery', () => {
  test('keeps its filters in the URL, through a reload and Back', async ({ page }) => {
    await page.goto('/nfts');
    await expect(signInButton(page)).toBeVisible();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.getByRole('switch', { name: 'On sale' }).click();
    await expect(page).toHaveURL(/onSale=true/);
    await filters.getByRole('checkbox', { name: 'Edition' }).click();
    await expect(page).toHaveURL(/type=ERC1155/);
    const chosen = page.getByRole('list', { name: 'Chosen filters' });
    await expect(chosen.getByRole('button', { name: 'Remove: Edition' })).toBeVisible();
    await page.reload();
    await expect(filters.getByRole('checkbox', { name: 'Edition' })).toBeChecked();
    await expect(filters.getByRole('switch', { name: 'On sale' })).toBeChecked();
    await page.goBack();
    await expect(page).not.toHaveURL(/type=ERC1155/);
    await expect(filters.getByRole('checkbox', { name: 'Edition' })).not.toBeChecked();
    await expect(filters.getByRole('switch', { name: 'On sale' })).toBeChecked();
  });
});

test('a page shows in the browser what the server rendered, whatever its address asks for', async ({ page }) => {
  const { uuid, collection, creator } = await seededSale();
  const [matron, sire] = (await call(breedingCalls.tokens, {})).data;
  const [child] = (await call(breedingCalls.list, {})).data;
  const [category] = (await call(referenceCalls.categories)).data;
  const gallery = `collection=${collection.uuid}&category=${category!.uuid}&state=NEW&state=BUY_NOW&onSale=true&type=ERC721`;
  const addresses = [
    `/nfts?${gallery}&search=a&minPrice=0.001&maxPrice=900&currency=EUR&sort=price:ASC&page=2&lng=en`,
    `/collections/${collection.uuid}?trait=Sky:night&range=Year:1900:2000&minRank=1&maxRank=9`,
    `/collections/${collection.uuid}?view=activity&kind=SALE&kind=MINT`,
    '/collections?period=30d',
    `/auctions?view=upcoming&category=${category!.uuid}`,
    '/artists?search=a&sort=works:DESC',
    '/search?q=a&kind=collections',
    '/activity?kind=SALE&kind=BID',
    `/profile/${creator.uuid}?view=onSale`,
    `/profile/${creator.uuid}?show=activity&kind=SOLD`,
    `/breeding?matron=${matron!.uuid}&sire=${sire!.uuid}`,
    `/breeding?breeding=${child!.uuid}`,
    '/profile?tab=created&offers=made',
    `/admin-profile?section=audit&act=TOKEN_HIDDEN&subject=${uuid}`,
    '/confirmation?token=unknown&next=/profile',
    '/undo/unknown?of=deletion',
  ];
  const asked = new Set(addresses.flatMap((one) => [...new URL(one, stack().url).searchParams.keys()]));
  expect([...asked].toSorted()).toEqual([...PAGE_PARAMETERS.one, ...PAGE_PARAMETERS.several].toSorted());
  const complaints = complaintsOf(page);
  for (const one of addresses) {
    await page.goto(one);
    expect(
      complaints.filter((line) => /React error|hydrat/i.test(line)),
      one,
    ).toEqual([]);
  }
});

test('a page is not read a second time by a browser whose clock is ahead', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 60_000 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const one of ['/nfts', '/collections', '/artists']) {
    await page.goto(one);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  }
  // The live stream begins after the page is hydrated, and everything that it would read again.
  const stream = urlOf(eventCalls.listen);
  await expect.poll(() => asked).toContain(stream);
  // An auction among the newest works, which other files make, asks for the chain's clock.
  const others = [stream, urlOf(statusCalls.health), urlOf(referenceCalls.networks)];
  expect(asked.filter((one) => one.startsWith('/api/') && !others.includes(one))).toEqual([]);
});

test('a link whose page takes long says so at once, in view wherever the page before was scrolled to', async ({
  page,
}) => {
  await page.goto('/nfts');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-hydrated');
  await page.mouse.wheel(0, 900);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // All scripts, as on a slow network: also those of late parts, which React's own update of a navigation waits for.
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Artists' }).click();
  await expect(root).toHaveAttribute('data-going');
  await expect(page.getByRole('main').getByText('Loading…')).toBeInViewport();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Artists' })).toBeVisible();
  await expect(root).not.toHaveAttribute('data-going');
});

test('the three public pages link at most 130 KiB of script', async () => {
  const work = await seededSale();
  for (const path of ['/nfts', `/nfts/${work.uuid}`, `/collections/${work.collection.uuid}`]) {
    const html = await (await fetch(stack().url + path)).text();
    const files = [...html.matchAll(/<(?:link|script)[^>]*>/g)].flatMap(
      ([tag]) => /(?:href|src)="([^"]+\.js)"/.exec(tag)?.[1] ?? [],
    );
    const sizes = [...new Set(files)].map(async (file) => {
      const { headers } = await fetch(new URL(file, stack().url), { headers: { 'accept-encoding': 'br' } });
      expect(headers.get('content-encoding'), file).toBe('br');
      return Number(headers.get('content-length'));
    });
    const sum = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
    expect(sum, path).toBeGreaterThan(100 * 1024);
    expect(sum, path).toBeLessThanOrEqual(130 * 1024);
  }
});

test('a picture that a public page preloads is one that it shows, in the same file', async () => {
  const work = await seededSale();
  const filesOf = (html: string, tag: RegExp, set: RegExp, sizes: RegExp): string[] =>
    [...html.matchAll(tag)].map(([text]) => [set, sizes].map((part) => part.exec(text)?.[1]).join(' | '));
  for (const path of ['/nfts', `/nfts/${work.uuid}`]) {
    const html = await (await fetch(stack().url + path)).text();
    const preloaded = filesOf(
      html,
      /<link rel="preload" as="image"[^>]*>/g,
      / imagesrcset="([^"]*)"/i,
      / imagesizes="([^"]*)"/i,
    );
    const shown = filesOf(html, /<(?:source|img) [^>]*>/g, / srcset="([^"]*)"/i, / sizes="([^"]*)"/i);
    expect(preloaded.length, path).toBeGreaterThan(0);
    for (const one of preloaded) expect(shown, path).toContain(one);
  }
});

test('public screens are in Ukrainian with ?lng=ukr', async ({ page }) => {
  const work = await seededSale();
  const complaints = complaintsOf(page);
  for (const path of [
    '/nfts',
    `/nfts/${work.uuid}`,
    `/collections/${work.collection.uuid}`,
    `/offers/${work.listing.offerUuid}`,
    `/profile/${work.creator.uuid}`,
  ]) {
    await page.goto(`${path}?lng=ukr`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Увійти' })).toBeVisible();
    const words = await page
      .getByRole('main')
      .locator('h2, summary, button, dt, label, [role=tab], th')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .map((element) => (element.textContent ?? '').trim())
          .filter(Boolean),
      );
    // Names stay in the language of their owners; the interface is translated.
    const english = words.filter((text) =>
      /\b(the|of|from|more|sale|price|history|owner|creator|properties|collections?|filters?|buy|show|works?|editions?|network|royalty|details|seller|receives)\b/i.test(
        text,
      ),
    );
    const { featured } = (await call(frontPageCalls.show)).data;
    const names = [
      work.name,
      work.collection.name,
      ...(featured ? [featured.work.name] : []),
      ...(await call(collectionCalls.list)).data.map(({ name }) => name),
    ];
    expect(
      english.filter((text) => !names.some((name) => text.includes(name))),
      path,
    ).toEqual([]);
  }
  await page.goto('/nfts');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await page.getByRole('button', { name: 'EN', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The gallery');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(complaints).toEqual([]);
});

test('input before hydration takes effect after it: presses, checkboxes, selects and text', async ({ page }) => {
  /** The requests for the app that wait; undefined: they pass. A browser may ask twice, by the page's link and its import. */
  let held: (() => void)[] | undefined;
  await page.route(/\/assets\/start-.*\.js/, async (route) => {
    if (held) await new Promise<void>((resolve) => held?.push(resolve));
    await route.continue();
  });
  const letGo = () => {
    for (const go of held ?? []) go();
    held = undefined;
  };
  /** Acts on the server-rendered gallery and lets the script load afterwards. */
  const early = async (work: () => Promise<void>) => {
    await page.goto('about:blank');
    held = [];
    const coming = page.waitForRequest(/\/assets\/start-.*\.js/);
    const going = page.goto('/nfts');
    await page.getByRole('main').getByRole('article').first().waitFor();
    // The script that records input is at the end of the page, and runs before this event.
    await page.waitForLoadState('domcontentloaded');
    await work();
    await coming;
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    letGo();
    await going;
  };
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await early(() => page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click());
  await expect(dialog(page, 'Login')).toBeVisible();
  // `check` expects the change at once.
  await early(async () => {
    await filters.getByRole('checkbox', { name: 'New' }).check();
    await filters.getByRole('checkbox', { name: 'In auction' }).check();
  });
  await expect(page).toHaveURL(/state=AUCTION&state=NEW/);
  await expect(filters.getByRole('checkbox', { name: 'New' })).toBeChecked();
  await early(async () => {
    await filters.getByRole('combobox', { name: 'Sorting' }).selectOption('name:ASC');
  });
  await expect(page).toHaveURL(/sort=name/);
  const box = page.getByRole('combobox', { name: 'Search the gallery' });
  await early(() => box.fill('zzzz'));
  await box.press('Enter');
  await expect(page).toHaveURL(/search\?q=zzzz/);
});

test('keyboard only: / focuses the search, dialogs trap the focus and return it', async ({ page }) => {
  await page.goto('/nfts');
  await expect(signInButton(page)).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: 'Search the gallery' });
  await expect(search).toBeFocused();
  await page.keyboard.type('zzzz');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search\?q=zzzz/);
  await expect(page.getByText('Nothing matches')).toBeVisible();

  await signInButton(page).focus();
  await page.keyboard.press('Enter');
  const login = dialog(page, 'Login');
  await expect(login).toBeVisible();
  for (let press = 0; press < 15; press++) {
    await page.keyboard.press('Tab');
    await expect.poll(() => login.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  await expect(signInButton(page)).toBeFocused();
});
