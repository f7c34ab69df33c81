import * as accountCalls from '@skarb/schema/calls/account';
import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import * as localeCalls from '@skarb/schema/calls/locale';
import type { Person } from '@skarb/local/person.ts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call } from '../api.ts';
import { modelFile, soundFile } from '../media-files.ts';
import { makeToken, newAccountWithEmail, newPerson, openOffer, reference } from '../people.ts';
import type { Language } from './screen.ts';

const DAY_MS = 86_400_000;
const run = promisify(execFile);
/** Makes an account an admin with the admin command; false if the stack's database is unknown. */
export const makeAdmin = async (email: string): Promise<boolean> => {
  const url = process.env.E2E_DATABASE_URL;
  if (!url) return false;
  const script = fileURLToPath(new URL('../../server/dist/admin.js', import.meta.url));
  await run(process.execPath, [script, 'grant', email], {
    env: { ...process.env, DATABASE_URL: url },
    timeout: 180_000,
  });
  return true;
};

const auctionOf = (person: Person, target: string, currencyUuid: string) =>
  openOffer(person, target, {
    type: 'AUCTION',
    reservePrice: '0.4',
    currencyUuid,
    quantity: 1,
    endsAt: new Date(Date.now() + 3 * DAY_MS).toISOString(),
    minIncrementPercent: 5,
  });

/** The works of a seller that a visitor’s screens need beside the seeded ones: an auction with a bid, a sound, a 3D model. */
const publicWorks = async (seller: Person, bidder: Person) => {
  const { currency } = await reference(seller);
  const lot = await makeToken(seller, { name: 'The first morning', royalty: 5 });
  const auction = await auctionOf(seller, lot.uuid, currency('WETH').uuid);
  await openOffer(bidder, auction.uuid, { type: 'BID', price: '0.4' });
  const sound = await makeToken(seller, {
    name: 'A note',
    file: { bytes: soundFile(), name: 'note.wav', type: 'audio/wav' },
  });
  const model = await makeToken(seller, {
    name: 'A pyramid',
    file: { bytes: modelFile(), name: 'pyramid.glb', type: 'model/gltf-binary' },
  });
  return { lot: lot.uuid, auction: auction.uuid, sound: sound.uuid, model: model.uuid };
};
export type PublicWorks = Awaited<ReturnType<typeof publicWorks>>;

/**
 * An account with a token on sale, one in an auction and an edition that has an offer, and a second seller whose tokens
 * this account can buy and bid on: together they make every dialog available.
 */
export const anOwner = async () => {
  const { key, person: owner, email } = await newAccountWithEmail('Olena of the river');
  const seller = await newPerson();
  const { currency } = await reference(owner);
  const currencyUuid = currency('WETH').uuid;

  const single = await makeToken(owner, { name: 'Evening over the river', royalty: 5 });
  const edition = await makeToken(owner, { name: 'A hundred evenings', quantity: 100, royalty: 5 });
  const auctioned = await makeToken(owner, { name: 'The last evening', royalty: 5 });
  await openOffer(owner, single.uuid, { type: 'SALE', price: '1.25', currencyUuid });
  await auctionOf(owner, auctioned.uuid, currencyUuid);
  const shop = await makeToken(seller, { name: 'A hundred mornings', quantity: 100, royalty: 5 });
  await openOffer(seller, shop.uuid, { type: 'SALE', price: '0.01', currencyUuid, quantity: 60 });
  const works = await publicWorks(seller, owner);
  const bid = {
    type: 'BID' as const,
    currencyUuid,
    endsAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
    quantity: 1,
  };
  await openOffer(seller, edition.uuid, { ...bid, price: '0.2' });
  await openOffer(owner, shop.uuid, { ...bid, price: '0.005' });

  const isAdmin = await makeAdmin(email);
  let exhibition: string | undefined;
  if (isAdmin) {
    const inBoth = (en: string, ukr: string) => ({ en, ukr });
    const planned = await owner.call(exhibitionCalls.add, {
      body: {
        title: inBoth('Hours of a day', 'Години дня'),
        text: inBoth('From the first morning to the last evening.', 'Від першого ранку до останнього вечора.'),
        startsAt: new Date().toISOString(),
        endsAt: null,
        tokenUuids: [shop.uuid, works.lot, single.uuid],
        collectionUuid: null,
        offerUuid: null,
      },
    });
    exhibition = planned.data.uuid;
    await call(localeCalls.reportMissing, {
      params: { lng: 'en', ns: 'common' },
      body: { 'gallery.tooltip': 'An untranslated word' },
    });
  }
  let recovery: string | undefined;
  return {
    key,
    isAdmin,
    onSale: single.uuid,
    edition: edition.uuid,
    /** The collection of the work on sale. */ collection: single.collection.uuid,
    /** An exhibition; none if the owner is no admin. */ exhibition,
    auctioned: auctioned.uuid,
    /** The second seller's edition on sale, and their works, whose auction the owner leads. */ shop: shop.uuid,
    ...works,
    /** Sets the account's language, which the page applies when the account signs in. */
    speak: (language: Language) => owner.call(accountCalls.settings, { body: { language } }),
    /** Stores a recovery code of the second factor that a screen turned on. */
    keep: (code: string) => (recovery = code),
    /** Turns the second factor off again, and signs in: a round of screenshots takes longer than a token is valid. */
    unlock: async () => {
      if (recovery) await owner.call(accountCalls.twoFactorDisable, { body: { code: recovery } });
      recovery = undefined;
      await owner.signIn();
    },
  };
};
export type Owner = Awaited<ReturnType<typeof anOwner>>;
