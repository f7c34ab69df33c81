import { accountEndpoints } from '@skarb/schema/account';
import { activityEndpoints } from '@skarb/schema/activity';
import { artistEndpoints } from '@skarb/schema/artist';
import { authEndpoints } from '@skarb/schema/auth';
import { collectionEndpoints } from '@skarb/schema/collection';
import { exhibitionEndpoints } from '@skarb/schema/exhibition';
import { frontPageEndpoints } from '@skarb/schema/front-page';
import { offerEndpoints } from '@skarb/schema/offer';
import { searchEndpoints } from '@skarb/schema/search';
import { tokenEndpoints } from '@skarb/schema/token';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { byButton, itIsAccessible, type Say } from '../../testing/accessibility.ts';
import {
  personOf,
  anArtist,
  aProfile,
  SELLER,
  aCollection,
  anOffer,
  aToken,
  aUser,
  IMAGE,
  cardOf,
  daysAgo,
  listOf,
  uuidOf,
  withOffers,
} from '../../testing/examples.ts';
import { aFrontPage, anActivity, aTrendingCollection, anExhibition } from '../../testing/front-examples.ts';
import { button, dialog, header, main, openApp, seen } from '../../testing/open-app.tsx';
import { refuse, type ScriptedApi } from '../../testing/scripted-api.ts';
import { anAuction, answerTrade } from '../../testing/trading.ts';

const trait = { value: 'Prussian blue', isNumber: false, share: 0.1429, count: 3, floorPrice: '0.18' };
const traits = ['Paper', 'Ink'].map((name) => ({ name, ...trait }));
const token = withOffers(aToken({ traits }), anOffer(aToken(), { price: '420.25' }));
const model = aToken({ image: { ...IMAGE, mimeType: 'model/gltf-binary' } });
const sound = aToken({ image: { ...IMAGE, mimeType: 'audio/wav' } });
const edition = aToken({ type: 'ERC1155', quantity: 100 });
const editionSale = anOffer(edition, { quantity: 60, quantityLeft: 60 });
const auction = { ...anOffer(token, anAuction({ highestBid: '1234.5', bidCount: 3 })), uuid: uuidOf(65) };
const found = {
  exact: null,
  corrected: 'owl',
  tokens: [{ ...cardOf(token), matched: { by: 'artist' as const, text: SELLER.name ?? '' } }],
  areTokensListed: true,
  collections: [aCollection()],
  people: [{ ...personOf(SELLER), works: 3 }],
};
const gallery = (api: ScriptedApi) =>
  api
    .answer(tokenEndpoints.list, () => listOf([cardOf(token)]))
    .answer(tokenEndpoints.show, () => ({ data: token }))
    .answer(collectionEndpoints.list, () => listOf([aCollection()]))
    .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
    .answer(offerEndpoints.show, () => ({ data: anOffer(token) }));

const openLogin = async (say: Say) => {
  await button(header(), say('auth.signIn')).click();
  await seen(dialog(say('auth.login.title')));
};
/** A dialog that the dialog "Login" leads to. */
const viaLogin = (press: string, title: string, then?: (say: Say) => Promise<void>) => ({
  path: '/nfts',
  answers: gallery,
  open: async (say: Say) => {
    await openLogin(say);
    await button(dialog(say('auth.login.title')), say(press)).click();
    await seen(dialog(say(title)));
    await then?.(say);
  },
});

const LATE_WAY = {
  id: `passkey:${uuidOf(81)}`,
  kind: 'passkey' as const,
  label: 'Somebody’s phone',
  key: null,
  addedAt: daysAgo(2),
  lastUsedAt: null,
  recordedSince: daysAgo(90),
  isRemovable: true,
  whyNot: null,
};

it('a new password removes the sign-in methods of the last days that are not the reader’s', async () => {
  const { api } = await openApp('/reset-password/some-token', {
    answers: (api) =>
      api
        .answer(accountEndpoints.resetLink, () => ({ data: { ways: [LATE_WAY], email: 'anna@example.com' } }))
        .answer(accountEndpoints.resetPassword, () => undefined),
  });
  await main().getByRole('checkbox', { name: LATE_WAY.label }).click();
  for (const label of ['New password', 'Password again'])
    await main().getByLabelText(label, { exact: true }).fill('a long enough one');
  await button(main(), 'Save the password').click();
  await seen(main().getByText(/Your new password is saved/));
  expect(api.requests(accountEndpoints.resetPassword)[0]?.body.removedWays).toEqual([LATE_WAY.id]);
});

it('on a phone the filters are a sheet whose button shows the number of results', async () => {
  await page.viewport(390, 844);
  await openApp('/nfts', { answers: gallery });
  await button(main(), 'Filters').click();
  const sheet = dialog('Filters');
  await button(sheet, 'Show 1 work').click();
  await expect.element(sheet).not.toBeInTheDocument();
});

describe('what a visitor sees', () => {
  itIsAccessible('the gallery', {
    path: '/nfts',
    answers: gallery,
    open: () => seen(main().getByRole('article').first()),
  });
  itIsAccessible('the sections of the first page', {
    path: '/nfts',
    answers: (api) =>
      gallery(api).answer(frontPageEndpoints.show, () => ({ data: aFrontPage({ exhibitions: [anExhibition()] }) })),
    open: () => seen(main().getByRole('timer').first()),
  });
  itIsAccessible('activity', {
    path: '/activity',
    answers: (api) =>
      api.answer(activityEndpoints.list, () =>
        listOf([
          anActivity(),
          anActivity({ uuid: uuidOf(202), kind: 'TRANSFER', price: null, usd: null, quantity: 100 }),
        ]),
      ),
    open: () => seen(main().getByRole('listitem').first()),
  });
  itIsAccessible('an exhibition', {
    path: `/exhibitions/${anExhibition().uuid}`,
    answers: (api) => api.answer(exhibitionEndpoints.show, () => ({ data: anExhibition() })),
    open: () => seen(main().getByRole('heading', { level: 1 })),
  });
  itIsAccessible('trending collections', {
    path: '/collections',
    answers: (api) =>
      api.answer(collectionEndpoints.trending, () =>
        listOf([aTrendingCollection({ trend: { volume: '13.4157', changePercent: -20, sales: 4 } })]),
      ),
    open: () => seen(main().getByRole('rowheader').first()),
  });
  itIsAccessible('the list of artists', {
    path: '/artists',
    answers: (api) => api.answer(artistEndpoints.list, () => listOf([anArtist()])),
    open: () => seen(main().getByRole('article').first()),
  });
  itIsAccessible('the profile of an artist', {
    path: `/profile/${SELLER.uuid}`,
    answers: (api) =>
      gallery(api).answer(authEndpoints.profile, () => ({
        data: aProfile(SELLER, {
          bio: 'Cuts mountains out of paper.',
          statement: { en: 'I cut what I see.', ukr: 'Ріжу те, що бачу.' },
          links: [{ kind: 'instagram', url: 'https://instagram.com/ann' }],
        }),
      })),
    open: () => seen(main().getByRole('heading', { level: 1 })),
  });
  itIsAccessible('auctions', {
    path: '/auctions',
    answers: gallery,
    open: () => seen(main().getByRole('article').first()),
  });
  itIsAccessible('no auctions', { path: '/auctions?view=upcoming' });
  itIsAccessible('an empty gallery', { path: '/nfts?search=zzzzzz' });
  itIsAccessible('the page of a token', {
    path: `/nfts/${token.uuid}`,
    answers: gallery,
    open: () => seen(main().getByRole('heading', { level: 1, name: token.name })),
  });
  itIsAccessible('the page of a sound at auction', {
    path: `/nfts/${token.uuid}`,
    answers: (api) =>
      answerTrade(api, sound, [
        anOffer(sound, { ...anAuction({ highestBid: '1234.5', bidCount: 3 }), uuid: uuidOf(64) }),
      ]),
    open: () => seen(main().getByRole('timer').first()),
  });
  itIsAccessible('the page of an edition', {
    path: `/nfts/${edition.uuid}`,
    answers: (api) => answerTrade(api, withOffers(edition, editionSale), [editionSale]),
    open: (say) => seen(button(main(), say('trade.action.buy'))),
  });
  itIsAccessible('the page of a 3D model', {
    path: `/nfts/${model.uuid}`,
    answers: (api) => answerTrade(api, model, []),
    open: (say) => seen(button(main(), say('work.model.open'))),
  });
  itIsAccessible('a picture in full size', {
    path: `/nfts/${token.uuid}`,
    answers: gallery,
    open: async (say) => {
      await main()
        .getByRole('link', { name: say('token.page.fullSize') })
        .click();
      await seen(button(dialog(token.name), say('work.lightbox.in')));
    },
  });
  itIsAccessible('the dialog "Share"', {
    path: `/nfts/${token.uuid}`,
    answers: gallery,
    open: byButton('share.title', 'share.title'),
  });
  itIsAccessible('the list of keys', {
    path: `/nfts/${token.uuid}`,
    answers: gallery,
    open: async (say) => {
      // Lower than the list: the keys have to reach what scrolls.
      await page.viewport(390, 640);
      await seen(main().getByRole('heading', { level: 1, name: token.name }));
      await userEvent.keyboard('?');
      await seen(dialog(say('app.keys.title')));
    },
  });
  itIsAccessible('the places behind "More" on a phone', {
    path: '/nfts',
    answers: gallery,
    open: async (say) => {
      await page.viewport(390, 844);
      await button(page.getByRole('navigation', { name: say('app.nav.places') }), say('app.nav.more')).click();
      await seen(dialog(say('app.nav.more')));
    },
  });
  itIsAccessible('the filters of a phone', {
    path: '/nfts',
    answers: gallery,
    open: async (say) => {
      await page.viewport(390, 844);
      await button(main(), say('token.filter.title')).click();
      await seen(dialog(say('token.filter.title')));
    },
  });
  itIsAccessible('the activity of a collection', {
    path: `/collections/${aCollection().uuid}?view=activity`,
    answers: (api) => gallery(api).answer(activityEndpoints.list, () => listOf([anActivity()])),
    open: () => seen(main().getByRole('listitem').first()),
  });
  itIsAccessible('the page of an offer', {
    path: `/offers/${anOffer(token).uuid}`,
    answers: (api) => answerTrade(api, token, [anOffer(token)]),
    open: () => seen(main().getByRole('heading', { level: 1 })),
  });
  itIsAccessible('the page of an auction', {
    path: `/offers/${auction.uuid}`,
    answers: (api) => answerTrade(api, token, [auction]),
    open: () => seen(main().getByRole('timer').first()),
  });
  itIsAccessible('the search', {
    path: '/search',
    answers: (api) =>
      api
        .answer(collectionEndpoints.trending, () =>
          listOf([{ ...aCollection(), trend: { volume: '1.5', changePercent: null, sales: 3 } }]),
        )
        .answer(artistEndpoints.list, () => listOf([anArtist({ name: 'Oksana Vereshchak of the Quiet Upper River' })])),
    open: () => seen(main().getByRole('heading', { level: 3 }).first()),
  });
  itIsAccessible('what a search found', {
    path: '/search?q=owll',
    answers: (api) => gallery(api).answer(searchEndpoints.find, () => ({ data: found })),
    open: () => seen(main().getByRole('article').first()),
  });
  itIsAccessible('a page that does not exist', {
    path: '/nfts/00000000-0000-7000-8000-000000000000',
    answers: (api) => api.answer(tokenEndpoints.show, () => refuse(404, 'token.notFound')),
  });
  itIsAccessible('the dialog "Login"', { path: '/nfts', answers: gallery, open: openLogin });
  itIsAccessible('the dialog "Login with wallet"', viaLogin('auth.login.byWallet', 'auth.loginWallet.title'));
  itIsAccessible(
    'the dialog "Register" with what is missing',
    viaLogin('auth.login.register', 'auth.register.title', async (say) =>
      button(dialog(say('auth.register.title')), say('auth.register.submit')).click(),
    ),
  );
  itIsAccessible('the dialog "Reset password"', viaLogin('auth.login.forgot', 'auth.resetPassword.title'));
  itIsAccessible('the message of a successful registration', {
    ...viaLogin('auth.login.register', 'auth.register.title', async (say) => {
      const form = dialog(say('auth.register.title'));
      await form.getByLabelText(say('auth.email')).fill('looks@example.com');
      for (const label of ['auth.password', 'auth.repeated'])
        await form.getByLabelText(say(label), { exact: true }).fill('a long enough one');
      await button(form, say('auth.register.submit')).click();
      await seen(dialog(say('auth.registered.title')));
    }),
    answers: (api) =>
      gallery(api).answer(authEndpoints.register, () => ({
        data: aUser({ isEmailConfirmed: false }),
        mail: { isSent: true, nextInSeconds: 60 },
      })),
  });
  itIsAccessible('the dialog "Want to participate?"', {
    path: `/nfts/${token.uuid}`,
    answers: gallery,
    open: async (say) => {
      await button(main(), say('trade.action.buy')).click();
      await seen(dialog(say('auth.participate.title')));
    },
  });
  itIsAccessible('a link to a new password that has expired', {
    path: '/reset-password/some-token',
    answers: (api) => api.answer(accountEndpoints.resetPassword, () => refuse(400, 'resetToken.invalid')),
    open: async (say) => {
      for (const label of ['auth.resetPassword.new', 'auth.repeated'])
        await main().getByLabelText(say(label), { exact: true }).fill('a long enough one');
      await button(main(), say('auth.resetPassword.set')).click();
      await seen(button(main(), say('auth.resetPassword.newLink')));
    },
  });
  itIsAccessible('a link to a new password of an account that got a sign-in method lately', {
    path: '/reset-password/some-token',
    answers: (api) =>
      api.answer(accountEndpoints.resetLink, () => ({ data: { ways: [LATE_WAY], email: 'anna@example.com' } })),
    open: () => main().getByRole('checkbox', { name: LATE_WAY.label }).click(),
  });
  itIsAccessible('the page of a link that confirms nothing', {
    path: '/confirmation',
    open: () => seen(main().getByRole('heading', { level: 1 })),
  });
});
