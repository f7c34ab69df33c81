import type { TokenDetail } from '@skarb/schema/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, startCatalogue } from './testing-catalogue.ts';

let all: Catalogue;
beforeAll(async () => {
  all = await startCatalogue();
});
afterAll(() => all?.stop());

describe('a token, from form to chain', () => {
  it('is a draft of its creator, then minting, then minted and listed for everybody', async () => {
    const ann = await all.person();
    const collection = await all.collection(ann);
    const draft = await all.draft(ann, collection.uuid, { properties: JSON.stringify([{ name: 'Mood', value: 'Calm' }, { name: 'Year', value: '1991' }]) });
    expect(draft).toMatchObject({ status: 'draft', type: 'ERC721', quantity: 1, royalty: 0, tokenId: '1' });
    expect(draft.metadata).toEqual([
      { name: 'Mood', value: 'Calm', isNumber: false },
      { name: 'Year', value: '1991', isNumber: true },
    ]);
    expect((await all.call('GET', `/token/${draft.uuid}`)).status).toBe(404);
    await all.mintOnChain(ann, draft);
    await all.follow();
    const shown = await all.call<{ data: TokenDetail }>('GET', `/token/${draft.uuid}`);
    expect(shown.body.data).toMatchObject({
      status: 'minted',
      ownerships: [{ owner: ann.address, ownerUuid: ann.uuid, quantity: 1 }],
      traits: [
        { name: 'Mood', count: 1, share: 1 },
        { name: 'Year', count: 1, share: 1 },
      ],
    });
    const list = await all.call<{ data: TokenDetail[]; meta: unknown }>('GET', '/token');
    expect(list.body.data.map((token) => token.uuid)).toEqual([draft.uuid]);
    expect(list.body.meta).toEqual({ itemsPerPage: 12, totalItems: 1, currentPage: 1, totalPages: 1 });
  });
});
