import { expect, type Page } from '@playwright/test';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import { call } from '../api.ts';
import { listedTokens, type Listed } from '../seed/works.ts';
import type { PublicWorks } from './owner.ts';
import { header, main, press, shown, type Say, type Screen } from './screen.ts';

/** A dialog that opens from the sign-in dialog of the header. */
const auth = (name: string, path: string, then: (page: Page, say: Say) => Promise<void>): Screen => ({
  name,
  path,
  isInComponentTest: true,
  open: async (page, say) => {
    await press(header(page), say('auth.signIn'));
    await shown(page, say('auth.login.title'));
    await then(page, say);
  },
});
const within = (page: Page) => page.getByRole('dialog');

/** Repeats the draw of a hatch in this browser. */
const replay = async (page: Page, say: Say) => {
  await press(main(page), say('breeding.replay.open'));
  await expect(main(page).locator('[data-agreed=true]')).toBeVisible();
};

/**
 * The odds of a pair, a breeding with its replay, a family, and the choice of a parent; none if the seed has no child.
 */
const breedingScreens = async (): Promise<Screen[]> => {
  const parents = await call(breedingCalls.tokens, { query: { sortBy: 'generation:ASC', limit: 2 } });
  const hatched = await call(breedingCalls.list, { query: { status: 'HATCHED', limit: 1 } });
  const [[one, other], [born]] = [parents.data, hatched.data];
  if (!one || !other || !born?.child) return [];
  return [
    {
      name: 'breeding-pair',
      path: `/breeding?matron=${one.uuid}&sire=${other.uuid}`,
      open: (page) => expect(main(page).getByRole('table').first()).toBeVisible(),
    },
    { name: 'breeding-story', path: `/breeding?breeding=${born.uuid}`, isTall: true, open: replay },
    {
      name: 'token-family',
      path: `/nfts/${born.child.uuid}`,
      isTall: true,
      // The family loads when it scrolls into view.
      open: async (page) => {
        await page.keyboard.press('End');
        await expect(main(page).locator('[data-family]')).toBeVisible();
      },
    },
    {
      name: 'dialog-breeding-picker',
      path: '/breeding',
      open: async (page, say) => {
        await main(page).locator('[data-place=matron]').click();
        await shown(page, say('breeding.place.matron.title'));
        await expect(page.getByRole('dialog').locator('[data-pick]').first()).toBeVisible();
      },
    },
  ];
};

/** The screens of works that the seed does not have. */
const withWorks = ({ sound, model, lot, auction }: PublicWorks): Screen[] => [
  { name: 'token-sound', path: `/nfts/${sound}`, isInComponentTest: true },
  { name: 'token-model', path: `/nfts/${model}`, isInComponentTest: true },
  { name: 'token-auction', path: `/nfts/${lot}`, isInComponentTest: true },
  { name: 'offer-auction', path: `/offers/${auction}`, isInComponentTest: true },
];

/** The screens that anyone can see. @param own the works that the seed does not have; without them, none of their screens */
export const publicScreens = async (own?: PublicWorks): Promise<Screen[]> => {
  const tokens = await listedTokens();
  const work = tokens.find(({ type }) => type === 'ERC721') as Listed;
  const edition = tokens.find(({ type }) => type === 'ERC1155') as Listed;
  const token = `/nfts/${work.uuid}`;
  const breeding = await breedingScreens();
  return [
    { name: 'gallery', path: '/nfts', isInComponentTest: true },
    { name: 'gallery-empty', path: '/nfts?search=zzzzzz', isInComponentTest: true },
    {
      name: 'filter-sheet',
      path: '/nfts',
      isInComponentTest: true,
      open: async (page, say) => {
        // On wide screens the filter panels are beside the tokens.
        const button = main(page).getByRole('button', { name: say('token.filter.title'), exact: true });
        if (!(await button.isVisible())) return;
        await button.click();
        await shown(page, say('token.filter.title'));
      },
    },
    { name: 'token', path: token, isInComponentTest: true },
    {
      name: 'dialog-share',
      path: token,
      isInComponentTest: true,
      open: async (page, say) => {
        await press(main(page), say('share.title'));
        await shown(page, say('share.title'));
      },
    },
    {
      name: 'dialog-keyboard',
      path: token,
      isInComponentTest: true,
      open: async (page, say) => {
        await page.keyboard.press('?');
        await shown(page, say('app.keys.title'));
      },
    },
    {
      name: 'more-sheet',
      path: token,
      isInComponentTest: true,
      open: async (page, say) => {
        // Wide screens have its places in the header and the footer.
        const button = page.getByRole('button', { name: say('app.nav.more'), exact: true });
        if (!(await button.isVisible())) return;
        await button.click();
        await shown(page, say('app.nav.more'));
      },
    },
    { name: 'token-edition', path: `/nfts/${edition.uuid}`, isInComponentTest: true },
    {
      name: 'lightbox',
      path: `/nfts/${edition.uuid}`,
      isInComponentTest: true,
      // A reload keeps it open.
      isOnce: true,
      open: async (page, say) => {
        await main(page)
          .getByRole('link', { name: say('token.page.fullSize') })
          .click();
        await expect(page.getByRole('dialog').getByRole('button', { name: say('work.lightbox.in') })).toBeVisible();
      },
    },
    { name: 'collections', path: '/collections?period=30d', isInComponentTest: true },
    { name: 'auctions', path: '/auctions', isInComponentTest: true },
    { name: 'artists', path: '/artists', isInComponentTest: true },
    { name: 'activity', path: '/activity', isInComponentTest: true },
    { name: 'search', path: '/search', isInComponentTest: true },
    { name: 'search-found', path: '/search?q=carpathans', isInComponentTest: true },
    { name: 'help', path: '/help' },
    { name: 'collection', path: `/collections/${work.collection.uuid}` },
    {
      name: 'collection-activity',
      path: `/collections/${work.collection.uuid}?view=activity`,
      isInComponentTest: true,
    },
    { name: 'offer', path: `/offers/${work.listing.offerUuid}`, isInComponentTest: true },
    ...(own ? withWorks(own) : []),
    { name: 'profile', path: `/profile/${work.creator.uuid}`, isInComponentTest: true },
    { name: 'breeding', path: '/breeding' },
    ...breeding,
    { name: 'missing', path: '/nfts/00000000-0000-7000-8000-000000000000', isInComponentTest: true },
    { name: 'confirmation', path: '/confirmation', isInComponentTest: true },
    { name: 'reset-password', path: '/reset-password/some-token', isInComponentTest: true },
    {
      name: 'reset-password-stale',
      path: '/reset-password/some-token',
      isInComponentTest: true,
      open: async (page, say) => {
        await main(page).getByLabel(say('auth.resetPassword.new'), { exact: true }).fill('a long enough one');
        await main(page).getByLabel(say('auth.repeated'), { exact: true }).fill('a long enough one');
        await press(main(page), say('auth.resetPassword.set'));
        await expect(main(page).getByRole('button', { name: say('auth.resetPassword.newLink') })).toBeVisible();
      },
    },
    auth('dialog-login', '/nfts', async () => {}),
    auth('dialog-login-wallet', '/nfts', async (page, say) => {
      await press(within(page), say('auth.login.byWallet'));
      await shown(page, say('auth.loginWallet.title'));
    }),
    auth('dialog-register', '/nfts', async (page, say) => {
      await press(within(page), say('auth.login.register'));
      await shown(page, say('auth.register.title'));
      await press(within(page), say('auth.register.submit'));
    }),
    {
      ...auth('dialog-registered', '/nfts', async (page, say) => {
        await press(within(page), say('auth.login.register'));
        await shown(page, say('auth.register.title'));
        await within(page).getByLabel(say('auth.email')).fill(`looks.${Date.now()}@example.com`);
        await within(page).getByLabel(say('auth.password'), { exact: true }).fill('a long enough one');
        await within(page).getByLabel(say('auth.repeated'), { exact: true }).fill('a long enough one');
        await press(within(page), say('auth.register.submit'));
        await shown(page, say('auth.registered.title'));
      }),
      isOnce: true,
    },
    auth('dialog-reset-password', '/nfts', async (page, say) => {
      await press(within(page), say('auth.login.forgot'));
      await shown(page, say('auth.resetPassword.title'));
    }),
    {
      name: 'dialog-participate',
      path: token,
      isInComponentTest: true,
      open: async (page, say) => {
        await press(page, say('trade.action.buy'));
        await shown(page, say('auth.participate.title'));
      },
    },
  ];
};
