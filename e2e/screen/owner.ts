import { Person } from '@skarb/local/person.ts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { call, mailTo } from '../api.ts';
import { stack } from '../chain.ts';
import { modelFile, soundFile } from '../media-files.ts';
import { makeToken, reference, someone, until } from '../people.ts';
import type { Language } from './screen.ts';

const DAY_MS = 86_400_000;
type Offered = { uuid: string; status: string; steps: Parameters<Person['run']>[0] };

/** Makes an offer on a token, or an auction's bid, does its steps and waits until it stands. */
const stand = async (person: Person, target: string, body: object): Promise<string> => {
  const offer = (await person.post(`/offer/${target}`, body)) as Offered;
  await person.run(offer.steps);
  await until(
    () => person.get(`/offer/${offer.uuid}`) as Promise<Offered>,
    ({ status }) => status === 'ACTIVE',
    'the offer to stand',
  );
  return offer.uuid;
};

const run = promisify(execFile);
/** Makes an account an admin's by the command that does it; where the stack's database is known. */
export const makeAdmin = async (email: string): Promise<boolean> => {
  const url = process.env.E2E_DATABASE_URL;
  if (!url) return false;
  const script = fileURLToPath(new URL('../../server/src/main/admin.ts', import.meta.url));
  await run(process.execPath, ['--import', 'tsx', script, 'grant', email], {
    env: { ...process.env, DATABASE_URL: url },
    timeout: 180_000,
  });
  return true;
};

/**
 * Somebody with a work on sale, one in an auction and an edition that somebody wants, and a seller he can buy from and
 * bid against: with both, every dialog can be opened.
 */
export const anOwner = async () => {
  const { apiUrl, rpcUrl } = stack();
  const key = generatePrivateKey();
  const owner = new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(key) });
  await owner.signIn();
  await owner.post('/dev/faucet', { address: owner.address });
  const seller = await someone();
  const { currency } = await reference(owner);
  const currencyUuid = currency('WETH').uuid;
  const auctionOf = (person: Person, target: string) =>
    stand(person, target, {
      type: 'AUCTION',
      reservePrice: '0.4',
      currencyUuid,
      quantity: 1,
      endsAt: new Date(Date.now() + 3 * DAY_MS).toISOString(),
      minIncrementPercent: 5,
    });

  const single = await makeToken(owner, { name: 'Evening over the river', royalty: 5 });
  const edition = await makeToken(owner, { name: 'A hundred evenings', quantity: 100, royalty: 5 });
  const auctioned = await makeToken(owner, { name: 'The last evening', royalty: 5 });
  await stand(owner, single.uuid, { type: 'SALE', price: '1.25', currencyUuid });
  await auctionOf(owner, auctioned.uuid);
  const shop = await makeToken(seller, { name: 'A hundred mornings', quantity: 100, royalty: 5 });
  const lot = await makeToken(seller, { name: 'The first morning', royalty: 5 });
  await stand(seller, shop.uuid, { type: 'SALE', price: '0.01', currencyUuid, quantity: 60 });
  const auction = await auctionOf(seller, lot.uuid);
  await stand(owner, auction, { type: 'BID', price: '0.4' });
  const bid = { type: 'BID', currencyUuid, endsAt: new Date(Date.now() + 7 * DAY_MS).toISOString(), quantity: 1 };
  await stand(seller, edition.uuid, { ...bid, price: '0.2' });
  await stand(owner, shop.uuid, { ...bid, price: '0.005' });

  const sound = await makeToken(seller, {
    name: 'A note',
    file: { bytes: soundFile(), name: 'note.wav', type: 'audio/wav' },
  });
  const model = await makeToken(seller, {
    name: 'A pyramid',
    file: { bytes: modelFile(), name: 'pyramid.glb', type: 'model/gltf-binary' },
  });

  const email = `owner.${Date.now()}@example.com`;
  await owner.form('PUT', '/auth/profile', { email, name: 'Olena of the river' });
  const token = decodeURIComponent(await mailTo(email, /confirmation\?token=([^\s&]+)/));
  await call('POST', '/auth/confirm/email', { json: { token } });
  const isAdmin = await makeAdmin(email);
  if (isAdmin)
    await call('POST', '/locales/add/en/common', { json: { 'gallery.tooltip': 'A word nobody has translated' } });
  let recovery: string | undefined;
  return {
    key,
    isAdmin,
    onSale: single.uuid,
    edition: edition.uuid,
    auctioned: auctioned.uuid,
    /** Another's edition on sale, and another's auction in which the owner leads. */ shop: shop.uuid,
    lot: lot.uuid,
    sound: sound.uuid,
    model: model.uuid,
    auction,
    /** The account's language, which the page takes over when its owner signs in. */
    speak: (language: Language) => owner.put('/auth/settings', { language }),
    /** Keeps a recovery code of the second factor that a screen turned on. */
    keep: (code: string) => (recovery = code),
    /** Turns the second factor off again. */
    unlock: async () => {
      if (recovery) await owner.post('/auth/two-factor/disable', { code: recovery });
      recovery = undefined;
    },
  };
};
export type Owner = Awaited<ReturnType<typeof anOwner>>;
