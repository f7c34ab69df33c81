import { mix, USES_MAX } from '@skarb/schema/genome';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeAbiParameters, keccak256, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusal } from '../offer/auction/testing-auction.ts';
import { startBreeding, until, type BreedingTest, type Person } from './testing-breeding.ts';

// Each birth takes blocks, chain time and a drawn picture.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

let all: BreedingTest;
let ann: Person;
let bob: Person;
let home: { uuid: string; tokens: TokenDetail[] };
const uuidOf = (place: number): string => (home.tokens[place] as TokenDetail).uuid;

beforeAll(async () => {
  all = await startBreeding();
  [ann, bob] = await Promise.all([all.trader(), all.trader()]);
  home = await all.home(ann, 5);
});
afterAll(() => all?.stop());

/** A token's details as this user sees them. */
const tokenOf = async (uuid: string, as: Person) => all.get<TokenDetail>(`/token/${uuid}`, as);

describe('a collection', () => {
  it('is opened by its creator: its properties become traits, and founders get matching genes', async () => {
    const terms = await all.terms(home.uuid, ann);
    expect(terms).toMatchObject({ isOpen: true, baseFee: '0.01', members: 5, children: 0, notEnrolled: 0 });
    expect(terms?.vocabulary).toEqual([
      { name: 'Shape', values: ['Round', 'Long', 'Square', 'Star'] },
      { name: 'Tone', values: ['Blue', 'Red', 'Green'] },
    ]);
    const founder = await all.parent(uuidOf(3));
    expect(founder.traits.map(({ name, shown }) => [name, shown])).toEqual([
      ['Shape', 'Star'],
      ['Tone', 'Red'],
    ]);
    expect(founder).toMatchObject({ generation: 0, uses: 0, nextFee: '0.01', nextRestSeconds: 60, obstacles: [] });
    expect(founder.genes).toBe(String((await all.lifeOf(home.tokens[3] as TokenDetail)).genes));
    // A repeated request has only completed steps.
    const again = await all.call<{ steps: { status: string }[] }>('PUT', `/breeding/collection/${home.uuid}`, {
      as: ann,
      json: { baseFee: '0.01' },
    });
    expect(again.body.steps.every(({ status }) => status === 'complete')).toBe(true);
    const refused = await all.call('PUT', `/breeding/collection/${home.uuid}`, { as: bob, json: { baseFee: '1' } });
    expect(refusal(refused)).toEqual([403, 'breeding.notYours']);
  });
});

describe('two tokens', () => {
  it('have a child that the worker hatches and whose draw anyone can repeat', async () => {
    const pair = await all.pair(uuidOf(0), uuidOf(1), ann);
    expect(pair).toMatchObject({ cost: '0.02', fee: '0.02', siringPrice: '0', generation: 1, hatchSeconds: 60 });
    expect(pair.obstacles).toEqual([]);
    const bred = await all.breed(ann, uuidOf(0), uuidOf(1));
    expect(bred).toMatchObject({ status: 'EXPECTING', fee: '0.02', child: null, proof: null });
    expect(await tokenOf(uuidOf(0), bob)).toMatchObject({
      breeding: { generation: 0, uses: 1, expecting: { breedingUuid: bred.uuid } },
    });
    // No user can hatch it before it is ready.
    expect(refusal(await all.call('POST', `/breeding/${bred.uuid}/hatch`, { as: bob }))).toEqual([
      409,
      'breeding.notReady',
    ]);
    const done = await all.hatched(bred.uuid);
    const { proof, child } = done;
    if (!proof || !child) throw new Error('no child');
    const seed = BigInt(
      keccak256(
        encodeAbiParameters(
          [{ type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }],
          [BigInt(done.number as string), proof.blockHash as Hex, proof.secret as Hex],
        ),
      ),
    );
    expect(proof.seed).toBe(String(seed));
    const genes = mix(BigInt(proof.matronGenes), BigInt(proof.sireGenes), seed, proof.traits, BigInt(proof.counts));
    expect(proof.genes).toBe(String(genes));
    const token = await tokenOf(child.uuid, ann);
    const life = await all.lifeOf(token);
    expect([life.genes, life.generation, life.isEnrolled]).toEqual([genes, 1, true]);
    // The metadata, whose digest is on chain, has the traits of the child's genes.
    const born = await all.parent(child.uuid);
    expect(token).toMatchObject({
      status: 'minted',
      metadata: expect.arrayContaining([
        { name: 'Generation', value: '1', isNumber: true },
        { name: 'Matron', value: 'Founder 0', isNumber: false },
        { name: 'Genes', value: `0x${genes.toString(16)}`, isNumber: false },
        ...born.traits.map(({ name, shown }) => ({ name, value: shown, isNumber: false })),
      ]),
    });
    // Its words in Ukrainian are in the folder that its metadata names.
    const metadata = (await all.call<{ localization: object }>('GET', token.metadataUrl)).body;
    expect(metadata.localization).toMatchObject({ default: 'en', locales: ['en', 'uk'] });
    expect(token.localization?.texts).toMatchObject([
      {
        locale: 'uk',
        name: expect.stringMatching(/Founder|^Маля/),
        metadata: expect.arrayContaining([{ name: 'Покоління', value: '1', isNumber: true }]),
      },
    ]);
    expect(Object.keys(await all.ownersOf(child.uuid, ann))).toEqual([ann.address]);
    const story = (await all.get<{ event: string }[]>(`/token/${child.uuid}/history`)).map(({ event }) => event);
    expect(story.toSorted()).toEqual(['BORN', 'MINTED']);
    expect(await all.family(child.uuid)).toMatchObject({
      parents: [
        { uuid: uuidOf(0), role: 'matron' },
        { uuid: uuidOf(1), role: 'sire' },
      ],
      birth: { uuid: bred.uuid },
    });
    expect(await all.family(uuidOf(0))).toMatchObject({ children: [{ uuid: child.uuid, other: { uuid: uuidOf(1) } }] });
    expect(await all.terms(home.uuid)).toMatchObject({ members: 6, children: 1 });
  });

  it('get their obstacles before anything is paid', async () => {
    await all.rest(uuidOf(0), uuidOf(1));
    const [{ uuid: childUuid } = { uuid: '' }] = (await all.family(uuidOf(0)))?.children ?? [];
    const codes = async (matron: string, sire: string, as?: Person) =>
      (await all.pair(matron, sire, as)).obstacles.map(({ code }) => code);
    expect(await codes(uuidOf(0), uuidOf(0), ann)).toEqual(['SAME']);
    expect(await codes(uuidOf(0), childUuid, ann)).toEqual(['PARENT_AND_CHILD']);
    expect(await codes(uuidOf(2), uuidOf(3), bob)).toEqual(['NOT_OWNER']);
    await all.list(ann, uuidOf(3));
    await until('the listing', async () => (await codes(uuidOf(2), uuidOf(3), ann)).includes('LISTED'));
    expect(refusal(await all.ask(ann, uuidOf(2), uuidOf(3)))).toEqual([409, 'breeding.listed']);
    const { uuid: auction } = await all.auction(ann, uuidOf(4));
    expect(await codes(uuidOf(4), uuidOf(2), ann)).toEqual(['AUCTIONED']);
    const cancel = await all.call<{ data: never }>('DELETE', `/offer/${auction}`, { as: ann });
    await all.runSteps(ann, cancel.body.data);
    await until('the auction to be over', async () => (await codes(uuidOf(4), uuidOf(2), ann)).length === 0);
    // A hidden token (minted but not counted) is in no other user's list and cannot breed.
    const shown = async () =>
      (await all.get<{ uuid: string }[]>(`/breeding/token?collectionUuid=${home.uuid}&limit=50`, bob)).map(
        ({ uuid }) => uuid,
      );
    expect(await shown()).toContain(uuidOf(4));
    await all.sql`update token set is_counted = false where uuid = ${uuidOf(4)}`;
    expect(await codes(uuidOf(2), uuidOf(4), ann)).toEqual(['HIDDEN']);
    expect(await shown()).not.toContain(uuidOf(4));
    const statusOf = async (path: string, as?: Person) => (await all.call('GET', path, { as })).status;
    const pair = `/breeding/pair?matronUuid=${uuidOf(2)}&sireUuid=${uuidOf(4)}`;
    expect([await statusOf(pair), await statusOf(pair, bob), await statusOf(pair, ann)]).toEqual([404, 404, 200]);
    await all.sql`update token set is_counted = true where uuid = ${uuidOf(4)}`;
    // A breeding shows its hidden tokens to those alone who see them.
    const birth = `/breeding/${(await all.family(childUuid))?.birth?.uuid}`;
    expect(await statusOf(birth, bob)).toBe(200);
    await all.sql`update token set is_counted = false where uuid = ${uuidOf(1)}`;
    expect([await statusOf(birth), await statusOf(birth, bob), await statusOf(birth, ann)]).toEqual([404, 404, 200]);
    expect((await all.family(childUuid, bob))?.birth).toBeNull();
    await all.sql`update token set is_counted = true where uuid = ${uuidOf(1)}`;
    const expensive = await all.ask(ann, uuidOf(2), uuidOf(4), '0.001');
    expect(refusal(expensive)).toEqual([409, 'breeding.dearer']);
  });

  it('of two owners breed with a siring offer, which is valid once and ends with a transfer', async () => {
    const late = await all.mintIn(ann, home.uuid, {
      name: 'Founder 6',
      properties: JSON.stringify([
        { name: 'Shape', value: 'Star' },
        { name: 'Tone', value: 'Green' },
      ]),
    });
    expect(await all.terms(home.uuid, ann)).toMatchObject({ notEnrolled: 1 });
    await all.openCollection(ann, home.uuid);
    await until('its genes', async () => await all.family(late.uuid));
    await all.sendRaw(ann, transferOf(late, ann, bob));
    await until('bob to have it', async () => (await all.parent(late.uuid)).ownerAddress === bob.address);
    expect((await all.pair(late.uuid, uuidOf(2), bob)).obstacles.map(({ code }) => code)).toEqual(['NO_SIRING']);
    await all.offerSiring(ann, uuidOf(2), '0.5');
    const offered = await all.get<{ uuid: string }[]>(`/breeding/token?siring=true&collectionUuid=${home.uuid}`);
    expect(offered.map(({ uuid }) => uuid)).toEqual([uuidOf(2)]);
    expect(await all.pair(late.uuid, uuidOf(2), bob)).toMatchObject({ siringPrice: '0.5', obstacles: [] });
    const changes = await all.watchBalances({ ann: ann.address, bob: bob.address });
    const bred = await all.breed(bob, late.uuid, uuidOf(2));
    expect(await changes()).toEqual({ ann: 450_000_000_000_000_000n, bob: -520_000_000_000_000_000n });
    expect((await all.parent(uuidOf(2))).siring).toBeNull();
    // The child goes to the matron's owner at the time of the hatch.
    await all.sendRaw(bob, transferOf(late, bob, ann));
    const { child } = await all.hatched(bred.uuid);
    expect(Object.keys(await all.ownersOf(child?.uuid as string, ann))).toEqual([ann.address]);
    const notified = await until('both notifications', async () => {
      const list = await all.get<{ kind: string; price: string | null; token: { uuid: string } }[]>(
        '/notification',
        ann,
      );
      const mine = list.filter(({ kind }) => kind === 'CHILD_BORN' || kind === 'SIRING_USED');
      return mine.some(({ token }) => token.uuid === child?.uuid) && mine;
    });
    expect(notified).toContainEqual(
      expect.objectContaining({
        kind: 'SIRING_USED',
        price: '0.5',
        token: expect.objectContaining({ uuid: uuidOf(2) }),
      }),
    );
    await all.offerSiring(ann, late.uuid, '0.2');
    await all.sendRaw(ann, transferOf(late, ann, bob));
    await all.sendRaw(bob, transferOf(late, bob, ann));
    await until('the offer to be void', async () => (await all.parent(late.uuid)).siring === null);
  });

  it('can be parents at most seven times', async () => {
    await all.sql`update breeding_token set uses = ${USES_MAX} where token_uuid = ${uuidOf(1)}`;
    const worn = await all.parent(uuidOf(1));
    expect(worn).toMatchObject({ nextFee: null, nextRestSeconds: null, obstacles: ['WORN_OUT'] });
    await all.sql`update breeding_token set uses = 1 where token_uuid = ${uuidOf(1)}`;
  });

  it('are bred by the account that has the wallet now, not by one that asked for it before', async () => {
    const owner = await all.trader();
    const { tokens } = await all.home(owner, 2);
    const [matron, sire] = tokens.map(({ uuid }) => uuid) as [string, string];
    expect((await all.ask(owner, matron, sire)).status).toBe(201);
    const other = await all.person();
    await all.sql`update app_user set metamask_wallet = null where uuid in (${owner.uuid}, ${other.uuid})`;
    await all.sql`update app_user set metamask_wallet = ${owner.wallet} where uuid = ${other.uuid}`;
    const heir = { ...owner, uuid: other.uuid, token: other.token };
    const { uuid } = await all.breed(heir, matron, sire);
    expect(await all.show(uuid)).toMatchObject({ breeder: { uuid: other.uuid }, breederAddress: owner.address });
  });
});

const transferOf = (token: TokenDetail, from: Person, to: Person) => ({
  to: token.contractAddress,
  data: `0x23b872dd${[from.address.slice(2), to.address.slice(2), BigInt(token.tokenId).toString(16)].map((word) => word.toLowerCase().padStart(64, '0')).join('')}`,
});
