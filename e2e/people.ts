import type { BodyOf } from '@skarb/client';
import { Person } from '@skarb/local/person.ts';
import * as authCalls from '@skarb/schema/calls/auth';
import * as collectionCalls from '@skarb/schema/calls/collection';
import * as devCalls from '@skarb/schema/calls/dev';
import * as offerCalls from '@skarb/schema/calls/offer';
import * as referenceCalls from '@skarb/schema/calls/reference';
import * as tokenCalls from '@skarb/schema/calls/token';
import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import sharp from 'sharp';
import type { Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { confirmEmail, until } from './api.ts';
import { stack } from './chain.ts';

export { until };

/** The account of a wallet, signed in through the API. */
export const personOf = async (key: Hex, at: { url: string; rpcUrl: string } = stack()): Promise<Person> => {
  const person = new Person({ apiUrl: `${at.url}/api`, rpcUrl: at.rpcUrl, account: privateKeyToAccount(key) });
  await person.signIn();
  return person;
};
/** A new account with play money, and the key of its wallet, which a test browser may also use. */
export const newAccount = async (): Promise<{ person: Person; key: Hex }> => {
  const key = generatePrivateKey();
  const person = await personOf(key);
  await person.call(devCalls.faucet, { body: { address: person.address } });
  return { person, key };
};
export const newPerson = async (): Promise<Person> => (await newAccount()).person;
/** A new account with play money and a confirmed e-mail address. */
export const newAccountWithEmail = async (name: string) => {
  const account = await newAccount();
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@example.com`;
  await account.person.call(authCalls.editProfile, { body: { email, name } });
  await confirmEmail(email);
  return { ...account, email };
};

let pictures = 0;
/** A small PNG with unique bytes: the store identifies a file by its bytes. */
export const picture = async (): Promise<Buffer> => {
  const hue = (pictures++ * 47) % 360;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320">
      <rect width="320" height="320" fill="hsl(${hue} 60% 30%)"/><circle cx="160" cy="160" r="${60 + (pictures % 90)}" fill="hsl(${(hue + 120) % 360} 70% 60%)"/>
    </svg>`),
  )
    .png()
    .toBuffer();
};
const fileOf = (bytes: Uint8Array, name: string, type: string) =>
  new File([bytes as Uint8Array<ArrayBuffer>], name, { type });
export const pictureFile = async (): Promise<File> => fileOf(await picture(), 'picture.png', 'image/png');

/** A category, the network and the currencies of the stack, for forms. */
export const reference = async (person: Person) => {
  const [categories, networks, currencies] = await Promise.all([
    person.call(referenceCalls.categories),
    person.call(referenceCalls.networks),
    person.call(referenceCalls.currencies),
  ]);
  const currency = (symbol: string) => {
    const found = currencies.data.find((row) => row.symbol === symbol);
    if (!found) throw new Error(`no currency ${symbol}`);
    return found;
  };
  // Not simply the first category: another test may have made it and removes it while it is empty.
  const category = categories.data.find(({ name }) => name === 'Abstract');
  return { categoryUuid: category?.uuid as string, networkUuid: networks.data[0]?.uuid as string, currency };
};

/** A token as GET /token/{id} returns it, minted: its contract and id are known. */
export type Minted = TokenDetail & { contractAddress: Address; tokenId: string };
type TokenFields = {
  name: string;
  /** An edition if greater than one. */ quantity?: number | undefined;
  royalty?: number | undefined;
  properties?: { name: string; value: string }[];
  file?: { bytes: Uint8Array; name: string; type: string };
};

export const createCollection = async (creator: Person, name = `Test ${Date.now() % 1e6}`): Promise<string> =>
  (await creator.call(collectionCalls.create, { body: { name, file: await pictureFile() } })).data.uuid;

/** Creates a token in a collection and mints it. */
export const mintIn = async (creator: Person, collectionUuid: string, fields: TokenFields): Promise<Minted> => {
  const { categoryUuid, networkUuid } = await reference(creator);
  const { file, properties = [{ name: 'Mood', value: 'Calm' }] } = fields;
  const { data } = await creator.call(tokenCalls.create, {
    body: {
      name: fields.name,
      description: 'Made by a test.',
      type: fields.quantity ? 'ERC1155' : 'ERC721',
      quantity: fields.quantity,
      royalty: fields.royalty ?? 0,
      networkUuid,
      collectionUuid,
      categoryUuid,
      properties: JSON.stringify(properties),
      file: file ? fileOf(file.bytes, file.name, file.type) : await pictureFile(),
    } as BodyOf<typeof tokenCalls.create>,
  });
  await creator.run(data.steps);
  const minted = await until(
    async () => (await creator.call(tokenCalls.show, { params: { id: data.uuid } })).data,
    ({ status }) => status === 'minted',
    `mint of “${fields.name}”`,
  );
  return minted as Minted;
};
/** Mints a token in a new collection. */
export const makeToken = async (creator: Person, fields: Partial<TokenFields> = {}): Promise<Minted> =>
  mintIn(creator, await createCollection(creator), { name: 'A test piece', ...fields });

/** Two single tokens of one new collection that differ in a property, for breeding. */
export const makePair = async (creator: Person): Promise<{ collection: string; tokens: string[] }> => {
  const collection = await createCollection(creator, `Pair ${Date.now() % 1e6}`);
  const tokens: string[] = [];
  for (const value of ['Calm', 'Wild'])
    tokens.push(
      (await mintIn(creator, collection, { name: `${value} One`, properties: [{ name: 'Mood', value }] })).uuid,
    );
  return { collection, tokens };
};

export const offerOf = async (person: Person, id: string): Promise<Offer> =>
  (await person.call(offerCalls.show, { params: { id } })).data;
/** Opens a sale, an auction or a bid, runs its steps and waits until it is active. @param id of the token, sale or auction */
export const openOffer = async (person: Person, id: string, body: BodyOf<typeof offerCalls.open>): Promise<Offer> => {
  const { data } = await person.call(offerCalls.open, { params: { id }, body });
  await person.run(data.steps);
  return until(
    () => offerOf(person, data.uuid),
    ({ status }) => status === 'ACTIVE',
    'active offer',
  );
};
/** Puts a token on sale for WETH. */
export const sell = async (seller: Person, tokenUuid: string, price: string, quantity = 1): Promise<Offer> =>
  openOffer(seller, tokenUuid, {
    type: 'SALE',
    price,
    quantity,
    currencyUuid: (await reference(seller)).currency('WETH').uuid,
  });
export const purchaseSteps = async (buyer: Person, id: string, quantity = 1) =>
  (await buyer.call(offerCalls.purchase, { params: { id }, body: { quantity } })).data.steps;
export const buy = async (buyer: Person, id: string, quantity = 1): Promise<void> =>
  buyer.run(await purchaseSteps(buyer, id, quantity));
/** Bids in an auction. */
export const bid = async (bidder: Person, id: string, price: string): Promise<void> => {
  const { data } = await bidder.call(offerCalls.open, { params: { id }, body: { type: 'BID', price } });
  await bidder.run(data.steps);
};
