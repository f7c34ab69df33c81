import { activityEndpoints } from '@skarb/schema/activity';
import { authEndpoints } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { exhibitionEndpoints } from '@skarb/schema/exhibition';
import { followEndpoints } from '@skarb/schema/follow';
import { frontPageEndpoints } from '@skarb/schema/front-page';
import { tagOf } from '@skarb/schema/language';
import { searchEndpoints } from '@skarb/schema/search';
import { tokenEndpoints } from '@skarb/schema/token';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  aCollection,
  addressOf,
  aProfile,
  aToken,
  aUser,
  cardOf,
  daysAgo,
  foundWorks,
  listOf,
  personOf,
  SELLER,
  uuidOf,
} from '../../../testing/examples.ts';
import {
  aFrontPage,
  aShownWork,
  anActivity,
  anAdminExhibition,
  anExhibition,
  aTrendingCollection,
  inAuction,
} from '../../../testing/front-examples.ts';
import { announce } from '../../../testing/browser-boundary.ts';
import { button, dialog, main, openApp, seen, texts } from '../../../testing/open-app.tsx';
import type { ScriptedApi } from '../../../testing/scripted-api.ts';

const token = aToken();
const withFront = (front: ReturnType<typeof aFrontPage>) => (api: ScriptedApi) =>
  api
    .answer(frontPageEndpoints.show, () => ({ data: front }))
    .answer(tokenEndpoints.list, () => listOf([cardOf(token)]));
const headings = () => texts(main().getByRole('heading', { level: 2 }));

it('the gallery leads with the featured work, its price and the time left, and has a section for what there is', async () => {
  await openApp('/nfts', { answers: withFront(aFrontPage({ newArtists: [] })) });
  await seen(main().getByRole('heading', { name: 'The lead' }));
  // The headings of the filters follow.
  await expect
    .poll(() => headings().slice(0, 4))
    .toEqual(['The lead', 'Live auctions', 'Trending collections', 'Just sold']);
  const lead = main().getByRole('region', { name: 'In auction now' });
  await expect.element(lead.getByText('Highest bid')).toBeVisible();
  await expect.element(lead.getByRole('timer')).toHaveTextContent(/^1 day \d\d:\d\d:\d\d$/);
  await expect.element(main().getByRole('list', { name: 'Trending collections' })).toHaveTextContent('+12.5%');
  await expect
    .element(lead.getByRole('link', { name: 'See the auction' }))
    .toHaveAttribute('href', `/nfts/${uuidOf(401)}`);
});

it('a bid is shown at once by what leads the gallery, by its row of auctions and by an exhibition', async () => {
  const work = inAuction({ uuid: uuidOf(401), name: 'The lead' });
  const exhibition = anExhibition({ works: [work], offerUuid: uuidOf(61) });
  const front = aFrontPage({ endingSoon: [work], exhibitions: [exhibition], featured: null });
  const app = await openApp('/nfts', {
    answers: (api) => withFront(front)(api).answer(exhibitionEndpoints.show, () => ({ data: exhibition })),
  });
  const bid = (version: number, price: string) =>
    announce({
      kind: 'token',
      uuid: work.uuid,
      version,
      listing: null,
      auction: work.auction && { ...work.auction, price, bidCount: 7 },
    });
  await seen(main().getByRole('list', { name: 'Live auctions' }));
  await bid(1, '7.1');
  await expect.element(main().getByRole('list', { name: 'Live auctions' })).toHaveTextContent('7.1 ETH');
  await app.goTo(`/exhibitions/${exhibition.uuid}`);
  // The exhibition's own reading, after what the first page knew.
  await seen(main().getByText('1.4 ETH'));
  await bid(2, '7.2');
  await expect.element(main()).toHaveTextContent('7.2 ETH');
  await announce({ kind: 'token', uuid: work.uuid, version: 3, listing: null, auction: null });
  await expect
    .element(main().getByRole('link', { name: 'The auction is over: see how it ended' }))
    .toHaveAttribute('href', `/offers/${uuidOf(61)}`);
});

it('the list waits below the window for what leads the gallery', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await openApp('/nfts', {
    answers: (api) =>
      withFront(aFrontPage())(api).answer(frontPageEndpoints.show, () => arrived.then(() => ({ data: aFrontPage() }))),
  });
  const list = main().getByRole('list', { name: 'Gallery' });
  await seen(list);
  const top = () => list.element().getBoundingClientRect().top + scrollY;
  expect(top()).toBeGreaterThanOrEqual(innerHeight);
  arrive();
  await seen(main().getByRole('heading', { name: 'The lead' }));
  expect(top()).toBeGreaterThanOrEqual(innerHeight);
});

it('an exhibition leads instead; while something is searched or filtered the list is alone', async () => {
  const front = aFrontPage({ exhibitions: [anExhibition()], featured: null });
  const app = await openApp('/nfts', {
    language: 'ukr',
    answers: (api) =>
      withFront(front)(api).answer(collectionEndpoints.list, () =>
        listOf([aCollection(), aCollection({ uuid: uuidOf(4200) })]),
      ),
  });
  await seen(main().getByRole('heading', { name: 'Нічні птахи' }));
  await expect.element(main().getByRole('region', { name: 'Виставка' })).toHaveTextContent(SELLER.name ?? '');
  await app.goTo('/nfts?search=river');
  await expect.poll(headings).not.toContain('Нічні птахи');
  await expect.element(main().getByRole('heading', { level: 1 })).toHaveTextContent('river');
  await app.goTo('/nfts?state=BUY_NOW');
  await expect.element(main().getByRole('heading', { level: 1 })).toHaveTextContent('Галерея');
  await expect.element(main().getByRole('navigation', { name: 'Колекції' })).not.toBeInTheDocument();
});

it.each([
  ['en', { en: '', ukr: 'Побачені в темряві. Удень сплять.' }, 'uk', 'Language of the text: Ukrainian'],
  ['ukr', { en: 'Seen in the dark.', ukr: '' }, 'en', 'Мова тексту: англійська'],
] as const)(
  'a reader of %s sees the text of an exhibition in the language that it has, with its name',
  async (language, text, tag, note) => {
    const exhibition = anExhibition({ text });
    const front = aFrontPage({ exhibitions: [exhibition, { ...exhibition, uuid: uuidOf(302) }], featured: null });
    const app = await openApp('/nfts', {
      language,
      answers: (api) => withFront(front)(api).answer(exhibitionEndpoints.show, () => ({ data: exhibition })),
    });
    const shown = text.en || text.ukr;
    await expect.poll(() => texts(main().getByText(shown))).toHaveLength(2);
    for (const one of main().getByText(shown).elements()) expect(one.closest('[lang]')).toHaveAttribute('lang', tag);
    expect(texts(main().getByText(note))).toHaveLength(2);
    await app.goTo(`/exhibitions/${exhibition.uuid}`);
    await expect.element(main().getByText(shown)).toHaveAttribute('lang', tag);
    await seen(main().getByText(note));
    await expectAccessible();
  },
);

it.each([
  ['en', 'Night birds', 'Seen in the dark.'],
  ['ukr', 'Нічні птахи', 'Побачені в темряві.'],
] as const)('an exhibition is titled and described in %s, without a note', async (language, title, text) => {
  const meta = document.createElement('meta');
  meta.name = 'description';
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  await openApp(`/exhibitions/${anExhibition().uuid}`, {
    language,
    answers: (api) => api.answer(exhibitionEndpoints.show, () => ({ data: anExhibition() })),
  });
  await expect.element(main().getByText(text)).toHaveAttribute('lang', tagOf(language));
  expect(
    main()
      .getByText(/Language of the text|Мова тексту/)
      .elements(),
  ).toHaveLength(0);
  await expect.poll(() => [document.title, meta.content]).toEqual([`${title} · Skarb`, text]);
});

it.each([
  ['en', 'The exhibition is over.'],
  ['ukr', 'Виставку завершено.'],
] as const)('an exhibition says in %s that it is over, below its dates, and not before', async (language, words) => {
  let exhibition = anExhibition();
  const answers = (api: ScriptedApi) => api.answer(exhibitionEndpoints.show, () => ({ data: exhibition }));
  const app = await openApp(`/exhibitions/${exhibition.uuid}`, { language, answers });
  await seen(main().getByRole('heading', { level: 1 }));
  expect(texts(main().getByText(words))).toEqual([]);
  exhibition = anExhibition({ uuid: uuidOf(302), startsAt: daysAgo(9), endsAt: daysAgo(2) });
  await app.goTo(`/exhibitions/${exhibition.uuid}`);
  await seen(main().getByText(words));
});

it('below those that are traded are all collections that have works', async () => {
  await openApp('/collections', {
    answers: (api) =>
      api
        .answer(collectionEndpoints.trending, () => listOf([]))
        .answer(collectionEndpoints.list, () =>
          listOf([
            aCollection({ name: 'Never sold' }),
            aCollection({ uuid: uuidOf(4200), name: 'Empty', stats: { ...aCollection().stats, items: 0 } }),
          ]),
        ),
  });
  const all = main().getByRole('list', { name: 'All collections' }).getByRole('link');
  await expect.poll(() => texts(all)).toEqual([expect.stringContaining('Never sold')]);
  await expect.element(all).toHaveAttribute('href', `/collections/${aCollection().uuid}`);
});

it('activity names each event, and asks for the chosen kinds alone', async () => {
  const wanted: unknown[] = [];
  const app = await openApp('/activity', {
    answers: (api) =>
      api.answer(activityEndpoints.list, ({ query }) => {
        wanted.push(query.kind);
        return listOf([
          anActivity(),
          anActivity({ uuid: uuidOf(202), kind: 'LISTING', event: 'EDITED', usd: null }),
          anActivity({ uuid: uuidOf(203), price: '0.18', quantity: 3, usd: '500' }),
          anActivity({ uuid: uuidOf(204), kind: 'LISTING', event: 'LISTED', price: '0.18', quantity: 10, usd: '500' }),
          anActivity({
            uuid: uuidOf(205),
            event: 'SETTLED',
            offerType: 'AUCTION',
            price: '0.18',
            quantity: 4,
            usd: '500',
          }),
        ]);
      }),
  });
  const lines = () => texts(main().getByRole('list', { name: 'Activity' }).getByRole('listitem'));
  await expect.poll(lines).toHaveLength(5);
  expect(lines()[0]).toMatch(/Sold.*\$600\.00/);
  expect(lines()[1]).toContain('Price changed');
  // What was paid for all copies; what one of those on sale costs; what an auction's lot brought.
  expect(lines()[2]).toMatch(/×3.*0\.54.*\$1,500\.00/);
  expect(lines()[3]).toMatch(/×10.*0\.18.*per copy.*\$500\.00/);
  expect(lines()[4]).toMatch(/×4.*0\.18.*\$500\.00/);
  await button(main(), 'New works').click();
  await expect.poll(() => wanted.at(-1)).toEqual(['MINT']);
  // Going back, a reload and a link that is sent find the same lines.
  await expect.poll(app.path).toBe('/activity?kind=MINT');
  await app.goTo('/activity?kind=SALE&kind=other&kind=BID');
  await expect.poll(() => wanted.at(-1)).toEqual(['SALE', 'BID']);
  await expect.element(button(main(), 'Bids')).toHaveAttribute('aria-pressed', 'true');
});

it('how many works somebody has sold leads to their sales; what they bought is called so', async () => {
  const wanted: unknown[] = [];
  const self = personOf(SELLER);
  const counts = { ...aProfile(SELLER).counts, sold: 1 };
  const app = await openApp(`/profile/${SELLER.uuid}`, {
    answers: (api) =>
      api
        .answer(tokenEndpoints.onSale, () => listOf([]))
        .answer(authEndpoints.profile, () => ({ data: aProfile(SELLER, { counts }) }))
        .answer(activityEndpoints.list, ({ query }) => {
          wanted.push([query.userUuid, query.kind]);
          return listOf([
            anActivity({ fromUser: self }),
            anActivity({
              uuid: uuidOf(206),
              from: addressOf(9),
              fromUser: null,
              to: SELLER.metamaskWallet,
              toUser: self,
            }),
          ]);
        }),
  });
  await main().getByRole('link', { name: '1 Sold' }).click();
  await expect.poll(app.path).toBe(`/profile/${SELLER.uuid}?show=activity&kind=SOLD`);
  await expect.poll(() => wanted.at(-1)).toEqual([SELLER.uuid, ['SOLD']]);
  await expect.element(button(main(), 'Sales')).toHaveAttribute('aria-pressed', 'true');
  const lines = () =>
    texts(
      main()
        .getByRole('list', { name: /^Activity of/ })
        .getByRole('listitem'),
    );
  await expect.poll(lines).toEqual([expect.stringContaining('Sold'), expect.stringContaining('Bought')]);
  await button(main(), 'Purchases').click();
  await expect.poll(() => wanted.at(-1)).toEqual([SELLER.uuid, ['SOLD', 'BOUGHT']]);
});

it('trending collections are those of the chosen period, by their place', async () => {
  const answers = (api: ScriptedApi) =>
    api.answer(collectionEndpoints.trending, ({ query }) =>
      listOf(
        query.period === '1h'
          ? []
          : [aTrendingCollection(), aTrendingCollection({ uuid: uuidOf(501), name: 'Night birds' })],
      ),
    );
  localStorage.setItem('skarb.displayCurrency', 'EUR');
  const { path } = await openApp('/collections', { answers });
  const rows = () => texts(main().getByRole('row'));
  await expect.poll(rows).toHaveLength(3);
  expect(rows()[1]).toMatch(/^1.*River evenings.*0\.3.*≈ €540\.00.*2\.5.*≈ €4,500\.00.*-20%.*4.*2$/);
  expect(rows()[2]).toMatch(/^2.*Night birds/);
  await main().getByRole('link', { name: '1 hour' }).click();
  await seen(main().getByText('Nothing was sold in this time'));
  await main().getByRole('link', { name: 'Show 30 days' }).click();
  await expect.poll(path).toBe('/collections?period=30d');
  await expect.poll(rows).toHaveLength(3);
  await expect.element(main().getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true');
});

it('on a phone a long name of an artist does not cut how many sales a trending collection has', async () => {
  await page.viewport(390, 844);
  const creator = { ...personOf(SELLER), name: 'Oleksandra-Viktoriia Vereshchak' };
  await openApp('/collections', {
    answers: (api) => api.answer(collectionEndpoints.trending, () => listOf([aTrendingCollection({ creator })])),
  });
  const row = main().getByRole('rowheader');
  await seen(row);
  const sales = row.getByText('4 sales').element();
  expect(sales.scrollWidth).toBeLessThanOrEqual(sales.clientWidth);
  expect(sales.getBoundingClientRect().right).toBeLessThanOrEqual(row.element().getBoundingClientRect().right);
});

it('an admin plans an exhibition of found works in both languages', async () => {
  const sent: unknown[] = [];
  await openApp('/admin-profile?section=exhibitions', {
    user: aUser({ role: 'ADMIN' }),
    answers: (api) =>
      api
        .answer(exhibitionEndpoints.list, () => ({ data: [] }))
        .answer(searchEndpoints.find, () => foundWorks(cardOf(token)))
        .answer(exhibitionEndpoints.add, ({ body }) => {
          sent.push(body);
          return { data: anAdminExhibition() };
        }),
  });
  await button(main(), 'Plan an exhibition').click();
  const form = dialog('Plan an exhibition');
  for (const [language, title] of [
    ['English', 'Night birds'],
    ['Українська', 'Нічні птахи'],
  ] as const)
    await form.getByRole('group', { name: language }).getByLabelText('Title').fill(title);
  // The text may be in one language; the form says what the readers of the other one see.
  const text = (language: string) => form.getByRole('group', { name: language }).getByLabelText('Text');
  await expect.element(text('Українська')).not.toHaveAccessibleDescription(/No text in this language/);
  await text('English').fill('Seen in the dark.');
  await expect.element(text('Українська')).toHaveAccessibleDescription(/No text in this language/);
  await expect.element(text('English')).not.toHaveAccessibleDescription(/No text in this language/);
  await form.getByLabelText('Find a work').fill('quiet');
  await seen(button(form, /A quiet evening/));
  // Each button has a name of its own, also where it is read alone.
  const names = form
    .getByRole('button')
    .elements()
    .map((one) => one.ariaLabel ?? one.textContent);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('Add');
  await button(form, /A quiet evening/).click();
  await button(form, 'Plan it').click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    title: { en: 'Night birds', ukr: 'Нічні птахи' },
    text: { en: 'Seen in the dark.', ukr: '' },
    tokenUuids: [token.uuid],
    collectionUuid: null,
    offerUuid: null,
    endsAt: null,
  });
});

it('prices are in the reader’s money too, on the first page, in an exhibition, in the activity and in the feed', async () => {
  localStorage.setItem('skarb.displayCurrency', 'UAH');
  const { goTo } = await openApp('/nfts', {
    user: aUser(),
    answers: (api) =>
      withFront(aFrontPage({ endingSoon: [inAuction()], sales: [anActivity()] }))(api)
        .answer(exhibitionEndpoints.show, () => ({ data: anExhibition({ works: [inAuction()] }) }))
        .answer(activityEndpoints.list, () => listOf([anActivity()]))
        .answer(followEndpoints.feed, () => listOf([anActivity()])),
  });
  const shown = (name: string) => main().getByRole('list', { name });
  await expect.element(shown('Live auctions')).toHaveTextContent('1.4 ETH≈ ₴114,800.00');
  await expect.element(shown('Just sold')).toHaveTextContent('0.3 ETH≈ ₴24,600.00');
  await goTo(`/exhibitions/${anExhibition().uuid}`);
  await expect.element(main()).toHaveTextContent('1.4 ETH≈ ₴114,800.00');
  await goTo('/activity');
  await expect.element(shown('Activity')).toHaveTextContent('0.3 ETH≈ ₴24,600.00');
  await goTo('/feed');
  await expect.element(main().getByRole('article')).toHaveTextContent('0.3 ETH≈ ₴24,600.00');
});

it('the price of a work with several copies is named per copy in an exhibition, the bid of an auction is not', async () => {
  const edition = { type: 'ERC1155' as const, quantity: 5 };
  const listing = { offerUuid: uuidOf(61), price: '0.3', currencyUuid: uuidOf(91), currency: 'ETH', quantityLeft: 1 };
  const works = [
    aShownWork({ ...edition, listing }),
    inAuction({ ...edition, uuid: uuidOf(71) }),
    aShownWork({ uuid: uuidOf(72), listing }),
  ];
  await openApp(`/exhibitions/${anExhibition().uuid}`, {
    answers: (api) => api.answer(exhibitionEndpoints.show, () => ({ data: anExhibition({ works }) })),
  });
  await expect.poll(() => texts(main().getByRole('listitem'))).toHaveLength(3);
  expect(texts(main().getByRole('listitem')).map((text) => /ETH ?per copy/.test(text))).toEqual([true, false, false]);
});

it.each(['Live auctions', 'Just sold'])(
  'a work that is pressed in %s opens with its picture and name at once',
  async (row) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const app = await openApp('/nfts', {
      answers: (api) =>
        withFront(aFrontPage({ featured: null }))(api).answer(tokenEndpoints.show, ({ params }) =>
          arrived.then(() => ({ data: { ...token, uuid: params.id } })),
        ),
    });
    const link = main().getByRole('list', { name: row }).getByRole('link').first();
    await seen(link);
    const name = link.element().textContent ?? '';
    const held = () => document.querySelectorAll('[style*="view-transition-name"]');
    await link.click();
    await seen(main().getByRole('heading', { level: 1, name }));
    expect(held()).toHaveLength(1);
    expect(held()[0]?.closest('figure')).not.toBeNull();
    arrive();
    await seen(main().getByRole('heading', { level: 1, name: token.name }));
    await app.goBack();
    await expect.poll(() => held()[0]?.closest('ul')?.ariaLabel).toBe(row);
  },
);

it('an exhibition of a large collection says how many works it has, and leads on to them at its end', async () => {
  const { uuid, name, image } = aCollection();
  const shown = anExhibition({ collection: { uuid, name, image, items: 109 } });
  await openApp(`/exhibitions/${shown.uuid}`, {
    answers: (api) => api.answer(exhibitionEndpoints.show, () => ({ data: shown })),
  });
  await expect
    .element(main().getByRole('link', { name: 'All 109 works' }))
    .toHaveAttribute('href', `/collections/${uuid}`);
});
