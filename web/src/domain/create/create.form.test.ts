import { expect, it } from 'vitest';
import { collectionForm, EMPTY_TOKEN, tokenBody, type TokenForm, tokenForm } from './create.form.ts';
import { fileProblem } from './file-check.ts';

const png = new File([new Uint8Array(8)], 'a.png', { type: 'image/png' });
const right: TokenForm = {
  ...EMPTY_TOKEN,
  file: png,
  name: 'Knot',
  description: 'A knot',
  networkUuid: 'n',
  collectionUuid: 'c',
  categoryUuid: 'k',
};
const problems = (change: Partial<TokenForm>) => {
  const parsed = tokenForm.safeParse({ ...right, ...change });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

it('refuses a cover that is no picture, unless the work is a picture, which has no cover', () => {
  const poster = new File(['%PDF'], 'cover.pdf', { type: 'application/pdf' });
  const film = new File([new Uint8Array(8)], 'a.mp4', { type: 'video/mp4' });
  expect(problems({ file: film, poster })).toEqual(['poster: type']);
  expect(problems({ file: png, poster })).toEqual([]);
});

it('starts as ERC721, quantity 1, royalty 0', () =>
  expect(EMPTY_TOKEN).toMatchObject({ type: 'ERC721', quantity: '1', royalty: '0' }));

it('accepts a valid token', () => expect(problems({})).toEqual([]));

it('reports each missing field as required', () =>
  expect(problems({ file: null, name: ' ', description: '', networkUuid: '' })).toEqual([
    'file: required',
    'name: required',
    'description: required',
    'networkUuid: required',
  ]));

it('requires a name and a value of every property, after trimming', () =>
  expect(
    problems({
      properties: [
        { name: ' ', value: 'x' },
        { name: 'Eyes', value: '  ' },
      ],
    }),
  ).toEqual(['properties.0.name: required', 'properties.1.value: required']));

it('refuses a property whose name another one above has, in any letters', () => {
  const named = (...names: string[]) => problems({ properties: names.map((name) => ({ name, value: name })) });
  expect(named('Колір', 'Очі', ' колір ', 'Колір')).toEqual([
    'properties.2.name: sameName',
    'properties.3.name: sameName',
  ]);
  expect(named('Eyes', 'Eyelids')).toEqual([]);
});

it('accepts at most twenty properties', () => {
  const of = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `p${index}`, value: '1' }));
  expect(problems({ properties: of(20) })).toEqual([]);
  expect(problems({ properties: of(21) })).toEqual(['properties: tooMany']);
});

it.each([
  ['', ['quantity: required']],
  ['1', ['quantity: editionMin']],
  ['2', []],
  ['1000001', ['quantity: editionMax']],
])('requires 2 to 1,000,000 units of an edition: "%s"', (quantity, expected) =>
  expect(problems({ type: 'ERC1155', quantity })).toEqual(expected),
);

it.each([
  ['0', []],
  ['7.25', []],
  ['50', []],
  ['50.01', ['royalty: royalty']],
  ['7.125', ['royalty: royalty']],
  ['x', ['royalty: royalty']],
])('accepts a royalty of 0 to 50 percent with two decimals: %s', (royalty, expected) =>
  expect(problems({ royalty })).toEqual(expected),
);

it.each([
  ['a.html', 'text/html', 10, 'type'],
  ['a.png', 'image/png', 0, 'empty'],
  ['a.png', 'image/png', 31 * 1024 * 1024, 'imageTooLarge'],
  ['a.mp4', 'video/mp4', 101 * 1024 * 1024, 'tooLarge'],
  ['a.mp4', 'video/mp4', 99 * 1024 * 1024, undefined],
  ['a.glb', '', 10, undefined],
  ['a.wav', 'audio/x-wav', 10, undefined],
])('checks %s (%s, %i bytes) before the upload', (name, type, size, expected) =>
  expect(fileProblem({ name, type, size }, 'token')).toBe(expected),
);

it('requires a picture and a name of a collection', () => {
  const parsed = collectionForm.safeParse({
    name: '',
    description: '',
    file: new File(['x'], 'a.mp3', { type: 'audio/mpeg' }),
  });
  expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'name: required',
    'file: type',
  ]);
});

it('sends a quantity only for an edition, and the properties as a JSON list', () => {
  const single = tokenBody({ ...right, properties: [{ name: 'Eyes', value: '3' }] });
  expect(single).not.toHaveProperty('localization');
  expect(single).not.toHaveProperty('quantity');
  expect(single.properties).toBe('[{"name":"Eyes","value":"3"}]');
  expect(tokenBody({ ...right, type: 'ERC1155', quantity: '10' }).quantity).toBe('10');
});

it('sends texts in the other language only when they are wanted, with what is left empty as in the main texts', () => {
  const form: TokenForm = {
    ...right,
    isLocalized: true,
    localization: { default: 'en', name: 'Вузол', description: 'Вузлик' },
    properties: [
      { name: 'Eyes', value: '3', otherName: 'Очі', otherValue: 'три' },
      { name: 'Mood', value: 'calm', otherName: '', otherValue: 'спокій' },
    ],
  };
  expect(JSON.parse(tokenBody(form).localization as string)).toEqual({
    default: 'en',
    texts: [
      {
        locale: 'uk',
        name: 'Вузол',
        description: 'Вузлик',
        properties: [
          { name: 'Очі', value: '3' },
          { name: 'Mood', value: 'спокій' },
        ],
      },
    ],
  });
  const swapped = { ...form, localization: { ...form.localization, default: 'uk' } };
  expect(JSON.parse(tokenBody(swapped).localization as string)).toMatchObject({
    default: 'uk',
    texts: [{ locale: 'en' }],
  });
  const empty = { default: '', name: ' ', description: '' };
  expect(problems({ isLocalized: true, localization: empty })).toEqual([
    'localization.name: required',
    'localization.description: required',
  ]);
  expect(problems({ localization: empty })).toEqual([]);
});
