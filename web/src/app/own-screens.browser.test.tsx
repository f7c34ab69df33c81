import { accountEndpoints } from '@skarb/schema/account';
import { adminEndpoints } from '@skarb/schema/admin';
import { auditEndpoints } from '@skarb/schema/audit';
import { authEndpoints, type User } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { exhibitionEndpoints } from '@skarb/schema/exhibition';
import { moderationEndpoints } from '@skarb/schema/moderation';
import { notificationEndpoints, type Notification } from '@skarb/schema/notification';
import { onrampEndpoints } from '@skarb/schema/onramp';
import { portfolioEndpoints, type Holding, type PastSale, type PortfolioTotals } from '@skarb/schema/portfolio';
import { statusEndpoints } from '@skarb/schema/status';
import { tokenEndpoints } from '@skarb/schema/token';
import { offerEndpoints } from '@skarb/schema/offer';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { byButton, expectAccessible, itIsAccessible, type Say } from '../../testing/accessibility.ts';
import {
  aProfile,
  aCollection,
  anOffer,
  aToken,
  aUser,
  cardOf,
  daysAgo,
  IMAGE,
  listOf,
  personOf,
  SELLER,
  uuidOf,
  WETH,
} from '../../testing/examples.ts';
import { aPicture } from '../../testing/files.ts';
import { anAdminExhibition } from '../../testing/front-examples.ts';
import { type App, button, dialog, header, main, notice, openApp, seen } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/scripted-api.ts';
import { anAuction, answerTrade, aTransactionStep } from '../../testing/trading.ts';

const user = aUser();
const token = aToken();
const sold: Notification = {
  uuid: uuidOf(101),
  kind: 'SOLD',
  isRead: false,
  token: { uuid: token.uuid, name: token.name, image: IMAGE },
  offerUuid: uuidOf(61),
  offerType: 'SALE',
  outcome: null,
  breedingUuid: null,
  note: null,
  followed: null,
  signIn: null,
  price: '0.3',
  received: '0.255',
  oldPrice: null,
  currency: 'ETH',
  quantity: 1,
  works: null,
  actor: { person: personOf(SELLER), address: SELLER.metamaskWallet ?? '' },
  endsAt: null,
  createdAt: daysAgo(1),
};
const answers = (api: App['api']) =>
  api
    .answer(authEndpoints.profile, () => ({ data: aProfile(user) }))
    .answer(tokenEndpoints.list, ({ query }) => listOf(query.favoritedByUuid ? [] : [cardOf(token)]))
    .answer(notificationEndpoints.list, () => ({
      ...listOf([sold]),
      meta: { ...listOf([sold]).meta, unreadItems: 1 },
    }))
    .answer(notificationEndpoints.read, () => ({ data: { unreadItems: 0 } }))
    .answer(collectionEndpoints.list, () => listOf([aCollection({ creatorUuid: user.uuid, creator: personOf(user) })]))
    .answer(accountEndpoints.sessions, () => ({
      data: [
        {
          uuid: uuidOf(102),
          createdAt: daysAgo(3),
          lastUsedAt: daysAgo(0),
          userAgent: navigator.userAgent,
          ip: '203.0.113.7',
          isCurrent: true,
        },
      ],
    }))
    .answer(accountEndpoints.ways, () => ({
      data: (['password', 'wallet'] as const).map((kind) => ({
        id: kind,
        kind,
        label: kind === 'wallet' ? '0x0000…0031' : user.email,
        key: null,
        addedAt: daysAgo(40),
        lastUsedAt: null,
        recordedSince: daysAgo(40),
        isRemovable: true,
        whyNot: null,
      })),
    }))
    .answer(onrampEndpoints.settings, () => ({
      data: {
        provider: 'demo' as const,
        name: 'Demo',
        currencies: [{ currencyUuid: WETH.uuid, min: '0.01', max: '5' }],
        feePercent: 3.5,
        payIn: ['USD' as const],
      },
    }))
    .answer(accountEndpoints.twoFactorEnable, () => ({
      data: { recoveryCodes: Array.from({ length: 10 }, (_, index) => `abcd-000${index}`) },
    }))
    .answer(accountEndpoints.twoFactorSetup, () => ({
      data: { otpauthUrl: 'otpauth://totp/Skarb', secret: 'JBSWY3DPEHPK3PXP', qr: IMAGE.url },
    }));
/** One's own work is on sale. */
const selling = (api: App['api']) =>
  answers(api).answer(offerEndpoints.list, ({ query }) =>
    listOf(query.sellerUuid && query.type?.includes('SALE') ? [anOffer(token)] : []),
  );
const own = (path: string, who: User = user) => ({ path, user: who, answers });
const section = (say: Say, id: string) =>
  main().getByRole('region', { name: say(`settings.${id}.title`), exact: true });

it('all sales and offers are cancelled after a question, and closed once the chain has it', async () => {
  let asked = 0;
  const { api } = await openApp('/profile', {
    user,
    answers: (scripted) =>
      selling(scripted).answer(offerEndpoints.cancelAll, () => ({
        data: { offers: 2, auctions: 0, kept: 1, steps: asked++ === 0 ? [aTransactionStep('cancel-all')] : [] },
      })),
  });
  await button(main(), 'Cancel all my sales and offers').click();
  const question = dialog('Cancel all your sales and offers');
  await seen(question.getByText(/also ends sales and offers that this wallet signed on other marketplaces/));
  expect(api.requests(offerEndpoints.cancelAll)).toEqual([]);
  await expect.element(button(question, 'Keep them')).toHaveFocus();
  await button(question, 'Cancel all').click();
  await seen(notice('All your sales and offers are cancelled.'));
  expect(api.requests(offerEndpoints.cancelAll)).toHaveLength(2);
});

it('to cancel all is not offered to somebody without sales and offers', async () => {
  const { api } = await openApp('/profile', { user, answers });
  await seen(main().getByRole('article').first());
  await expect.poll(() => api.isQuiet).toBe(true);
  await expect.element(button(main(), 'Cancel all my sales and offers')).not.toBeInTheDocument();
});

const holdingOf = (figures: Pick<Holding, 'worth' | 'worthBy' | 'result'>): Holding => ({
  token: {
    uuid: figures.worth === null ? uuidOf(4300) : token.uuid,
    type: token.type,
    name: token.name,
    image: token.image,
    collection: { uuid: token.collection.uuid, name: token.collection.name, isVerified: false },
  },
  quantity: 3,
  bought: 2,
  cost: '1.5',
  costUsd: '4500',
  boughtAt: daysAgo(4),
  ...figures,
});
const TOTALS: PortfolioTotals = {
  tokens: 2,
  quantity: 6,
  cost: '3',
  costUsd: '9000',
  worth: '1.2',
  result: '-0.7',
  unknown: { tokens: 1, cost: '1.5' },
  compared: { tokens: 1, cost: '1.5', costUsd: '4500', worth: '0.8' },
  isPartial: false,
  sold: {
    sales: 0,
    quantity: 0,
    cost: '0',
    costUsd: '0',
    received: '0',
    receivedUsd: '0',
    unbought: '0',
    result: null,
    resultUsd: null,
    isPartial: false,
  },
  transferred: { tokens: 0, cost: '0', costUsd: '0', isPartial: false },
};
const SALE: PastSale = {
  uuid: uuidOf(4301),
  token: holdingOf({ worth: null, worthBy: null, result: null }).token,
  quantity: 1,
  bought: 1,
  cost: '1',
  costUsd: '3000',
  boughtAt: daysAgo(4),
  received: '1.7',
  receivedUsd: '4000',
  result: '0.7',
  resultUsd: '1000',
  txHash: `0x${'a'.repeat(64)}`,
  soldAt: daysAgo(2),
};

it('a work that is not minted yet is marked where its maker sees it', async () => {
  await openApp('/profile?tab=created', {
    user,
    answers: (api) =>
      answers(api).answer(tokenEndpoints.list, () =>
        listOf([cardOf(token), { ...cardOf(token), uuid: uuidOf(4303), status: 'draft' as const, name: 'Unfinished' }]),
      ),
  });
  const cards = main().getByRole('article');
  await expect.element(cards.nth(1)).toHaveTextContent(/Draft.*Unfinished/);
  await expect.element(cards.nth(0)).not.toHaveTextContent('Draft');
});

it('a draft is deleted by its maker, from the list of their works, after a confirmation', async () => {
  let drafts = [{ ...cardOf(token), uuid: uuidOf(4303), status: 'draft' as const, name: 'Unfinished' }];
  let isOnItsWay = true;
  const { api } = await openApp('/profile?tab=created', {
    user,
    answers: (scripted) =>
      answers(scripted)
        .answer(tokenEndpoints.list, () => listOf([cardOf(token), ...drafts]))
        .answer(tokenEndpoints.deleteDraft, () => {
          if (isOnItsWay) return refuse(409, 'token.onItsWay');
          drafts = [];
          return undefined;
        }),
  });
  await button(main(), 'Delete the draft: Unfinished').click();
  const asked = dialog('Delete “Unfinished”?');
  await expectAccessible();
  await button(asked, 'Keep it').click();
  expect(api.requests(tokenEndpoints.deleteDraft)).toEqual([]);
  await button(main(), 'Delete the draft: Unfinished').click();
  await button(asked, 'Delete').click();
  await expect.element(asked).toHaveTextContent('Try again in a minute');
  isOnItsWay = false;
  await button(asked, 'Delete').click();
  await seen(notice('The draft “Unfinished” is deleted.'));
  await expect.poll(() => main().getByRole('article').elements()).toHaveLength(1);
});

it('a draft is deleted on its page, which leads back to the works of its maker', async () => {
  const draft = { ...token, status: 'draft' as const, creator: personOf(user), steps: [] };
  const app = await openApp(`/nfts/${draft.uuid}`, {
    user,
    answers: (scripted) =>
      answers(scripted)
        .answer(tokenEndpoints.show, () => ({ data: draft }))
        .answer(tokenEndpoints.deleteDraft, () => undefined),
  });
  await seen(button(main(), 'Finish minting'));
  await button(main(), 'Delete the draft').click();
  await button(dialog(`Delete “${draft.name}”?`), 'Delete').click();
  await expect.poll(() => app.path()).toBe('/profile?tab=created');
  expect(app.api.requests(tokenEndpoints.deleteDraft)).toMatchObject([{ params: { id: draft.uuid } }]);
});

it('the portfolio of somebody who has sold everything says what they won, sale by sale', async () => {
  await openApp('/portfolio', {
    user,
    answers: (api) =>
      answers(api)
        .answer(portfolioEndpoints.list, () => ({
          ...listOf([]),
          totals: {
            ...TOTALS,
            tokens: 0,
            sold: {
              ...TOTALS.sold,
              sales: 2,
              received: '1.9',
              cost: '1',
              unbought: '0.2',
              result: '0.7',
              resultUsd: '1000',
            },
          },
        }))
        .answer(portfolioEndpoints.sales, () =>
          listOf([
            SALE,
            { ...SALE, uuid: uuidOf(4302), token: null, cost: null, received: '0.2', result: null, resultUsd: null },
          ]),
        ),
  });
  await seen(main().getByText('You hold no works now'));
  await expect.element(main().getByRole('definition').nth(4)).toHaveTextContent(/\+0.7 ETH\s*≈ \+\$1,000/);
  await seen(
    main().getByText(/2 sales: 1.9 ETH received; bought here for 1 ETH. 0.2 ETH of it is for what was not bought/),
  );
  const lines = main().getByRole('table', { name: 'Sold works' }).getByRole('row');
  await expect
    .element(lines.nth(1))
    .toHaveTextContent(/1 ETH\s*≈ \$3,000.*1.7 ETH\s*≈ \$4,000.*\+0.7 ETH\s*≈ \+\$1,000/);
  await expect.element(lines.nth(2)).toHaveTextContent(/Hidden work.*0.2 ETH.*—/);
  await seen(button(main(), 'Download CSV'));
  await expectAccessible();
});

it('the portfolio names each amount exactly in the reader’s language, as the title of the rounded one', async () => {
  await openApp('/portfolio', {
    language: 'ukr',
    user,
    answers: (api) =>
      answers(api).answer(portfolioEndpoints.list, () => ({
        ...listOf([{ ...holdingOf({ worth: '1.2', worthBy: 'FLOOR', result: '-0.787654321' }), cost: '1.987654321' }]),
        totals: { ...TOTALS, result: '0.123456789' },
      })),
  });
  await expect.element(main().getByTitle('1,987654321 ETH', { exact: true })).toBeVisible();
  await expect.element(main().getByTitle('−0,787654321 ETH', { exact: true })).toBeVisible();
  await expect.element(main().getByTitle('+0,123456789 ETH', { exact: true })).toBeVisible();
});

it('the portfolio of somebody who gave away all that they bought says what they paid, and has its file', async () => {
  await openApp('/portfolio', {
    user,
    answers: (api) =>
      answers(api).answer(portfolioEndpoints.list, () => ({
        ...listOf([]),
        totals: {
          ...TOTALS,
          tokens: 0,
          cost: '0',
          worth: null,
          result: null,
          unknown: { tokens: 0, cost: '0' },
          compared: { tokens: 0, cost: '0', costUsd: '0', worth: '0' },
          transferred: { tokens: 2, cost: '0.46', costUsd: '1380', isPartial: false },
        },
      })),
  });
  await seen(main().getByText('You hold no works now'));
  await seen(
    main().getByText('2 works left your account without a sale, given away or moved: you paid 0.46 ETH for them.'),
  );
  await expect.element(button(main(), 'Download CSV')).toBeVisible();
});

it('the portfolio says what its result is of and which worth is unknown; on a phone each work has its cost and whole name', async () => {
  await page.viewport(390, 844);
  const unknown = holdingOf({ worth: null, worthBy: null, result: null });
  await openApp('/portfolio', {
    user,
    answers: (api) =>
      answers(api).answer(portfolioEndpoints.list, () => ({
        ...listOf([
          holdingOf({ worth: '1.2', worthBy: 'FLOOR', result: '-0.7' }),
          { ...unknown, token: { ...unknown.token, name: 'Stag on the Polonyna' } },
        ]),
        totals: TOTALS,
      })),
  });
  await seen(
    main().getByText(
      /bought and has a known worth: it cost 1.5 ETH and is worth 0.8 ETH now. The worth of 1 work is unknown: the 1.5 ETH/,
    ),
  );
  const lines = main().getByRole('row');
  await seen(lines.nth(2).getByText('unknown'));
  for (const at of [1, 2]) await expect.element(lines.nth(at)).toHaveTextContent('Paid: 1.5 ETH');
  const name = lines.nth(2).getByText('Stag on the Polonyna', { exact: true }).element();
  expect([name.scrollWidth, name.scrollHeight]).toEqual([name.clientWidth, name.clientHeight]);
  // Paid in the dollars of those days, worth in those of now.
  const figures = main().getByRole('definition');
  await expect.element(figures.nth(1)).toHaveTextContent(/3 ETH\s*≈ \$9,000/);
  await expect.element(figures.nth(3)).toHaveTextContent(/−0.7 ETH\s*≈ −\$2,900/);
});

it('a page of one’s own keeps its lines where they are while amounts arrive, and the footer below the window', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await openApp('/portfolio', {
    user,
    answers: (api) =>
      answers(api).answer(portfolioEndpoints.list, async () => {
        await arrived;
        return {
          ...listOf([]),
          totals: { ...TOTALS, tokens: 1, quantity: 1, result: '-0.3' },
        };
      }),
  });
  const topOf = (place: Locator) => place.element().getBoundingClientRect().top;
  const sorting = main().getByRole('combobox', { name: 'Sorting' });
  const footer = page.getByRole('contentinfo');
  await seen(sorting);
  const top = topOf(sorting);
  expect(topOf(footer)).toBeGreaterThanOrEqual(innerHeight);
  arrive();
  await seen(main().getByText('1.5 ETH'));
  expect(topOf(sorting)).toBe(top);
  await seen(main().getByText('≈ ').first());
  expect(topOf(sorting)).toBe(top);
  expect(topOf(footer)).toBeGreaterThanOrEqual(innerHeight);
});

it('the works of one’s own profile appear once it is known how high the open list of offers above them is', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await openApp('/profile?offers=auctions', {
    user,
    answers: (api) =>
      answers(api).answer(offerEndpoints.list, async ({ query }) => {
        if (query.bidderUuid) await arrived;
        return listOf([]);
      }),
  });
  await seen(main().getByRole('link', { name: /^Auction bids/ }));
  expect(main().getByRole('tablist').elements()).toHaveLength(0);
  arrive();
  await seen(main().getByRole('tablist'));
});

it('offers that one made and that are over are below the open ones, with what became of them and no action', async () => {
  const status = ['SOLD', 'CANCELLED', 'EXPIRED'] as const;
  await openApp('/profile?offers=made', {
    user,
    answers: (api) =>
      answers(api).answer(offerEndpoints.list, ({ query }) =>
        listOf(
          query.buyerUuid && query.status?.includes('SOLD')
            ? status.map((one, at) =>
                anOffer(token, { type: 'BID', buyer: personOf(user), uuid: uuidOf(4400 + at), status: one }),
              )
            : [],
        ),
      ),
  });
  await seen(main().getByText('You have no open offers.', { exact: false }));
  const past = main().getByRole('list', { name: 'Past offers' });
  for (const [at, word] of ['Accepted', 'Withdrawn', 'Expired'].entries())
    await expect.element(past.getByRole('listitem').nth(at)).toHaveTextContent(word);
  await expect.element(past.getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
});

it('auctions that are over are below the open ones, with who won and for how much', async () => {
  const ended = (highestBidder: typeof user, uuid: string) =>
    anOffer(token, {
      ...anAuction({ highestBid: '0.5', bidCount: 2, highestBidder: personOf(highestBidder), settledAt: daysAgo(1) }),
      uuid,
      status: 'SOLD',
    });
  await openApp('/profile?offers=auctions', {
    user,
    answers: (api) =>
      answers(api).answer(offerEndpoints.list, ({ query }) =>
        listOf(
          query.bidderUuid === user.uuid && query.status?.includes('SOLD')
            ? [ended(user, uuidOf(4500)), ended(SELLER, uuidOf(4501))]
            : [],
        ),
      ),
  });
  await seen(main().getByText('You have no bids in open auctions.'));
  const past = main().getByRole('list', { name: 'Past auctions' }).getByRole('listitem');
  await expect.element(past.nth(0)).toHaveTextContent('You won, and the work is yours.');
  await expect.element(past.nth(1)).toHaveTextContent('Someone else won. You have your money back.');
  await expect.element(past.nth(1)).toHaveTextContent('0.5 ETH');
  expect(main().element().textContent).not.toContain('Held by the auction house');
  await expectAccessible();
});

it('a user who is no admin reads why the dashboard does not open', async () => {
  const { path } = await openApp('/admin-profile', { user, answers });
  await seen(notice('This page is for admins.'));
  await expect.poll(path).toBe('/nfts');
});

describe('the screens of one’s own account', () => {
  itIsAccessible('one’s own profile', {
    ...own('/profile'),
    open: () => seen(main().getByRole('article').first()),
  });
  itIsAccessible('the portfolio', {
    path: '/portfolio',
    user,
    answers: (api) => {
      answers(api).answer(portfolioEndpoints.list, () => ({
        ...listOf([
          holdingOf({ worth: '1.2', worthBy: 'FLOOR', result: '-0.7' }),
          holdingOf({ worth: null, worthBy: null, result: null }),
        ]),
        totals: TOTALS,
      }));
    },
    open: () => seen(main().getByRole('table')),
  });
  itIsAccessible('an empty shelf of one’s own profile', own('/profile?tab=favorites'));
  itIsAccessible('the offers that one received', own('/profile?offers=received'));
  itIsAccessible('the offers that one made', own('/profile?offers=made'));
  it('on a phone the offers of one’s own profile are one line that scrolls', async () => {
    await page.viewport(390, 844);
    await openApp('/profile', { language: 'ukr', user, answers: selling });
    const places = main().getByRole('region', { name: 'Пропозиції та ставки' }).getByRole('listitem');
    await expect.poll(() => places.elements().length).toBe(4);
    const boxes = places.elements().map((place) => place.getBoundingClientRect());
    expect(new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(1);
    expect(boxes.at(-1)?.right).toBeGreaterThan(390);
    expect(document.documentElement.scrollWidth).toBe(390);
  });
  it('the row of sections fades where more follows, and shows the chosen one', async () => {
    await page.viewport(820, 900);
    await openApp('/settings', { user, answers });
    const sections = main().getByRole('navigation', { name: 'Settings, by section' });
    const fade = () => getComputedStyle(sections.element()).maskImage;
    await expect.poll(fade).toMatch(/^linear-gradient\(to right, rgb\(0, 0, 0\)/);
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(fade).toMatch(/^linear-gradient\(to right, rgba\(0, 0, 0, 0\)/);
  });
  itIsAccessible('the dialog that cancels all sales and offers', {
    ...own('/profile'),
    answers: selling,
    open: byButton('trade.cancelAll.open', 'trade.cancelAll.title'),
  });
  itIsAccessible('the auctions in which one has bid', {
    path: '/profile?offers=auctions',
    user,
    answers: (api) =>
      answers(api).answer(offerEndpoints.list, ({ query }) => {
        const leading = anOffer(
          token,
          anAuction({ highestBid: '0.3', bidCount: 2, highestBidder: personOf(user), nextBid: '0.4' }),
        );
        const lost = anOffer(token, {
          ...anAuction({ highestBid: '0.5', bidCount: 2, highestBidder: personOf(SELLER), nextBid: '0.6' }),
          uuid: uuidOf(62),
        });
        const isOpen = !query.status?.includes('SOLD');
        return listOf(query.bidderUuid === user.uuid && isOpen ? [leading, lost] : []);
      }),
    open: async (say) => {
      const list = main().getByRole('list', { name: say('trade.offers.auctions') });
      await seen(list.getByText(say('trade.offers.bidOutcome.winning')));
      await seen(list.getByText(say('trade.offers.bidOutcome.outbid')));
      await seen(list.getByRole('link', { name: say('trade.offers.bidAgain') }));
      await seen(main().getByText(say('trade.offers.held')));
    },
  });
  itIsAccessible('the menu of the account', {
    ...own('/profile'),
    open: async (say) => {
      await button(header(), new RegExp(`^${say('auth.menu.label')}`)).click();
      await seen(page.getByRole('menu'));
    },
  });
  itIsAccessible('the notifications', {
    ...own('/nfts'),
    open: async (say) => {
      await button(header(), new RegExp(`^${say('notification.bell')}`)).click();
      await seen(dialog(say('notification.title')).getByRole('listitem').first());
    },
  });
  itIsAccessible('the settings', { ...own('/settings'), open: (say) => seen(section(say, 'sessions')) });
  itIsAccessible('the forms of the settings', {
    ...own('/settings', aUser({ hasPassword: false })),
    open: async (say) => {
      await button(section(say, 'account'), say('settings.email.change')).click();
      await button(section(say, 'account'), say('settings.phone.add')).click();
      await button(section(say, 'account'), say('settings.phone.send')).click();
      await button(section(say, 'security'), say('settings.password.set')).click();
      await seen(section(say, 'security').getByLabelText(say('settings.password.repeated')));
    },
  });
  for (const shape of ['avatar', 'background'] as const)
    itIsAccessible(`the dialog that crops a picture (${shape})`, {
      ...own('/settings'),
      open: async (say) => {
        await userEvent.upload(main().getByLabelText(say(`settings.profile.choose.${shape}`)), await aPicture());
        await seen(dialog(say(`settings.crop.${shape}`)).getByRole('slider'));
      },
    });
  itIsAccessible('the dialog that turns the second factor on', {
    ...own('/settings'),
    open: (say) =>
      byButton('settings.twoFactor.turnOn', 'settings.twoFactor.setupTitle', () => section(say, 'security'))(say),
  });
  itIsAccessible('the dialog that shows the recovery codes', {
    ...own('/settings'),
    open: async (say) => {
      await byButton('settings.twoFactor.turnOn', 'settings.twoFactor.setupTitle', () => section(say, 'security'))(say);
      const setup = dialog(say('settings.twoFactor.setupTitle'));
      await setup.getByLabelText(say('settings.twoFactor.code')).fill('123456');
      await button(setup, say('settings.twoFactor.enable')).click();
      await seen(dialog(say('settings.twoFactor.codesTitle')).getByRole('listitem').first());
    },
  });
  itIsAccessible('the dialog that turns the second factor off', {
    ...own('/settings', aUser({ isTwoFactorAuthenticationEnabled: true })),
    open: (say) =>
      byButton('settings.twoFactor.turnOff', 'settings.twoFactor.disableTitle', () => section(say, 'security'))(say),
  });
  itIsAccessible('the dialog that adds money by card', {
    ...own('/settings'),
    open: byButton('onramp.title', 'onramp.title'),
  });
  itIsAccessible('the page that creates a collection', own('/create-collection'));
  itIsAccessible('the page that creates a token, with what is missing', {
    ...own('/create-nft'),
    open: async (say) => {
      await button(main(), say('create.addProperty')).click();
      await button(main(), say('create.token.submit')).click();
    },
  });
  itIsAccessible('the dialog "New collection"', {
    ...own('/create-nft'),
    open: byButton('create.token.newCollection', 'create.collection.title'),
  });
  itIsAccessible('the dialog that reports a token', {
    path: `/nfts/${token.uuid}`,
    user,
    answers: (api) => answerTrade(answers(api), token, []),
    open: byButton('moderation.report.open.token', 'moderation.report.title.token'),
  });
  itIsAccessible('the menu of the wallet', {
    ...own('/nfts'),
    open: async (say) => {
      await button(header(), new RegExp(`^${say('wallet.menu')}`)).click();
      await seen(page.getByRole('menuitem', { name: say('wallet.disconnect') }));
    },
  });
});

const admin = aUser({ role: 'ADMIN' });
const days = Array.from({ length: 90 }, (_, day) => daysAgo(89 - day).slice(0, 10));
const adminAnswers = (api: App['api']) =>
  answerTrade(answers(api), token, [])
    .answer(statusEndpoints.ready, () => refuse(503, 'notReady'))
    .answer(adminEndpoints.dashboard, () => ({
      data: {
        trade: {
          volume: '12.5',
          fees: '1.25',
          sales: 7,
          days: days.map((day, index) => ({ day, volume: `${index % 3}`, fees: '0.1', sales: index % 2 })),
        },
        users: { total: 31, blocked: 1, days: days.map((day, index) => ({ day, joined: index % 4 })) },
        tokens: { minted: 40, onSale: 9 },
        jobs: { waiting: 1, failed: 1 },
        mails: { sent: 20, failed: 1, waiting: 0 },
        missingWords: 2,
        marketplaceFeePercent: 10,
        asShipped: { isContactMissing: true, pages: ['terms' as const, 'privacy' as const] },
        lostMarks: [
          {
            subjectType: 'user' as const,
            subjectUuid: SELLER.uuid,
            name: 'Ann',
            nameThen: 'Anna Vale',
            at: daysAgo(1),
          },
        ],
      },
    }))
    .answer(adminEndpoints.users, () =>
      listOf([
        {
          ...personOf(SELLER),
          role: SELLER.role,
          email: SELLER.email,
          isEmailConfirmed: true,
          createdAt: SELLER.createdAt,
          blockedAt: null,
          blockedReason: null,
        },
      ]),
    )
    .answer(auditEndpoints.audit, () => listOf([]))
    .answer(adminEndpoints.categories, () => ({ data: [] }))
    .answer(exhibitionEndpoints.list, () => ({ data: [anAdminExhibition()] }))
    .answer(moderationEndpoints.featured, () => ({ data: [aCollection()] }))
    .answer(moderationEndpoints.cases, () =>
      listOf([
        {
          subjectType: 'token' as const,
          subjectUuid: token.uuid,
          name: token.name,
          image: IMAGE,
          avatar: null,
          creator: personOf(SELLER),
          hidden: null,
          reportCount: 1,
          reasons: [{ reason: 'FAKE' as const, count: 1 }],
          reports: [
            {
              uuid: uuidOf(103),
              reason: 'FAKE' as const,
              note: 'A copy of mine.',
              reporter: personOf(user),
              createdAt: daysAgo(1),
            },
          ],
          lastAt: daysAgo(1),
        },
      ]),
    );
const atDashboard = (path: string) => ({ path, user: admin, answers: adminAnswers });

describe('the admin dashboard', () => {
  itIsAccessible('the dashboard', {
    ...atDashboard('/admin-profile'),
    open: () => seen(main().getByText('31').first()),
  });
  it('names the most sales of a day, which no axis shows', async () => {
    await openApp('/admin-profile', { user: admin, answers: adminAnswers });
    await expect.element(main().getByText('Sales: up to 1 a day')).toBeVisible();
  });
  it('names who lost the verified mark by a new name, with the old one and the way to their page', async () => {
    await openApp('/admin-profile', { user: admin, answers: adminAnswers });
    const line = main().getByRole('region', { name: 'Lost the verified mark' }).getByRole('listitem');
    await expect.element(line).toHaveTextContent(/^Ann was “\u2068?Anna Vale\u2069?” · yesterday$/);
    await expect.element(line.getByRole('link')).toHaveAttribute('href', `/profile/${SELLER.uuid}`);
  });
  it('says what is still as it came, with the setting and the files that change it', async () => {
    await openApp('/admin-profile', { user: admin, answers: adminAnswers });
    const lines = main().getByRole('region', { name: 'Before you open to the public' }).getByRole('listitem');
    await expect.element(lines.nth(0)).toHaveTextContent('Set CONTACT_ADDRESS');
    await expect.element(lines.nth(1)).toHaveTextContent(/^Terms.*DATA_DIR\/pages\/terms.en.md/);
    await expect.element(lines.nth(2)).toHaveTextContent(/privacy.ukr.md/);
  });
  itIsAccessible('the list of users', {
    ...atDashboard('/admin-profile?section=users'),
    open: () =>
      seen(
        main()
          .getByText(SELLER.email ?? '')
          .first(),
      ),
  });
  for (const name of ['audit', 'moderation', 'featured', 'exhibitions'])
    itIsAccessible(`the section ${name}`, atDashboard(`/admin-profile?section=${name}`));
  itIsAccessible('the dialog that plans an exhibition', {
    ...atDashboard('/admin-profile?section=exhibitions'),
    open: byButton('admin.exhibition.add', 'admin.exhibition.add'),
  });
  itIsAccessible('the dialog that adds a category', {
    ...atDashboard('/admin-profile?section=categories'),
    open: byButton('admin.category.add', 'admin.category.add'),
  });
  itIsAccessible('the dialog that hides a token', {
    ...atDashboard(`/nfts/${token.uuid}`),
    open: byButton('moderation.act.hide', 'moderation.decide.hide.title'),
  });
});
