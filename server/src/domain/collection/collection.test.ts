import { collection721Abi } from '@skarb/contracts/abi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, type Person, picture, startCatalogue } from '../token/testing-catalogue.ts';

let all: Catalogue;
let ann: Person;
beforeAll(async () => {
  all = await startCatalogue();
  ann = await all.person();
});
afterAll(() => all?.stop());

type Refusal = {
  statusCode: number;
  code: string;
  message: { property: string; constraints: Record<string, string> }[] | string;
};

describe('a collection', () => {
  type Shown = {
    data: {
      uuid: string;
      name: string;
      contracts: { type: string; address: `0x${string}`; isDeployed: boolean }[];
      stats: Record<string, unknown>;
      creator: { uuid: string };
      imageUrl: string;
    };
  };
  const open = async (as: Person | undefined, form: Record<string, string | { bytes: Buffer; name: string }>) =>
    all.call<Shown & Refusal>('POST', '/collection', { ...(as ? { as } : {}), form });
  const file = async () => ({ bytes: await picture(), name: 'a.png' });

  it('shows the future addresses of its contracts, and later that they are deployed', async () => {
    const eve = await all.person();
    const made = (await open(eve, { name: '  Вітер і скло ', file: await file() })).body.data;
    expect(made).toMatchObject({
      name: 'Вітер і скло',
      creator: { uuid: eve.uuid },
      stats: { items: 0, owners: 0, floorPrice: null, volume: '0', onSale: 0 },
    });
    expect(made.contracts.map((contract) => [contract.type, contract.isDeployed])).toEqual([
      ['ERC721', false],
      ['ERC1155', false],
    ]);
    const token = await all.minted(eve, made.uuid);
    expect(token.contractAddress).toBe(made.contracts[0]?.address);
    const shown = (await all.call<Shown>('GET', `/collection/${made.uuid}`)).body.data;
    expect(shown.contracts.map((contract) => contract.isDeployed)).toEqual([true, false]);
    expect(shown.stats).toMatchObject({ items: 1, owners: 1 });
    const name = await all.context.chain.public.readContract({
      address: token.contractAddress as `0x${string}`,
      abi: collection721Abi,
      functionName: 'name',
    });
    expect(name).toBe('Вітер і скло');
  });

  it('needs no wallet until its first token, and then uses the wallet of that moment', async () => {
    const dan = await all.person(false);
    const made = (await open(dan, { name: 'Later', file: await file() })).body.data;
    expect(made.contracts).toEqual([]);
    await all.sql`update app_user set metamask_wallet = ${dan.wallet} where uuid = ${dan.uuid}`;
    const token = await all.minted(dan, made.uuid);
    expect(token.ownerships).toMatchObject([{ owner: dan.address }]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['without a name', { name: ' ' }, 'name'],
    ['with a name over 32 characters', { name: 'x'.repeat(33) }, 'name'],
    ['with a control character in its name', { name: 'a\u0007' }, 'name'],
    ['on an unknown network', { name: 'x', networkUuid: '01900000-0000-7000-8000-000000000000' }, 'networkUuid'],
  ])('%s is refused', async (_, form, property) => {
    const answer = await open(ann, { ...form, file: await file() });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatchObject([{ property }]);
  });

  it('without a name, a picture or a sign-in is refused', async () => {
    expect((await open(ann, { name: ' ' })).body.message).toEqual([
      { property: 'name', constraints: { isNotEmpty: 'required' } },
      { property: 'file', constraints: { isNotEmpty: 'required' } },
    ]);
    expect((await open(undefined, { name: 'x', file: await file() })).status).toBe(401);
    expect((await all.call('GET', '/collection/01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('is found by name and by creator, in each sort order', async () => {
    const zoe = await all.person();
    for (const name of ['Amber', 'Cobalt', 'Birch']) await all.collection(zoe, name);
    await all.sql`update collection set floor_price = case name when 'Amber' then 5 when 'Cobalt' then 9 end, volume = length(name) where creator_uuid = ${zoe.uuid}`;
    const names = async (query: string) =>
      (
        await all.call<{ data: { name: string }[] }>('GET', `/collection?creatorUuid=${zoe.uuid}&${query}`)
      ).body.data.map((one) => one.name);
    expect(await names('sortBy=name:ASC')).toEqual(['Amber', 'Birch', 'Cobalt']);
    expect(await names('sortBy=name:DESC&limit=1&page=2')).toEqual(['Birch']);
    expect(await names('')).toEqual(['Birch', 'Cobalt', 'Amber']);
    expect(await names('sortBy=floorPrice:ASC')).toEqual(['Amber', 'Cobalt', 'Birch']);
    expect(await names('sortBy=floorPrice:DESC')).toEqual(['Cobalt', 'Amber', 'Birch']);
    expect((await names('sortBy=volume:DESC'))[0]).toBe('Cobalt');
    expect(await names('search=mbe')).toEqual(['Amber']);
    expect(await names('search=%25')).toEqual([]);
  });
});
