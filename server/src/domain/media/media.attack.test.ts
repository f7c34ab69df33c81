import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, picture, startCatalogue } from '../token/testing-catalogue.ts';
import { cleanGif } from './media.clean.ts';
import { inspectModel } from './media.model.ts';
import { isSvg } from './media.sniff.ts';
import { inspect } from './media.svg.ts';
import { pictures } from './media.work.ts';
import {
  blackPng,
  cheapFilters,
  expensiveFilters,
  filteredBySheet,
  glb,
  manyAddresses,
  manyFrames,
  nestedUses,
  unended,
} from './testing-attack.ts';

let all: Catalogue;
let ann: Awaited<ReturnType<Catalogue['person']>>;
let collectionUuid: string;
beforeAll(async () => {
  all = await startCatalogue();
  ann = await all.person();
  collectionUuid = (await all.collection(ann)).uuid;
});
afterAll(() => all?.stop());

type Answer = {
  code?: string;
  message?: { property: string }[];
  data: { imageHash: string; image: { preview: string } };
};
const upload = async (bytes: Buffer) =>
  all.call<Answer>('POST', '/token', {
    as: ann,
    form: await all.tokenForm(collectionUuid, { file: { bytes, name: 'x' } }),
  });
const inSvg = (body: string, head = '') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">${body}</svg>`,
  );

describe('a small file that is expensive to read is refused with a reason', () => {
  it.each<[string, () => Buffer, number, string]>([
    ['a GIF with too many frames', () => manyFrames(2001), 413, 'media.tooManyFrames'],
    [
      'an interlaced PNG with 16 bits per channel',
      () => blackPng(8000, 8000, { isInterlaced: true, isDeep: true, isWhole: false }),
      413,
      'media.tooManyPixels',
    ],
    ['a drawing with too many expensive filters', () => expensiveFilters(6), 400, 'media.svg'],
    ['a drawing with too many cheap filters', () => cheapFilters(33), 400, 'media.svg'],
    ['a drawing with filters in its style sheet', () => filteredBySheet(40), 400, 'media.svg'],
    ['an unterminated tag', () => unended('<a b="', 200_000), 400, 'media.svg'],
  ])('%s', async (_, make, status, code) => {
    const answer = await upload(make());
    expect(answer).toMatchObject({ status, body: { code, message: [{ property: 'file' }] } });
  });

  it('a drawing with 240 kB of repeated "data:" is accepted', async () => {
    expect((await upload(manyAddresses())).status).toBe(201);
  });
});

describe('a 3D model is refused with a reason', () => {
  const png = blackPng(4, 4);
  const withPicture = (picture: Buffer, view: object = { buffer: 0, byteLength: picture.length }) =>
    glb({ images: [{ bufferView: 0 }], bufferViews: [view], buffers: [{ byteLength: picture.length }] }, picture);
  /** One picture of 4096 × 4096 in textures that differ by their sampler alone. */
  const textured = (count: number) => {
    const picture = blackPng(4096, 4096, { isWhole: false });
    return glb(
      {
        images: [{ bufferView: 0 }],
        samplers: Array.from({ length: count }, () => ({})),
        textures: Array.from({ length: count }, (_, sampler) => ({ source: 0, sampler })),
        bufferViews: [{ buffer: 0, byteLength: picture.length }],
        buffers: [{ byteLength: picture.length }],
      },
      picture,
    );
  };
  const cutOff = (bytes: Buffer) => {
    const short = bytes.subarray(0, -4);
    short.writeUInt32LE(short.length, 8);
    return short;
  };
  /** Nodes that use one mesh of `count` points, `size` primitives each. */
  const drawn = (nodes: object[], count: number, size = 1, more: object = {}, tree: object = {}) =>
    glb({
      nodes,
      meshes: [{ primitives: Array.from({ length: size }, () => ({ attributes: { POSITION: 0 }, ...more })) }],
      accessors: [{ bufferView: 0, type: 'VEC3', componentType: 5126, count }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      ...tree,
    });
  const users = (length: number, more: object = {}) => Array.from({ length }, () => ({ mesh: 0, ...more }));
  const empty = (count: number, tree: object = {}) =>
    glb({ accessors: [{ type: 'MAT4', componentType: 5126, count }], ...tree });
  const nodes = (...children: number[][]) => glb({ nodes: children.map((own) => ({ children: own })) });
  it.each<[string, () => Buffer, string]>([
    ['whose description is cut off', () => cutOff(glb({})), 'longer than the file'],
    ['with another length than it says', () => Buffer.concat([glb({}), Buffer.alloc(4)]), 'not complete'],
    ['without a description', () => glb(Buffer.alloc(0)).fill('BIN\0', 16, 20), 'does not begin'],
    ['whose description is not JSON', () => glb(Buffer.from('{"asset":')), 'not valid JSON'],
    ['whose description is deep', () => glb(Buffer.from('['.repeat(1e6))), 'not valid JSON|not glTF 2'],
    ['of another version', () => glb({ asset: { version: '1.0' } }), 'not glTF 2'],
    [
      'with its data in another file',
      () => glb({ buffers: [{ uri: 'https://example.com/a.bin', byteLength: 4 }] }),
      'another file',
    ],
    ['with a picture in another file', () => glb({ images: [{ uri: '//example.com/a.png' }] }), 'another file'],
    ['with data beyond its end', () => glb({ buffers: [{ byteLength: 5 }] }, Buffer.alloc(4)), 'beyond the file'],
    ['with a picture beyond its end', () => withPicture(png, { buffer: 0, byteLength: 1e9 }), 'beyond the file'],
    ['with a picture of gigabytes', () => withPicture(blackPng(16_000, 16_000, { isWhole: false })), 'too large'],
    ['with a large picture in many textures', () => textured(100), 'too large'],
    ['with a picture that runs scripts', () => withPicture(inSvg('<script/>')), 'neither PNG'],
    ['with a node in itself', () => nodes([0]), 'a loop'],
    ['with a loop of nodes', () => nodes([1], [2], [0]), 'a loop'],
    ['with a node in two places', () => nodes([2], [2], []), 'two places'],
    ['with a node that is not there', () => nodes([7]), 'not there'],
    [
      'with endless depth',
      () => nodes(...Array.from({ length: 600 }, (_, at) => (at < 599 ? [at + 1] : []))),
      'too deep',
    ],
    ['with too many points', () => glb({ accessors: [{ count: 9e6 }, { count: 9e6 }] }), 'too many points'],
    ['with a large mesh in many places', () => drawn(users(1000), 5e5), 'draws too many points'],
    ['with many copies of a large mesh in one place', () => drawn(users(1), 5e5, 1000), 'draws too many points'],
    ['with many shapes of a large mesh', () => drawn(users(1), 5e5, 1, { targets: Array(100).fill({}) }), 'draws too'],
    ['with strips of triangles', () => drawn(users(1), 5e6, 1, { mode: 5 }), 'draws too many points'],
    ['with a small mesh in too many places', () => drawn(users(2001), 3), 'draws too many parts'],
    [
      'with a large skeleton in many places',
      () => drawn(users(1000, { skin: 0 }), 3, 1, {}, { skins: [{ joints: Array(201).fill(0) }] }),
      'draws too many parts',
    ],
    ['with an index that is a text', () => drawn([{ mesh: '0' }], 5e5), 'not there'],
    ['with points that are not there', () => drawn(users(1), 3, 1, { indices: 7 }), 'not there'],
    [
      'with too many lists of points',
      () => drawn([], 1, 1, {}, { accessors: Array(13).fill({ count: 1e6 }) }),
      'too many',
    ],
    ['with matrices from nothing', () => empty(2e6), 'too many points'],
    [
      'with matrices from nothing that seem to be compressed',
      () => empty(2e6, { nodes: [{ extensions: { KHR_draco_mesh_compression: {} } }] }),
      'too many points',
    ],
    [
      'with one part named many times',
      () => glb({ bufferViews: Array(100).fill({ buffer: 0, byteLength: 1e7 }) }),
      'parts are too large',
    ],
    [
      'with instances of a mesh',
      () => drawn([{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } } }], 3),
      'extension',
    ],
    ['with an unknown extension', () => glb({ extensionsUsed: ['EXT_unknown'] }), 'extension'],
    [
      'with too many lights',
      () => glb({ nodes: Array(33).fill({ extensions: { KHR_lights_punctual: { light: 0 } } }) }),
      'too many lights',
    ],
    ['with a list of endless points', () => glb({ accessors: [{ count: 1e300 }] }), 'no length'],
  ])('%s', async (_, make, why) => {
    await expect(inspectModel(make())).rejects.toThrow(new RegExp(why));
  });

  it('and one within these limits is accepted', async () => {
    await expect(inspectModel(withPicture(png))).resolves.toBeUndefined();
    await expect(inspectModel(textured(2))).resolves.toBeUndefined();
    const known = { extensionsUsed: ['KHR_materials_clearcoat', 'KHR_texture_transform', 'VRMC_vrm'] };
    await expect(inspectModel(drawn(users(2000), 3, 1, {}, known))).resolves.toBeUndefined();
    await expect(inspectModel(drawn(users(20), 5e5, 1))).resolves.toBeUndefined();
    // Compressed geometry: the viewer says that it cannot show it, and the file can be downloaded.
    await expect(inspectModel(empty(2e6, { extensionsUsed: ['KHR_draco_mesh_compression'] }))).resolves.toBeUndefined();
  });

  it('at the upload, by a code that the web app has words for', async () => {
    expect(await upload(glb({ images: [{ uri: 'a.png' }] }))).toMatchObject({
      status: 400,
      body: { code: 'media.model', message: [{ property: 'file' }] },
    });
  });
});

describe('the SVG inspection', () => {
  const resultOf = (body: string, head?: string) => {
    try {
      return inspect(inSvg(body, head).toString());
    } catch (error) {
      return (error as Error).message;
    }
  };
  it.each([
    [
      'a processing instruction that names a style sheet',
      '',
      '<?xml-stylesheet href="data:text/css,*{}"?>',
      'includes other files',
    ],
    ['a style sheet that imports another', '<style>@import url("data:text/css,x")</style>', '', 'includes other files'],
    ['XInclude under any name', '<a xmlns:y="http://www.w3.org/2001/XInclude"/>', '', 'includes other files'],
    ['another encoding', '', '<?xml version="1.0" encoding="UTF-7"?>', 'UTF-8'],
    ['an entity', '', '<!DOCTYPE svg [<!eNtItY a "b">]>', 'not well-formed|entities'],
    ['an entity', '', '<!DOCTYPE svg [<!ENTITY a "b">]>', 'entities'],
    ['an embedded drawing', '<image xlink:href=" DATA:image/svg+xml;base64,PHN2Zy8+"/>', '', 'another drawing'],
    ['an embedded drawing in plain text', '<image href="data:,&lt;svg/&gt;"/>', '', 'another drawing'],
    ['very fine noise', '<filter id="f"><feTurbulence numOctaves="99"/></filter>', '', 'too fine'],
    ['a very wide morphology radius', '<filter id="f"><feMorphology radius="1 500"/></filter>', '', 'too wide'],
    [
      'an escaped property name',
      '<filter id="f"><feBlend/></filter><style>*{\\66 ilter:url(#f)}</style>' + '<g/>'.repeat(70),
      '',
      'too often',
    ],
    [
      'a filtered part that is used often',
      '<filter id="f"><feBlend/></filter><g id="a" filter="url(#f)"/>' + '<use href="#a"/>'.repeat(70),
      '',
      'too often',
    ],
  ])('%s is refused', (_, body, head, words) => {
    expect(resultOf(body, head)).toMatch(new RegExp(words));
  });

  it('accepts what design programs write', () => {
    expect(
      resultOf(
        '<!-- a --><style><![CDATA[.a{fill:red}]]></style><filter id="s"><feGaussianBlur stdDeviation="3"/><feOffset dx="2"/></filter><g filter="url(#s)"/><image href="data:image/png;base64,AAAA"/>',
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
      ),
    ).toMatchObject({ isFiltered: true, embedded: [Buffer.from('AAAA', 'base64')] });
  });
});

it('SVG detection runs in linear time', () => {
  for (const head of ['<?xml?>', '<!-- > --> ', '<!DOCTYPE svg [ <!-- ]> ', '\uFEFF \n', '<!doctype svg>'])
    expect(isSvg(Buffer.from(`${head}<svg/>`)), head).toBe(true);
  // Each of these caused quadratic backtracking in an earlier regular expression.
  for (const head of [`<!DOCTYPE ${' '.repeat(65_000)}`, '<!--'.repeat(16_000), '<?'.repeat(32_000)])
    expect(isSvg(Buffer.from(head))).toBe(false);
});

it('cleaning a GIF of many frames keeps it unchanged', () => {
  expect(cleanGif(manyFrames(5000)).equals(manyFrames(5000))).toBe(true);
});

it('a picture whose process dies is refused with a reason, leaves no files behind, and the next one is accepted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skarb-tmp-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const answer = upload(nestedUses(7));
  while (pictures.pids(ann.uuid).length === 0) await sleep(5);
  for (const pid of pictures.pids(ann.uuid)) process.kill(pid, 'SIGKILL');
  expect(await answer).toMatchObject({
    status: 413,
    body: { code: 'media.tooHeavy', message: [{ property: 'file' }] },
  });
  // Previews of earlier pictures may still be in progress: their folders are removed as well.
  while ((await readdir(folder)).some((name) => name.startsWith('skarb-upload-'))) await sleep(10);
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await rm(folder, { recursive: true });
  expect((await upload(await picture(40))).status).toBe(201);
});
