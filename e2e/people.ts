import { Person } from '@skarb/local/person.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import sharp from 'sharp';
import { stack } from './chain.ts';

/** Somebody new with a wallet, signed in, with play money in it. */
export const someone = async (): Promise<Person> => {
  const { apiUrl, rpcUrl } = stack();
  const person = new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(generatePrivateKey()) });
  await person.signIn();
  await person.post('/dev/faucet', { address: person.address });
  return person;
};

let pictures = 0;
/** A small picture no test had before. */
export const picture = async (): Promise<Buffer> => {
  const hue = (pictures++ * 47) % 360;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">
      <rect width="640" height="640" fill="hsl(${hue} 60% 30%)"/><circle cx="320" cy="320" r="${120 + (pictures % 90)}" fill="hsl(${(hue + 120) % 360} 70% 60%)"/>
    </svg>`),
  )
    .png()
    .toBuffer();
};

type Row = { uuid: string; name: string };
export const reference = async (person: Person) => {
  const all = async (path: string) =>
    ((await person.get(path)) as { data: (Row & { symbol?: string; address?: string | null })[] }).data;
  const [categories, networks, currencies] = await Promise.all([all('/category'), all('/network'), all('/currency')]);
  const currency = (symbol: string) => {
    const found = currencies.find((row) => row.symbol === symbol);
    if (!found) throw new Error(`no currency ${symbol}`);
    return found;
  };
  // The newest category may be another test's, which takes it away again while nothing is in it.
  const category = categories.find(({ name }) => name === 'Abstract');
  return { categoryUuid: category?.uuid as string, networkUuid: networks[0]?.uuid as string, currency };
};

type File = { bytes: Uint8Array; name: string; type: string };
type Made = {
  uuid: string;
  status: string;
  contractAddress: `0x${string}`;
  tokenId: string;
};

/** Makes a collection and a minted token in it, through the API. */
export const makeToken = async (
  creator: Person,
  options: { quantity?: number; royalty?: number; name?: string; file?: File } = {},
): Promise<Made> => {
  const { categoryUuid, networkUuid } = await reference(creator);
  const cover = { bytes: await picture(), name: 'picture.png', type: 'image/png' };
  const { file = cover } = options;
  const collection = (await creator.form(
    'POST',
    '/collection',
    { name: `Test ${Date.now() % 1e6}` },
    { file: cover },
  )) as Row;
  const token = (await creator.form(
    'POST',
    '/token',
    {
      name: options.name ?? 'A test piece',
      description: 'Made by a test.',
      type: options.quantity ? 'ERC1155' : 'ERC721',
      quantity: options.quantity,
      royalty: options.royalty ?? 0,
      networkUuid,
      collectionUuid: collection.uuid,
      categoryUuid,
      properties: JSON.stringify([{ name: 'Mood', value: 'Calm' }]),
    },
    { file },
  )) as Made & { steps: Parameters<Person['run']>[0] };
  await creator.run(token.steps);
  return until(
    () => creator.get(`/token/${token.uuid}`) as Promise<Made>,
    (made) => made.status === 'minted',
    'the token to be minted',
  );
};

/** Two single pieces of one new collection that differ in a property: parents to be. */
export const makePair = async (creator: Person): Promise<{ collection: string; tokens: string[] }> => {
  const { categoryUuid, networkUuid } = await reference(creator);
  const file = async () => ({ bytes: await picture(), name: 'picture.png', type: 'image/png' });
  const { uuid: collection } = (await creator.form(
    'POST',
    '/collection',
    { name: `Pair ${Date.now() % 1e6}` },
    { file: await file() },
  )) as Row;
  const tokens: string[] = [];
  for (const [name, value] of [
    ['Calm One', 'Calm'],
    ['Wild One', 'Wild'],
  ]) {
    const token = (await creator.form(
      'POST',
      '/token',
      {
        name,
        description: 'Made by a test.',
        type: 'ERC721',
        royalty: 0,
        networkUuid,
        collectionUuid: collection,
        categoryUuid,
        properties: JSON.stringify([{ name: 'Mood', value }]),
      },
      { file: await file() },
    )) as Made & { steps: Parameters<Person['run']>[0] };
    await creator.run(token.steps);
    await until(
      () => creator.get(`/token/${token.uuid}`) as Promise<Made>,
      (made) => made.status === 'minted',
      'the token to be minted',
    );
    tokens.push(token.uuid);
  }
  return { collection, tokens };
};

/** Asks again and again until the answer is as wanted. @throws Error after a minute, with the last answer */
export const until = async <T>(ask: () => Promise<T>, isGood: (value: T) => boolean, what: string): Promise<T> => {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = await ask();
    if (isGood(value)) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}; last: ${JSON.stringify(value).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
