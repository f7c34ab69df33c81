import { accountEndpoints } from '@skarb/schema/account';
import { type Collection, collectionEndpoints } from '@skarb/schema/collection';
import { referenceEndpoints } from '@skarb/schema/reference';
import { type TokenDetail, tokenEndpoints } from '@skarb/schema/token';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  aCollection,
  aToken,
  aUser,
  CATEGORY,
  cardOf,
  inUkrainian,
  listOf,
  NETWORK,
  personOf,
  SELLER,
  uuidOf,
} from '../../../testing/examples.ts';
import { aBrokenFile, aFalsePicture, aFilm, aModel, aPicture } from '../../../testing/files.ts';
import {
  alert,
  alerts,
  type App,
  button,
  dialog,
  header,
  main,
  notice,
  openApp,
  seen,
  texts,
} from '../../../testing/open-app.tsx';
import { refuse, refuseFields } from '../../../testing/scripted-api.ts';

it('the collection form enforces its limits, and shows the errors of its file before and after sending', async () => {
  const { api } = await openApp('/create-collection', { user: aUser() });
  await button(main(), 'Create collection').click();
  await expect.poll(() => texts(alerts(main()))).toEqual(['required', 'required']);
  const name = main().getByLabelText('Name');
  await userEvent.type(name, 'a'.repeat(33));
  await expect.element(name).toHaveValue('a'.repeat(32));

  await userEvent.upload(main().getByLabelText('Picture'), aFalsePicture());
  await expect.element(alerts(main()).first()).toHaveTextContent('cannot be read');
  // Refused, it has its name instead of a preview.
  await expect.element(main().getByText(aFalsePicture().name)).toBeVisible();
  await button(main(), 'Create collection').click();
  await expect.element(alerts(main()).first()).toHaveTextContent(/cannot be read|not accepted/);
  await expect.element(name).toHaveValue('a'.repeat(32));
  await expectAccessible();
  expect(api.requests(collectionEndpoints.create)).toEqual([]);
});

it.each(['/create-nft', '/create-collection'])(
  'at %s a maker without a key reads that they need one before they fill in the form',
  async (path) => {
    await openApp(path, { user: aUser({ metamaskWallet: null }) });
    await main().getByLabelText('Name', { exact: true }).fill('Rivers');
    await button(main(), 'Get a key').click();
    await seen(dialog('Connect a wallet'));
    await userEvent.keyboard('{Escape}');
    await expect.element(main().getByLabelText('Name', { exact: true })).toHaveValue('Rivers');
  },
);

it('a collection whose first answer is lost is created once; a changed form is another one', async () => {
  const made = new Map<string | null, ReturnType<typeof aCollection>>();
  let isLost = true;
  const { api } = await openApp('/create-collection', {
    user: aUser(),
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.create, ({ idempotencyKey, body }) => {
          const collection =
            made.get(idempotencyKey) ?? aCollection({ name: body.name, uuid: uuidOf(700 + made.size) });
          made.set(idempotencyKey, collection);
          if (isLost) throw new TypeError('the connection is lost');
          return { data: collection };
        }),
  });
  const create = async (requests: number) => {
    await button(main(), 'Create collection').click();
    await expect.poll(() => api.requests(collectionEndpoints.create).length).toBe(requests);
  };
  await userEvent.upload(main().getByLabelText('Picture'), await aPicture());
  await main().getByLabelText('Name').fill('Rivers');
  await create(1);
  await seen(alert(main(), 'The server cannot be reached. Check your connection and try again.'));
  await create(2);
  expect(made.size).toBe(1);
  await expect.element(button(main(), 'Create collection')).toBeEnabled();
  await main().getByLabelText('Name').fill('Lakes');
  isLost = false;
  await create(3);
  expect([...made.values()].map(({ name }) => name)).toEqual(['Rivers', 'Lakes']);
  await seen(main().getByRole('heading', { level: 1, name: aCollection().name }));
});

/** Leaves a form that is being sent for another page, then lets its answer arrive. */
const leaveFor = async (place: string, { api, goTo, path }: App, arrive: () => void) => {
  const left = goTo(place);
  await button(dialog('Discard what you typed?'), 'Discard').click();
  await left;
  await expect.poll(path).toBe(place);
  await expect.element(main().getByLabelText('Name', { exact: true })).not.toBeInTheDocument();
  arrive();
  await expect.poll(() => api.isQuiet).toBe(true);
};

it('a maker who leaves the collection form during its upload stays on the page they went to', async () => {
  let arrive = () => {};
  const uploaded = new Promise<void>((resolve) => (arrive = resolve));
  // First the page that the form leads to: once loaded, it would open at once.
  const app = await openApp(`/collections/${aCollection().uuid}`, {
    user: aUser(),
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.create, async () => {
          await uploaded;
          return { data: aCollection() };
        }),
  });
  await seen(main().getByRole('heading', { level: 1, name: aCollection().name }));
  await app.goTo('/create-collection');
  await userEvent.upload(main().getByLabelText('Picture'), await aPicture());
  await main().getByLabelText('Name').fill('Rivers');
  await button(main(), 'Create collection').click();
  await expect.poll(() => app.api.requests(collectionEndpoints.create)).toHaveLength(1);
  await leaveFor('/auctions', app, arrive);
  expect(app.path()).toBe('/auctions');
});

it('the token form requires its fields, and starts as a single token without royalty', async () => {
  await openApp('/create-nft', { user: aUser() });
  await expect.element(main().getByLabelText('Kind', { exact: true })).toHaveValue('ERC721');
  await expect.element(main().getByLabelText('Royalty')).toHaveValue('0');
  await expect.element(main().getByLabelText('How many')).not.toBeInTheDocument();
  await button(main(), 'Create').click();
  // File, name, description, collection, category; the network has a default.
  await expect.poll(() => texts(alerts(main()))).toEqual(Array.from({ length: 5 }, () => 'required'));
  // The first on the page has the focus.
  await expect.element(main().getByLabelText('File', { exact: true })).toHaveFocus();
  await expectAccessible();
});

it('the token form chooses the only collection of its network, none of several, and nothing once the reader has', async () => {
  const networks = ['Near', 'Far', 'Wide'].map((humanName, at) => ({ ...NETWORK, uuid: uuidOf(1 + at), humanName }));
  const [near, far, wide, also] = [0, 1, 2, 2].map((at, place) =>
    aCollection({ uuid: uuidOf(41 + place), name: `Of ${place}`, networkUuid: networks[at]?.uuid as string }),
  ) as Collection[] as [Collection, Collection, Collection, Collection];
  await openApp('/create-nft', {
    user: aUser(),
    answers: (api) =>
      api
        .answer(collectionEndpoints.list, () => listOf([near, far, wide, also]))
        .answer(referenceEndpoints.networks, () => listOf(networks)),
  });
  const chosen = main().getByLabelText('Collection', { exact: true });
  const network = main().getByLabelText('Network', { exact: true });
  await expect.element(chosen).toHaveValue(near.uuid);
  await network.selectOptions('Wide');
  await expect.element(chosen).toHaveTextContent(also.name);
  await expect.element(chosen).toHaveValue('');
  await network.selectOptions('Far');
  await expect.element(chosen).toHaveValue(far.uuid);
  await chosen.selectOptions('');
  await main().getByLabelText('Name', { exact: true }).fill('Dusk');
  await expect.element(chosen).toHaveValue('');
});

it('the token form enforces every limit, and shows each error beside its field', async () => {
  const { api } = await openApp('/create-nft', { user: aUser() });
  await button(main(), 'Create').click();
  const name = main().getByLabelText('Name', { exact: true });
  await userEvent.type(name, 'b'.repeat(33));
  await expect.element(name).toHaveValue('b'.repeat(32));
  const description = main().getByLabelText('Description');
  await description.fill('c'.repeat(538));
  await userEvent.type(description, 'ddd');
  await expect.element(description).toHaveValue(`${'c'.repeat(538)}dd`);
  await expect.element(main().getByText('540 / 540')).toBeVisible();

  await main().getByLabelText('Kind', { exact: true }).selectOptions('ERC1155');
  const quantity = main().getByLabelText('How many');
  await expect.element(quantity).toHaveValue('2');
  await quantity.fill('1');
  await main().getByLabelText('Royalty').click();
  await expect.element(alert(main(), 'At least 2')).toBeVisible();
  await main().getByLabelText('Royalty').fill('50.01');
  await quantity.click();
  await expect.element(alert(main(), 'A number from 0 to 50')).toBeVisible();

  const add = button(main(), 'Add a property');
  for (let count = 0; count < 20; count++) await add.click();
  await expect.element(main().getByLabelText('Value of property 20')).toBeVisible();
  await expect.element(add).not.toBeInTheDocument();
  const first = main().getByLabelText('Name of property 1', { exact: true });
  await first.fill('   ');
  await main().getByLabelText('Value of property 1', { exact: true }).fill('7');
  await expect.element(main().getByText('number', { exact: true })).toBeVisible();
  await userEvent.upload(main().getByLabelText('File', { exact: true }), await aPicture());
  await button(main(), 'Create').click();
  await expect.element(first).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  expect(api.requests(tokenEndpoints.create)).toEqual([]);
});

/** The colour at the centre of the cover that the form shows, once it shows one. */
const coverColour = async (): Promise<number[]> => {
  const input = main().getByLabelText('Cover (optional)');
  await expect.element(input).toBeInTheDocument();
  const field = input.element().parentElement as HTMLElement;
  await expect.poll(() => field.querySelector('img')?.naturalWidth ?? 0).toBeGreaterThan(0);
  const picture = field.querySelector('img') as HTMLImageElement;
  const brush = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  brush.drawImage(picture, picture.naturalWidth / 2, picture.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
  return Array.from(brush.getImageData(0, 0, 1, 1).data);
};

it('the cover of a video is a frame of it, that of a 3D model a view of it, until the maker chooses another', async () => {
  await openApp('/create-nft', { user: aUser() });
  const file = main().getByLabelText('File', { exact: true });
  await userEvent.upload(file, await aFilm());
  const [red, green, blue] = (await coverColour()) as [number, number, number];
  expect(red).toBeLessThan(40);
  expect(Math.min(green, blue)).toBeGreaterThan(90);

  await userEvent.upload(file, await aModel());
  // The box is lighter than its ground.
  await expect.poll(async () => Math.min(...(await coverColour()).slice(0, 3))).toBeGreaterThan(60);

  await userEvent.upload(main().getByLabelText('Cover (optional)'), await aPicture('own.png', [7, 5]));
  const own = () => main().getByLabelText('Cover (optional)').element().parentElement?.querySelector('img');
  await expect.poll(() => own()?.naturalWidth).toBe(7);
  await userEvent.upload(file, await aFilm());
  await expect.element(main().getByLabelText('File', { exact: true })).toBeInTheDocument();
  await expect.poll(() => own()?.naturalWidth).toBe(7);
});

it('a refused cover stops a film with words, and not a picture that takes the place of the film', async () => {
  const { api } = await openApp('/create-nft', {
    user: aUser(),
    answers: (scripted) =>
      scripted
        .answer(collectionEndpoints.list, () => listOf([aCollection()]))
        .answer(tokenEndpoints.create, () => refuse(429, 'upload.busy')),
  });
  const file = main().getByLabelText('File', { exact: true });
  await userEvent.upload(file, await aFilm());
  await coverColour();
  const cover = main().getByLabelText('Cover (optional)');
  await userEvent.upload(cover, aBrokenFile('cover.pdf', 'application/pdf'));
  await main().getByLabelText('Name', { exact: true }).fill('Dusk');
  await main().getByLabelText('Description').fill('Evening light');
  await expect.element(main().getByLabelText('Collection', { exact: true })).toHaveValue(aCollection().uuid);
  await main().getByLabelText('Category', { exact: true }).selectOptions(CATEGORY.name);
  await button(main(), 'Create').click();
  await expect.element(cover).toHaveFocus();
  await expect.element(cover).toHaveAttribute('aria-invalid', 'true');
  expect(api.requests(tokenEndpoints.create)).toEqual([]);

  await userEvent.upload(file, await aPicture());
  await expect.element(cover).not.toBeInTheDocument();
  await button(main(), 'Create').click();
  await expect.poll(() => api.requests(tokenEndpoints.create)).toHaveLength(1);
});

it.each([
  ['broken.mp4', 'video/mp4'],
  ['broken.mp3', 'audio/mpeg'],
  ['broken.glb', ''],
])('a damaged %s is refused when it is chosen, has no cover, and costs nothing that was typed', async (name, type) => {
  await openApp('/create-nft', { user: aUser() });
  const title = main().getByLabelText('Name', { exact: true });
  await title.fill('Dusk');
  const file = main().getByLabelText('File', { exact: true });
  await userEvent.upload(file, await aModel());
  const cover = main().getByLabelText('Cover (optional)');
  await coverColour();
  await userEvent.upload(file, aBrokenFile(name, type));
  await seen(alert(main(), 'The file cannot be read and may be damaged. Save it again or choose another one.'));
  await expect.element(file).toHaveAttribute('aria-invalid', 'true');
  await expect.element(main().getByText(name)).toBeVisible();
  await expect.element(cover).not.toBeInTheDocument();
  await expect.element(title).toHaveValue('Dusk');
  await expectAccessible();

  // No decoder has what this film holds; the server takes it.
  const film = [0, 0, 0, 28, ...new TextEncoder().encode('ftypisom\0\0\x02\0isomiso2mp41')];
  await userEvent.upload(file, new File([new Uint8Array(film)], 'film.mp4', { type: 'video/mp4' }));
  await expect.element(cover).toBeInTheDocument();
  await expect.element(file).not.toHaveAttribute('aria-invalid');
});

const maker = aUser();
const details = [1, 2, 3, 4].map((number) => aToken({ uuid: uuidOf(500 + number), name: `Work ${number}` }));
const works = details.map(cardOf);
const shaped = aCollection({
  creatorUuid: maker.uuid,
  creator: personOf(maker),
  isVerified: true,
  order: 'own',
  pinned: works.slice(0, 3).map(({ uuid }) => uuid),
  links: [{ kind: 'instagram', url: 'https://www.instagram.com/river' }],
});
const openShape = (edit: Parameters<App['api']['answer']>[1], collection = shaped, language?: 'ukr') =>
  openApp(`/collections/${shaped.uuid}/edit`, {
    user: maker,
    ...(language && { language }),
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: collection }))
        .answer(tokenEndpoints.list, () => listOf(works))
        .answer(tokenEndpoints.show, ({ params }) => {
          const data = details.find(({ uuid }) => uuid === params.id);
          return data ? { data } : refuse(404, 'token.notFound');
        })
        .answer(collectionEndpoints.edit, edit as never),
  });
const pinnedNames = () => texts(main().getByRole('list', { name: 'Works that come first' }).getByRole('listitem'));

it('a maker moves the works of a collection by keys: the focus goes with the work, and the new place is said', async () => {
  const { api, path } = await openShape(() => ({ data: shaped }));
  await expect.poll(pinnedNames).toEqual(['1Work 1', '2Work 2', '3Work 3']);
  const down = button(main(), 'Move Work 1 down');
  (down.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(down).toHaveFocus();
  await expect.element(main().getByText('Work 1: place 2 of 3')).toBeInTheDocument();
  // At the end of the list only the other arrow is left.
  await userEvent.keyboard('{Enter}');
  await expect.element(button(main(), 'Move Work 1 up')).toHaveFocus();
  // The pressed button leaves with its row: the focus stays near.
  await button(main(), 'Remove Work 2').click();
  await expect.element(button(main(), 'Move Work 3 down')).toHaveFocus();
  await button(main(), 'Add Work 4').click();
  await expect.element(button(main(), 'Add Work 2')).toHaveFocus();
  await expect.poll(pinnedNames).toEqual(['1Work 3', '2Work 1', '3Work 4']);
  await expectAccessible();
  await button(main(), 'Save').click();
  await expect.poll(path).toBe(`/collections/${shaped.uuid}`);
  const [{ body } = { body: {} }] = api.requests(collectionEndpoints.edit);
  // Nothing else was changed.
  expect(body).toEqual({ pinned: [2, 0, 3].map((at) => works[at]?.uuid) });
});

it('a maker finds and reads the works in their own language', async () => {
  const localized = { ...(details[3] as TokenDetail), ...inUkrainian('Туман') };
  const first = { ...(details[0] as TokenDetail), ...inUkrainian('Вечір') };
  await openApp(`/collections/${shaped.uuid}/edit`, {
    user: maker,
    language: 'ukr',
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({ data: { ...shaped, pinned: [first.uuid] } }))
        .answer(tokenEndpoints.list, () => listOf([cardOf(localized)]))
        .answer(tokenEndpoints.show, () => ({ data: first })),
  });
  await expect.element(button(main(), 'Прибрати: Вечір')).toBeVisible();
  await expect.element(button(main(), 'Додати: Туман')).toBeVisible();
});

it('the choice of works is kept while another order is shown, without those that are gone', async () => {
  const pinned = [uuidOf(599), ...shaped.pinned.slice(0, 2)];
  const { api, path } = await openShape(() => ({ data: shaped }), { ...shaped, order: 'newest', pinned });
  await main().getByLabelText('Order on its page').selectOptions('own');
  await expect.poll(pinnedNames).toEqual(['1Work 1', '2Work 2']);
  await button(main(), 'Save').click();
  await expect.poll(path).toBe(`/collections/${shaped.uuid}`);
  expect(api.requests(collectionEndpoints.edit)[0]?.body).toEqual({ order: 'own' });
});

it('the form of a collection says what a new name costs, and keeps all that was typed when it is refused', async () => {
  const { api } = await openShape(() => refuseFields({ name: { isVerifiedName: 'taken' } }, 'collection.nameVerified'));
  const name = main().getByLabelText('Name', { exact: true });
  await name.fill('Paris Rain');
  await expect.element(main().getByText('takes the verified mark away')).toBeVisible();
  await expect.element(main().getByText('keeps the name River evenings')).toBeVisible();
  await main().getByLabelText('In Ukrainian').fill('Вечори над річкою.');
  await main().getByLabelText('Link 1', { exact: true }).fill('not a link');
  await button(main(), 'Save').click();
  await expect.element(alert(main(), 'Enter a public address')).toBeVisible();
  expect(api.requests(collectionEndpoints.edit)).toEqual([]);
  await main().getByLabelText('Link 1', { exact: true }).fill('river.example.org');
  await button(main(), 'Save').click();
  await expect.element(alert(main(), 'looks the same and is verified')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('Paris Rain');
  await expect.element(main().getByLabelText('In Ukrainian')).toHaveValue('Вечори над річкою.');
  expect(api.requests(collectionEndpoints.edit)[0]?.body).toEqual({
    name: 'Paris Rain',
    text: { ukr: 'Вечори над річкою.' },
    links: [{ kind: 'website', url: 'https://river.example.org/' }],
  });
  await expectAccessible();
});

it('a maker who leaves the form of a collection while it is saved stays where they went, and reads that it is', async () => {
  let arrive = () => {};
  const saved = new Promise<void>((resolve) => (arrive = resolve));
  const app = await openShape(async () => {
    await saved;
    return { data: shaped };
  });
  await app.goTo(`/collections/${shaped.uuid}`);
  await seen(main().getByRole('heading', { level: 1, name: shaped.name }));
  await app.goBack();
  await main().getByLabelText('Name', { exact: true }).fill('Paris Rain');
  await button(main(), 'Save').click();
  await expect.poll(() => app.api.requests(collectionEndpoints.edit)).toHaveLength(1);
  await leaveFor('/auctions', app, arrive);
  await seen(notice('Your collection is saved.'));
  expect(app.path()).toBe('/auctions');
});

it('nobody else gets the form of a collection', async () => {
  await openApp(`/collections/${shaped.uuid}/edit`, {
    user: SELLER,
    answers: (api) => api.answer(collectionEndpoints.show, () => ({ data: shaped })),
  });
  await expect.element(main().getByText('Only its creator may change this collection')).toBeVisible();
  await expect.element(main().getByLabelText('Name', { exact: true })).not.toBeInTheDocument();
});

it('the page of a collection shows the reader’s language, the other one press away, its links and its mark', async () => {
  await openApp(`/collections/${shaped.uuid}`, {
    language: 'ukr',
    answers: (api) =>
      api
        .answer(collectionEndpoints.show, () => ({
          data: { ...shaped, contractName: 'Old evenings', text: { en: 'By the river.', ukr: 'Над річкою.' } },
        }))
        .answer(tokenEndpoints.list, () => listOf(works)),
  });
  await expect.element(main().getByText('Над річкою.')).toBeVisible();
  await expect.element(main().getByText('Підтверджено: маркетплейс перевірив')).toBeVisible();
  await expect.element(main().getByText('Назва в контракті: Old evenings')).toBeVisible();
  await expect.element(main().getByRole('link', { name: 'Instagram' })).toHaveAttribute('rel', 'nofollow ugc noopener');
  await button(main(), 'English').click();
  await expect.element(main().getByText('By the river.')).toBeVisible();
});

it('the token form takes the texts in the other language, beside the main ones, and keeps what was typed', async () => {
  const { api } = await openApp('/create-nft', { user: aUser() });
  await button(main(), 'Add a property').click();
  await main().getByLabelText('Name of property 1', { exact: true }).fill('Mood');
  await main().getByLabelText('Value of property 1', { exact: true }).fill('calm');
  const add = button(main(), 'Add Ukrainian');
  await add.click();
  const name = main().getByLabelText('Name in Ukrainian');
  await expect.element(name).toHaveFocus();
  await userEvent.type(name, 'ї'.repeat(33));
  await expect.element(name).toHaveValue('ї'.repeat(32));
  await expect.element(name).toHaveAttribute('lang', 'uk');
  await main().getByLabelText('Name of property 1 in Ukrainian').fill('Настрій');
  await expectAccessible();

  // The main text is in Ukrainian: the rest is in English.
  await main().getByLabelText('The text above is in').selectOptions('uk');
  await expect.element(main().getByLabelText('Name in English')).toHaveValue('ї'.repeat(32));
  await button(main(), 'Create').click();
  const description = main().getByLabelText('Description in English');
  await expect.element(description).toHaveAttribute('aria-invalid', 'true');
  await button(main(), 'Leave out').click();
  await expect.element(description).not.toBeInTheDocument();
  await expect.element(button(main(), 'Add English')).toHaveFocus();
  await button(main(), 'Add English').click();
  await expect.element(main().getByLabelText('Name in English')).toHaveValue('ї'.repeat(32));
  await expect.element(main().getByLabelText('Name of property 1 in English')).toHaveValue('Настрій');
  expect(api.requests(tokenEndpoints.create)).toEqual([]);
});

it('the texts of a work keep their language when the reader switches the interface, and it is that of their letters', async () => {
  const user = aUser();
  await openApp('/create-nft', {
    user,
    answers: (api) => api.answer(accountEndpoints.settings, () => ({ data: { ...user, language: 'ukr' as const } })),
  });
  const typed = main().getByLabelText('Name', { exact: true });
  await typed.fill('Сутінки');
  await expect.element(button(main(), 'Add English')).toBeVisible();
  await typed.fill('Dusk');
  await button(main(), 'Add Ukrainian').click();
  await button(header(), 'УКР').click();
  await expect.element(main().getByLabelText('Мова тексту вище')).toHaveDisplayValue('English');
  await expect.element(main().getByLabelText('Назва українською')).toBeVisible();
});

it('the form of another work keeps what its maker repeats of the last one, and only that', async () => {
  const categories = [
    CATEGORY,
    { ...CATEGORY, uuid: uuidOf(22), name: 'Music', names: { en: 'Music', ukr: 'Музика' } },
  ];
  const collections = [41, 42].map((number) => aCollection({ uuid: uuidOf(number), name: `Of ${number}` }));
  const texts = { locale: 'uk' as const, name: 'Сутінки', description: 'Тихо.' };
  let last = aToken({
    status: 'draft',
    steps: [],
    creator: personOf(maker),
    category: { uuid: uuidOf(22), name: 'Music' },
    collection: { ...aToken().collection, uuid: uuidOf(42) },
    royalty: 7.5,
    metadata: ['Mood', 'Light'].map((name) => ({ name, value: 'dim', isNumber: false })),
    localization: {
      default: 'en',
      texts: [{ ...texts, metadata: ['Настрій', 'Light'].map((name) => ({ name, value: 'dim', isNumber: false })) }],
    },
  });
  const { api } = await openApp(`/nfts/${last.uuid}`, {
    user: maker,
    answers: (scripted) =>
      scripted
        .answer(tokenEndpoints.show, () => ({ data: last }))
        .answer(collectionEndpoints.show, () => ({ data: aCollection() }))
        .answer(collectionEndpoints.list, () => listOf(collections))
        .answer(referenceEndpoints.categories, () => listOf(categories)),
  });
  const mint = button(main(), 'Finish minting');
  await expect.element(mint).toBeVisible();
  last = { ...last, status: 'minted' };
  await mint.click();
  const another = main().getByRole('link', { name: 'Create another work' });
  await expect.element(another).toBeVisible();
  // Nothing above the link arrives any more, which would move it under the pointer.
  await expect.poll(() => api.isQuiet).toBe(true);
  await another.click();
  const field = (label: string) => main().getByLabelText(label, { exact: true });
  await expect.element(field('Category')).toHaveDisplayValue('Music');
  await expect.element(field('Collection')).toHaveDisplayValue('Of 42');
  await expect.element(field('Royalty')).toHaveValue('7.5');
  for (const label of ['Name', 'Description', 'Name in Ukrainian', 'Value of property 1', 'Value of property 2'])
    await expect.element(field(label)).toHaveValue('');
  await expect.element(field('Name of property 1')).toHaveValue('Mood');
  await expect.element(field('Name of property 1 in Ukrainian')).toHaveValue('Настрій');
  await expect.element(field('Name of property 2 in Ukrainian')).toHaveValue('');
  await expect.element(field('The text above is in')).toHaveDisplayValue('English');
});
