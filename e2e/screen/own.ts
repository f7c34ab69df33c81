import { expect, type Page } from '@playwright/test';
import { totp } from '../api.ts';
import { picture } from '../people.ts';
import type { Owner } from './owner.ts';
import { dialogBy, header, main, press, shown, type Say, type Screen } from './screen.ts';

const section = (page: Page, say: Say, id: string) =>
  main(page).getByRole('region', { name: say(`settings.${id}.title`), exact: true });

const crop = (shape: 'avatar' | 'background'): Screen => ({
  name: `dialog-crop-${shape}`,
  path: '/settings',
  isOwn: true,
  open: async (page, say) => {
    await main(page)
      .getByLabel(say(`settings.profile.choose.${shape}`))
      .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: await picture() });
    await shown(page, say(`settings.crop.${shape}`));
    await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible();
  },
});

/** The admin dashboard; its lists of currencies and networks look like that of categories. */
const ADMIN_DASHBOARD: Screen[] = [
  { name: 'admin', path: '/admin-profile', isOwn: true },
  { name: 'admin-users', path: '/admin-profile?section=users', isOwn: true },
  { name: 'admin-audit', path: '/admin-profile?section=audit', isOwn: true },
  dialogBy('admin-category', '/admin-profile?section=categories', 'admin.category.add', 'admin.category.add'),
];

/** The screens of a user's own account: profile, settings, the creation forms, the admin dashboard. */
export const ownScreens = (own: Owner): Screen[] => [
  { name: 'own-profile', path: '/profile', isOwn: true },
  { name: 'own-profile-empty', path: '/profile?tab=favorites', isOwn: true },
  { name: 'offers-received', path: '/profile?offers=received', isOwn: true },
  { name: 'offers-made', path: '/profile?offers=made', isOwn: true },
  { name: 'offers-auctions', path: '/profile?offers=auctions', isOwn: true },
  dialogBy('cancel-all', '/profile', 'trade.cancelAll.open', 'trade.cancelAll.title'),
  { name: 'portfolio', path: '/portfolio', isOwn: true },
  { name: 'feed', path: '/feed', isOwn: true },
  { name: 'edit-collection', path: `/collections/${own.collection}/edit`, isOwn: true },
  {
    name: 'own-menu',
    path: '/profile',
    isOwn: true,
    open: async (page, say) => {
      await page.getByRole('button', { name: new RegExp(`^${say('auth.menu.label')}`) }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'notifications',
    path: '/profile',
    isOwn: true,
    open: async (page, say) => {
      await header(page)
        .getByRole('button', { name: new RegExp(`^${say('notification.bell')}`) })
        .click();
      await shown(page, say('notification.title'));
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  { name: 'settings', path: '/settings', isOwn: true },
  {
    name: 'settings-forms',
    path: '/settings',
    isOwn: true,
    isTall: true,
    open: async (page, say) => {
      const account = section(page, say, 'account');
      await press(account, say('settings.email.change'));
      await press(account, say('settings.phone.add'));
      await press(account, say('settings.phone.send'));
      await press(section(page, say, 'security'), say('settings.password.set'));
      await expect(section(page, say, 'security').getByLabel(say('settings.password.repeated'))).toBeVisible();
    },
  },
  crop('avatar'),
  crop('background'),
  {
    name: 'dialog-two-factor',
    path: '/settings',
    isOwn: true,
    open: async (page, say) => {
      await press(section(page, say, 'security'), say('settings.twoFactor.turnOn'));
      await shown(page, say('settings.twoFactor.setupTitle'));
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
  {
    name: 'dialog-recovery-codes',
    path: '/settings',
    isOwn: true,
    isOnce: true,
    open: async (page, say) => {
      await own.unlock();
      await page.reload();
      await press(section(page, say, 'security'), say('settings.twoFactor.turnOn'));
      const dialog = page.getByRole('dialog');
      const secret = (await dialog.locator('button[title]').getAttribute('title')) ?? '';
      await dialog.getByLabel(say('settings.twoFactor.code')).fill(totp(secret));
      await press(dialog, say('settings.twoFactor.enable'));
      await shown(page, say('settings.twoFactor.codesTitle'));
      own.keep((await dialog.getByRole('listitem').first().textContent()) ?? '');
    },
  },
  {
    name: 'dialog-two-factor-off',
    path: '/settings',
    isOwn: true,
    isOnce: true,
    open: async (page, say) => {
      await press(section(page, say, 'security'), say('settings.twoFactor.turnOff'));
      await shown(page, say('settings.twoFactor.disableTitle'));
    },
  },
  dialogBy('add-money', '/settings', 'onramp.title', 'onramp.title'),
  { name: 'create-collection', path: '/create-collection', isOwn: true },
  {
    name: 'dialog-discard',
    path: '/create-collection',
    isOwn: true,
    isInComponentTest: true,
    open: async (page, say) => {
      await main(page).getByLabel(say('create.name'), { exact: true }).fill('Paper boats');
      await page
        .getByRole('link', { name: say('app.nav.auctions'), exact: true })
        .filter({ visible: true })
        .first()
        .click();
      await shown(page, say('app.discard.title'));
    },
  },
  {
    name: 'create-nft',
    path: '/create-nft',
    isOwn: true,
    isTall: true,
    open: async (page, say) => {
      await press(page, say('create.addProperty'));
      const languages = ['en', 'ukr'].map((language) => say(`create.localization.add.${language}`));
      await page.getByRole('button', { name: new RegExp(languages.join('|')) }).click();
      await press(page, say('create.token.submit'));
    },
  },
  dialogBy('new-collection', '/create-nft', 'create.token.newCollection', 'create.collection.title'),
  ...(own.isAdmin
    ? [
        ...ADMIN_DASHBOARD,
        ...(own.exhibition ? [{ name: 'exhibition', path: `/exhibitions/${own.exhibition}`, isOwn: true }] : []),
        dialogBy('exhibition', '/admin-profile?section=exhibitions', 'admin.exhibition.add', 'admin.exhibition.add'),
        ...[
          'moderation',
          'featured',
          'exhibitions',
          'networks',
          'currencies',
          'operator',
          'jobs',
          'status',
          'words',
        ].map((section) => ({
          name: `admin-${section}`,
          path: `/admin-profile?section=${section}`,
          isOwn: true,
        })),
        {
          name: 'dialog-hide',
          path: `/nfts/${own.shop}`,
          isOwn: true,
          open: async (page: Page, say: Say) => {
            await press(main(page), say('moderation.act.hide'));
            await shown(page, say('moderation.decide.hide.title'));
          },
        },
      ]
    : [
        {
          name: 'dialog-report',
          path: `/nfts/${own.shop}`,
          isOwn: true,
          open: async (page: Page, say: Say) => {
            await press(main(page), say('moderation.report.open.token'));
            await shown(page, say('moderation.report.title.token'));
          },
        },
      ]),
];
