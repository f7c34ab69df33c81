import { accountEndpoints } from '@skarb/schema/account';
import { breedingEndpoints } from '@skarb/schema/breeding';
import { collectionEndpoints } from '@skarb/schema/collection';
import { frontPageEndpoints } from '@skarb/schema/front-page';
import { operatorPageEndpoints, type OperatorPage } from '@skarb/schema/operator-page';
import { searchEndpoints } from '@skarb/schema/search';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { aCollection, aToken, aUser, cardOf, listOf, uuidOf } from '../../testing/examples.ts';
import { aShownWork } from '../../testing/front-examples.ts';
import { refuse } from '../../testing/scripted-api.ts';
import { type App, button, dialog, header, main, notice, openApp, seen } from '../../testing/open-app.tsx';

const token = aToken();
const aHelpPage: OperatorPage = {
  name: 'help',
  language: 'en',
  title: 'Help',
  description: 'How it works.',
  headings: [
    { id: 'buy', text: 'Buying', level: 2 },
    { id: 'sell', text: 'Selling', level: 2 },
    { id: 'auction', text: 'At auction', level: 3 },
  ],
  body: [
    { open: 'h2', id: 'buy' },
    { text: 'Buying' },
    { close: 'h2' },
    { open: 'p' },
    { text: '<b>Look</b> at ' },
    { open: 'a', href: '/breeding' },
    { text: 'these' },
    { close: 'a' },
    { open: 'br' },
    { close: 'br' },
    { close: 'p' },
    { open: 'h2', id: 'sell' },
    { text: 'Selling' },
    { close: 'h2' },
    { open: 'h3', id: 'auction' },
    { text: 'At auction' },
    { close: 'h3' },
  ],
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const gallery = (api: App['api']) =>
  api
    .answer(tokenEndpoints.list, () => listOf([cardOf(token)]))
    .answer(tokenEndpoints.show, () => ({ data: token }))
    .answer(collectionEndpoints.list, () => listOf([aCollection(), aCollection({ uuid: uuidOf(4200) })]))
    .answer(breedingEndpoints.collections, () => listOf([]))
    .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
    .answer(searchEndpoints.find, () => ({
      data: { exact: null, corrected: null, tokens: [], areTokensListed: false, collections: [], people: [] },
    }))
    .answer(operatorPageEndpoints.show, () => ({ data: aHelpPage }));
const at = async (width: number, height: number, path: string) => {
  await page.viewport(width, height);
  return openApp(path, { answers: gallery });
};
const places = () => page.getByRole('navigation', { name: 'Places' });

it('an unmatched path shows the text 404 inside the frame of the site, with a way back', async () => {
  const { path } = await at(1440, 900, '/no/such/page');
  await seen(main().getByText('404', { exact: true }));
  await seen(page.getByRole('banner').getByRole('link', { name: 'Skarb' }));
  await expectAccessible();
  await main().getByRole('link', { name: 'To the gallery' }).click();
  await expect.poll(path).toBe('/nfts');
});

it('an address without an id that can be one is missing, also for whoever is signed in', async () => {
  await openApp(`/nfts/${token.uuid}`, {
    user: aUser(),
    answers: (api) => gallery(api).answer(tokenEndpoints.show, () => refuse(400, 'invalid')),
  });
  await seen(main().getByRole('heading', { level: 1, name: 'Nothing here' }));
  await expect.element(button(main(), 'Try again')).not.toBeInTheDocument();
});

it('at twice the size of text a phone scrolls nothing sideways, and no place loses its name', async () => {
  document.documentElement.style.fontSize = '200%';
  try {
    await at(390, 844, `/nfts/${token.uuid}`);
    await seen(main().getByRole('heading', { level: 1 }));
    // Whole, apart from parts of a pixel.
    await expect.element(button(header(), 'Sign in')).toBeInViewport({ ratio: 0.99 });
    for (const name of places().element().querySelectorAll('li span'))
      expect(name.scrollWidth, name.textContent ?? '').toBeLessThanOrEqual(name.clientWidth);
    await seen(page.getByRole('contentinfo').getByRole('group', { name: 'Currency' }));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

for (const [name, width, height] of [
  ['phone', 390, 844],
  ['tablet', 820, 1180],
] as const)
  it(`a ${name} has a bar with four places and the others under More, which never covers the end of the page`, async () => {
    const { path } = await at(width, height, '/nfts');
    await seen(main().getByRole('link', { name: token.name }).first());
    const links = places().getByRole('link');
    await expect.poll(() => links.elements().map(({ textContent }) => textContent)).toHaveLength(4);
    for (const place of ['Gallery', 'Auctions', 'Create', 'Profile'])
      await seen(places().getByRole('link', { name: place }));
    await expect.element(places().getByRole('link', { name: 'Gallery' })).toHaveAttribute('aria-current', 'page');
    await seen(page.getByRole('contentinfo'));
    const foot = page.getByRole('contentinfo').element().getBoundingClientRect().bottom + scrollY;
    const bar = places().element().getBoundingClientRect().height;
    expect(document.documentElement.scrollHeight - foot).toBeGreaterThanOrEqual(Math.floor(bar) - 1);
    await button(places(), 'More').click();
    await dialog('More').getByRole('link', { name: 'Breeding' }).click();
    await expect.poll(path).toBe('/breeding');
    await expect.element(dialog('More')).not.toBeInTheDocument();
    await button(places(), 'More').click();
    await seen(button(dialog('More'), 'УКР'));
    await dialog('More').getByRole('link', { name: 'Help and answers' }).click();
    await expect.poll(path).toBe('/help');
    await expect.element(dialog('More')).not.toBeInTheDocument();
    await seen(main().getByRole('heading', { level: 1, name: 'Help' }));
    await page.viewport(1440, 900);
    await expect.element(places()).not.toBeInTheDocument();
  });

it('at 200 % no more than an eighth of a low window stays covered by bars', async () => {
  await at(640, 360, '/nfts');
  await seen(main().getByRole('link', { name: token.name }).first());
  scrollTo(0, 600);
  await expect.poll(() => page.getByRole('banner').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(0);
  expect(places().element().getBoundingClientRect().height).toBeLessThanOrEqual(45);
  for (const name of places().element().querySelectorAll('li span'))
    expect(name.scrollWidth, name.textContent ?? '').toBeLessThanOrEqual(name.clientWidth);
});

it('a visitor chooses their currency at the foot of the page and under More, and this browser keeps it', async () => {
  await at(1440, 900, '/nfts');
  const foot = page.getByRole('contentinfo').getByRole('group', { name: 'Currency' });
  await seen(button(foot, 'USD'));
  await expect.element(button(foot, 'USD')).toHaveAttribute('aria-pressed', 'true');
  await button(foot, 'EUR').click();
  await expect.element(button(foot, 'EUR')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(main().getByRole('combobox', { name: 'Currency' })).toHaveTextContent('Worth in EUR');
  expect(Object.values(localStorage)).toContain('EUR');
  expect(document.cookie).toContain('=EUR');
  await page.viewport(390, 844);
  await button(places(), 'More').click();
  const more = dialog('More').getByRole('group', { name: 'Currency' });
  await expect.element(button(more, 'EUR')).toHaveAttribute('aria-pressed', 'true');
  await button(more, 'USD').click();
  await expect.element(button(more, 'USD')).toHaveAttribute('aria-pressed', 'true');
});

it('whoever is signed in changes the currency of their account there', async () => {
  const user = aUser();
  const changed = { ...user, displayCurrency: 'UAH' as const };
  const { api } = await openApp('/help', {
    user,
    answers: (scripted) => gallery(scripted).answer(accountEndpoints.settings, () => ({ data: changed })),
  });
  const foot = page.getByRole('contentinfo').getByRole('group', { name: 'Currency' });
  await button(foot, 'UAH').click();
  await expect
    .poll(() => api.requests(accountEndpoints.settings).map(({ body }) => body))
    .toEqual([{ displayCurrency: 'UAH' }]);
});

it('after a navigation the title is announced, and a lost focus goes to the content of the new page', async () => {
  await at(1440, 900, '/nfts');
  const card = main().getByRole('link', { name: token.name });
  await seen(card);
  (card.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await seen(main().getByRole('heading', { level: 1, name: token.name }));
  await expect.poll(() => document.querySelector('[data-route-announcer]')?.textContent).toBe(`${token.name} · Skarb`);
  expect(document.activeElement?.id).toBe('content');
});

it('on the way back the link that was followed has the focus, also of a work that is on the page twice', async () => {
  const { goBack } = await openApp('/nfts', {
    answers: (api) =>
      gallery(api).answer(frontPageEndpoints.show, () => ({
        data: {
          exhibitions: [],
          featured: { reason: 'NEWEST' as const, work: aShownWork() },
          endingSoon: [],
          newArtists: [],
          sales: [],
          collections: [],
        },
      })),
  });
  const links = () => [...document.querySelectorAll<HTMLElement>(`main a[href="/nfts/${token.uuid}"]`)];
  await expect.poll(() => links().length).toBeGreaterThan(1);
  const last = links().length - 1;
  links()[last]?.focus();
  await userEvent.keyboard('{Enter}');
  await seen(main().getByRole('heading', { level: 1, name: token.name }));
  await goBack();
  await expect.poll(() => links().indexOf(document.activeElement as HTMLElement)).toBe(last);
});

it('the keyboard skips to the works, reaches a title before its heart, and finds long groups of filters closed', async () => {
  await at(1440, 900, '/nfts');
  const card = main().getByRole('link', { name: token.name });
  await seen(card);
  main().element().focus();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Skip to the works');
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await expect.element(card).toHaveFocus();
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('href')).toBe(`/profile/${token.creator.uuid}`);
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: `Favourite: ${token.name}` })).toHaveFocus();
  const groups = [...main().element().querySelectorAll('aside details')].map((one) => [
    one.querySelector('h2')?.textContent,
    (one as HTMLDetailsElement).open,
  ]);
  expect(groups).toEqual([
    ['Sorting', true],
    ['Status', true],
    ['Price', true],
    ['Collections', false],
    ['Categories', false],
    ['Kind', true],
  ]);
  await seen(main().getByRole('button', { name: 'Apply the price' }));
});

it('a page of the operator shows its text as text, and its contents lead to the headings', async () => {
  const { path } = await at(1440, 900, '/help');
  await seen(main().getByText('<b>Look</b> at'));
  await expectAccessible();
  await main().getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'At auction' }).click();
  await expect.poll(path).toBe('/help#auction');
  await expect.element(main().getByRole('heading', { name: 'At auction' })).toHaveFocus();
  await main().getByRole('link', { name: 'these' }).click();
  await expect.poll(path).toBe('/breeding');
});

it('at the end of a long text its contents do not slide below the header', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Chapter ${at}`);
  await openApp('/help', {
    answers: (api) =>
      api.answer(operatorPageEndpoints.show, () => ({
        data: {
          ...aHelpPage,
          headings: names.map((text, at) => ({ id: `chapter-${at}`, text, level: 2 as const })),
          body: names.flatMap((text, at): OperatorPage['body'] => [
            { open: 'h2', id: `chapter-${at}` },
            { text },
            { close: 'h2' },
            { open: 'p' },
            { text: 'Words. '.repeat(200) },
            { close: 'p' },
          ]),
        },
      })),
  });
  const contents = main().getByRole('navigation', { name: 'On this page' });
  const first = contents.getByRole('link', { name: 'Chapter 0', exact: true });
  await seen(first);
  scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => scrollY).toBeGreaterThan(2000);
  const below = header().element().getBoundingClientRect().bottom;
  await expect.poll(() => first.element().getBoundingClientRect().top).toBeGreaterThan(below);
  await expectAccessible();
});

it('a work is shared by its link, by other services and by the code of a card', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await at(1440, 900, `/nfts/${token.uuid}`);
  await button(main(), 'Share').click();
  await seen(dialog('Share'));
  await button(dialog('Share'), 'Copy link').click();
  await seen(notice('Link copied'));
  const { left, top } = notice('Link copied').element().getBoundingClientRect();
  expect(document.elementFromPoint(left + 2, top + 2)?.closest('[data-toast]'), 'above the backdrop').not.toBeNull();
  await button(dialog('Share'), 'Copy the code').click();
  await seen(notice('Code copied'));
  expect(copied.mock.calls.map(([text]) => text)).toEqual([
    `${location.origin}/nfts/${token.uuid}`,
    expect.stringContaining(`<iframe src="${location.origin}/embed/nfts/${token.uuid}" title="${token.name}"`),
  ]);
  await expect
    .element(dialog('Share').getByRole('link', { name: 'Telegram' }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent(`/nfts/${token.uuid}`)));
  copied.mockRestore();
});

it('a collection is shared by the code of a card, too', async () => {
  const { uuid } = aCollection();
  await at(1440, 900, `/collections/${uuid}`);
  await button(main(), 'Share').click();
  await expect
    .element(dialog('Share').getByRole('textbox', { name: 'Code for your site' }))
    .toHaveValue(expect.stringContaining(`/embed/collections/${uuid}"`));
});

it('the feed of a collection can be found where it is shared, in the language of the reader', async () => {
  const { uuid } = aCollection();
  await at(390, 844, `/collections/${uuid}`);
  await button(main(), 'Share').click();
  await expect
    .element(dialog('Share').getByRole('link', { name: 'Follow new works in a feed reader (RSS)' }))
    .toHaveAttribute('href', `/feed/collection/${uuid}.rss?lng=en`);
  await expectAccessible();
});

it('a work has a QR code of its page, to save for a label', async () => {
  await at(390, 844, `/nfts/${token.uuid}`);
  await button(main(), 'Share').click();
  const sharing = dialog('Share');
  await sharing.getByText('QR code', { exact: true }).click();
  const url = `${location.origin}/nfts/${token.uuid}`;
  const code = sharing.getByRole('img', { name: `QR code that opens ${url}` });
  await seen(code);
  await expectAccessible();
  await expect.element(code).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,/));
  expect((code.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
  await expect.element(sharing.getByRole('link', { name: 'Save as SVG' })).toHaveAttribute('download', 'skarb-qr.svg');
});

it('? lists all keys, except while somebody types', async () => {
  await at(1440, 900, '/nfts');
  const search = page.getByRole('banner').getByRole('combobox');
  await search.fill('who');
  await userEvent.keyboard('?');
  await expect.element(search).toHaveValue('who?');
  await expect.element(dialog('Keyboard')).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  await seen(dialog('Keyboard').getByText('Go to the search'));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog('Keyboard')).not.toBeInTheDocument();
});

it('a link of the account menu moves the focus to the page it leads to, Escape back to the button', async () => {
  const { path } = await openApp('/create-collection', { user: aUser() });
  const account = header().getByRole('button', { name: /^Account/ });
  await account.click();
  await seen(page.getByRole('menuitem', { name: 'Create an NFT' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(account).toHaveFocus();
  await account.click();
  await page.getByRole('menuitem', { name: 'Create an NFT' }).click();
  await expect.poll(path).toBe('/create-nft');
  await expect.element(main()).toHaveFocus();
  // To the page one is on: its first field is there already, and is not what gets the focus.
  await seen(main().getByRole('textbox').first());
  await account.click();
  await page.getByRole('menuitem', { name: 'Create an NFT' }).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(main()).toHaveFocus();
});
