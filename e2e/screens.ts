import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '@skarb/local/person.ts';
import { readFileSync } from 'node:fs';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { stack } from './chain.ts';
import { makeToken, reference, until } from './people.ts';
import { ask, quiet } from './visitor.ts';

export type Language = 'en' | 'ukr';
export const LANGUAGES: readonly Language[] = ['en', 'ukr'];

/** The product's own words in a language, e.g. `say('auth.login.title')`; what stands in braces is left out. */
export const wordsOf = (language: Language) => {
  const files = new Map<string, unknown>();
  return (key: string): string => {
    const [file = '', ...path] = key.split('.');
    if (!files.has(file))
      files.set(
        file,
        JSON.parse(readFileSync(new URL(`../web/locales/${language}/common/${file}.json`, import.meta.url), 'utf8')),
      );
    const found = path.reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], files.get(file));
    if (typeof found !== 'string') throw new Error(`no words for ${key} in ${language}`);
    return found.replace(/\{\{\w+\}\}/g, '').trim();
  };
};
type Say = ReturnType<typeof wordsOf>;

/** A screen, or a dialog on one: its address and how it is opened. */
export type Screen = {
  name: string;
  path: string;
  /** Signed in as the owner of the works made for it. */ isOwn?: boolean;
  open?: (page: Page, say: Say) => Promise<void>;
};

const press = (place: Page | Locator, name: string, role: 'button' | 'menuitem' = 'button') =>
  place.getByRole(role, { name, exact: true }).first().click();
const shown = (page: Page, title: string) => expect(page.getByRole('dialog', { name: title })).toBeVisible();
const header = (page: Page) => page.getByRole('banner');

/** Signs in by wallet in whatever language the page is. */
export const signInWith = async (page: Page, say: Say): Promise<void> => {
  await press(header(page), say('auth.signIn'));
  await press(page.getByRole('dialog'), say('auth.login.byWallet'));
  await page
    .getByRole('dialog', { name: say('auth.loginWallet.title') })
    .getByRole('button', { name: 'MetaMask' })
    .click();
  await expect(page.getByRole('button', { name: new RegExp(`^${say('auth.menu.label')}`) })).toBeVisible();
};

/** Somebody with a work on sale and an edition that is not, so that every dialog of a seller can be opened. */
export const anOwner = async (): Promise<{
  account: PrivateKeyAccount;
  key: `0x${string}`;
  onSale: string;
  edition: string;
  /** The account's language, which the page takes over when its owner signs in. */
  speak: (language: Language) => Promise<unknown>;
}> => {
  const { apiUrl, rpcUrl } = stack();
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const owner = new Person({ apiUrl, rpcUrl, account });
  await owner.signIn();
  await owner.post('/dev/faucet', { address: owner.address });
  const single = await makeToken(owner, { name: 'Evening over the river', royalty: 5 });
  const edition = await makeToken(owner, { name: 'Ten evenings', quantity: 10, royalty: 5 });
  const { currency } = await reference(owner);
  type Sale = { uuid: string; status: string; steps: Parameters<Person['run']>[0] };
  const sale = (await owner.post(`/offer/${single.uuid}`, {
    type: 'SALE',
    price: '1.25',
    currencyUuid: currency('WETH').uuid,
  })) as Sale;
  await owner.run(sale.steps);
  await until(
    () => owner.get(`/offer/${sale.uuid}`) as Promise<Sale>,
    ({ status }) => status === 'ACTIVE',
    'the listing',
  );
  return {
    account,
    key,
    onSale: single.uuid,
    edition: edition.uuid,
    speak: (language) => owner.put('/auth/settings', { language }),
  };
};

type Card = {
  uuid: string;
  type: string;
  collection: { uuid: string };
  creator: { uuid: string; name: string | null };
  listing: { offerUuid: string } | null;
};

/** Every screen and dialog there is. */
export const allScreens = async (own: { onSale: string; edition: string }): Promise<Screen[]> => {
  const cards = (await ask<Card[]>('/token?onSale=true&limit=60&sortBy=createdAt:ASC')).filter(
    ({ creator, listing }) => creator.name && listing,
  );
  const work = cards.find(({ type }) => type === 'ERC721') as Card;
  const edition = cards.find(({ type }) => type === 'ERC1155') as Card;
  const auth = (name: string, path: string, then: (page: Page, say: Say) => Promise<void>): Screen => ({
    name,
    path,
    open: async (page, say) => {
      await press(header(page), say('auth.signIn'));
      await shown(page, say('auth.login.title'));
      await then(page, say);
    },
  });
  const token = `/nfts/${work.uuid}`;
  return [
    { name: 'gallery', path: '/nfts' },
    { name: 'gallery-empty', path: '/nfts?search=zzzzzz' },
    {
      name: 'filter-sheet',
      path: '/nfts',
      open: async (page, say) => {
        // On wide screens the panels stand beside the works.
        const button = page.getByRole('main').getByRole('button', { name: say('token.filter.title'), exact: true });
        if (!(await button.isVisible())) return;
        await button.click();
        await shown(page, say('token.filter.title'));
      },
    },
    { name: 'token', path: token },
    { name: 'token-edition', path: `/nfts/${edition.uuid}` },
    { name: 'collection', path: `/collections/${work.collection.uuid}` },
    { name: 'offer', path: `/offers/${work.listing?.offerUuid}` },
    { name: 'profile', path: `/profile/${work.creator.uuid}` },
    { name: 'breeding', path: '/breeding' },
    { name: 'missing', path: '/nfts/00000000-0000-7000-8000-000000000000' },
    { name: 'confirmation', path: '/confirmation' },
    auth('dialog-login', '/nfts', async () => {}),
    auth('dialog-login-wallet', '/nfts', async (page, say) => {
      await press(page.getByRole('dialog'), say('auth.login.byWallet'));
      await shown(page, say('auth.loginWallet.title'));
    }),
    auth('dialog-register', '/nfts', async (page, say) => {
      await press(page.getByRole('dialog'), say('auth.login.register'));
      await shown(page, say('auth.register.title'));
      await press(page.getByRole('dialog'), say('auth.register.submit'));
    }),
    {
      name: 'dialog-participate',
      path: token,
      open: async (page, say) => {
        await press(page, say('trade.action.buy'));
        await shown(page, say('auth.participate.title'));
      },
    },
    { name: 'own-profile', path: '/profile', isOwn: true },
    { name: 'own-profile-empty', path: '/profile?tab=favorites', isOwn: true },
    {
      name: 'own-menu',
      path: '/profile',
      isOwn: true,
      open: async (page, say) => {
        await page.getByRole('button', { name: new RegExp(`^${say('auth.menu.label')}`) }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    { name: 'create-collection', path: '/create-collection', isOwn: true },
    {
      name: 'create-nft',
      path: '/create-nft',
      isOwn: true,
      open: async (page, say) => {
        await press(page, say('create.addProperty'));
        await press(page, say('create.token.submit'));
      },
    },
    {
      name: 'dialog-new-collection',
      path: '/create-nft',
      isOwn: true,
      open: async (page, say) => {
        await press(page, say('create.token.newCollection'));
        await shown(page, say('create.collection.title'));
      },
    },
    {
      name: 'dialog-purchase',
      path: `/nfts/${edition.uuid}`,
      isOwn: true,
      open: async (page, say) => {
        await press(page, say('trade.action.buy'));
        await shown(page, say('trade.buy.title'));
      },
    },
    { name: 'own-sale', path: `/nfts/${own.onSale}`, isOwn: true },
    {
      name: 'dialog-edit',
      path: `/nfts/${own.onSale}`,
      isOwn: true,
      open: async (page, say) => {
        await press(page, say('trade.own.edit'));
        await shown(page, say('trade.edit.title'));
      },
    },
    {
      name: 'dialog-cancel',
      path: `/nfts/${own.onSale}`,
      isOwn: true,
      open: async (page, say) => {
        await press(page, say('trade.own.cancel'));
        await shown(page, say('trade.cancel.title'));
      },
    },
    {
      name: 'dialog-sell',
      path: `/nfts/${own.edition}`,
      isOwn: true,
      open: async (page, say) => {
        await press(page.getByRole('main'), say('trade.action.sell'));
        await shown(page, say('trade.sell.title'));
      },
    },
  ];
};

/** Waits until a screen stands still: alive, its words there, its pictures in, its motions over. */
export const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('load');
  await quiet(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      document
        .getAnimations()
        .filter((motion) => motion.effect?.getComputedTiming().endTime !== Infinity)
        .map((motion) => motion.finished.catch(() => {})),
    );
  });
};
