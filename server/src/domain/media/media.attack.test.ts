import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
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
  /** The beginning of a WebP whose first chunk has this name and data. */
  const webp = (name: string, data: string) =>
    Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${name}\0\0\0\0`, 'latin1'), Buffer.from(data, 'hex')]);
  /** One picture by several views of the same bytes, the first one longer by `extra`. */
  const shared = (count: number, extra: number) => {
    const data = Buffer.concat([png, Buffer.alloc(extra)]);
    const view = { buffer: 0, byteLength: png.length };
    return glb(
      {
        images: Array.from({ length: count }, (_, at) => ({ bufferView: at })),
        bufferViews: Array.from({ length: count }, (_, at) => (at === 0 ? { ...view, byteLength: data.length } : view)),
        buffers: [{ byteLength: data.length }],
      },
      data,
    );
  };
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
  /** A file followed by the parts of another. */
  const joined = (first: Buffer, second: Buffer) => {
    const all = Buffer.concat([first, second.subarray(12)]);
    all.writeUInt32LE(all.length, 8);
    return all;
  };
  const scenes = (...roots: number[][]) => glb({ scenes: roots.map((own) => ({ nodes: own })), nodes: [{}, {}] });
  /** `length` uses of a part with long `extras`. */
  const repeated = (length: number, node: object, tree: object, primitive: object = {}) =>
    drawn(users(length, node), 3, 1, primitive, tree);
  const long = { extras: { note: 'a'.repeat(100_000) } };
  const meshOf = (more: object, primitive: object = {}) => ({
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }], ...more }],
  });
  /** One keyframe of `count` matrices on each of `channels` channels of a node with `parts` parts. */
  const animated = (
    channels: number,
    count: number,
    target: object = { path: 'scale' },
    parts = 1,
    more: object = {},
  ) =>
    drawn(
      users(1),
      3,
      parts,
      {},
      {
        accessors: [
          ...Array(2).fill({ bufferView: 0, type: 'VEC3', componentType: 5126, count: 3 }),
          { bufferView: 0, count },
        ],
        animations: [
          {
            samplers: [{ input: 1, output: 2 }],
            channels: Array(channels).fill({ sampler: 0, target: { node: 0, ...target } }),
            ...more,
          },
        ],
      },
    );
  /** `length` lists of points, each a changed copy of the same data. */
  const sparse = (length: number, count: number, changes: object) =>
    drawn(
      [],
      1,
      1,
      {},
      {
        accessors: Array(length).fill({ bufferView: 0, type: 'VEC3', componentType: 5126, count, sparse: changes }),
      },
    );
  const longName = () => ({
    meshes: [{ primitives: Array(200).fill({ attributes: { POSITION: 0 } }), name: long.extras.note }],
  });
  const deepMesh = () =>
    glb(Buffer.from(`{"asset":{"version":"2.0"},"meshes":[{"extras":${'['.repeat(1e6)}${']'.repeat(1e6)}}]}`));
  const changes = { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } };
  const nodes = (...children: number[][]) => glb({ nodes: children.map((own) => ({ children: own })) });
  it.each<[string, () => Buffer, string]>([
    ['whose description is cut off', () => cutOff(glb({})), 'longer than the file'],
    ['with another length than it says', () => Buffer.concat([glb({}), Buffer.alloc(4)]), 'not complete'],
    ['without a description', () => glb(Buffer.alloc(0)).fill('BIN\0', 16, 20), 'does not begin'],
    ['whose description is not JSON', () => glb(Buffer.from('{"asset":')), 'not valid JSON'],
    ['whose description is deep', () => glb(Buffer.from('['.repeat(1e6))), 'too deep'],
    ['of another version', () => glb({ asset: { version: '1.0' } }), 'not glTF 2'],
    ['whose version is an object', () => glb({ asset: { version: { toString: 1 } } }), 'not glTF 2'],
    ['whose version is a list', () => glb({ asset: { version: [['2.0']] } }), 'not glTF 2'],
    ['whose pictures overlap', () => shared(2, 1), 'overlap'],
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
    ['with an animated picture', () => withPicture(webp('VP8X', '0200000003000003000000')), 'an animation'],
    ['with a WebP without a size', () => withPicture(webp('ALPH', '00')), 'damaged'],
    ['with a PNG without a header', () => withPicture(png.subarray(0, 8)), 'damaged'],
    ['with a PNG without pixels', () => withPicture(blackPng(0, 4)), 'damaged'],
    ['with a JPEG that ends before its size', () => withPicture(Buffer.from('ffd8fffe0002ffff', 'hex')), 'damaged'],
    ['with a JPEG that begins twice', () => withPicture(Buffer.from(`ffd8ffd8${'0'.repeat(40)}`, 'hex')), 'damaged'],
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
    ['with a second description', () => joined(glb({}, Buffer.alloc(4)), glb({ images: [{ uri: 'a.png' }] })), 'twice'],
    ['with a node many times in a scene', () => scenes([0, 1, 0]), 'two scenes, or twice'],
    ['with a node in two scenes', () => scenes([0], [1, 0]), 'two scenes, or twice'],
    ['with too many scenes', () => scenes(...Array<number[]>(101).fill([])), 'too many scenes'],
    ['with too many cameras', () => glb({ cameras: Array(20_001).fill({}) }), 'too many nodes'],
    ['with long properties of a mesh', () => repeated(200, {}, meshOf(long)), 'too often'],
    [
      'with a long unknown extension of a mesh',
      () => repeated(200, {}, meshOf({ extensions: { X: long } })),
      'too often',
    ],
    ['with a long name of a mesh', () => drawn(users(1), 3, 1, {}, longName()), 'too often'],
    [
      'with a long unknown extension of a primitive',
      () => repeated(200, {}, meshOf({}, { extensions: { X: long } })),
      'too often',
    ],
    [
      'with long properties of a material',
      () => repeated(100, {}, { materials: [long] }, { material: 0 }),
      'too often',
    ],
    ['with long properties of a camera', () => repeated(200, { camera: 0 }, { cameras: [long] }), 'too often'],
    [
      'with long properties of a light',
      () =>
        glb({
          nodes: Array(32).fill({ extensions: { KHR_lights_punctual: { light: 0 } } }),
          extensions: { KHR_lights_punctual: { lights: Array(6).fill(long) } },
        }),
      'too often',
    ],
    [
      'with long properties of a picture',
      () =>
        glb(
          {
            images: [{ bufferView: 0, ...long }],
            materials: [{}],
            nodes: users(10),
            meshes: [{ primitives: [{ material: 0 }] }],
            bufferViews: [{ buffer: 0, byteLength: png.length }],
          },
          png,
        ),
      'too often',
    ],
    ['with long weights of a node', () => drawn(users(1, { weights: Array(50_000).fill(0) }), 3, 200), 'too often'],
    ['with weights of any length', () => drawn(users(1), 3, 1, {}, meshOf({ weights: { length: 1e9 } })), 'not a list'],
    ['with weights of a node of any length', () => drawn(users(1, { weights: { length: 1e9 } }), 3), 'not a list'],
    ['with properties too deep to copy', () => deepMesh(), 'too deep'],
    ['with a part of a buffer that is a text', () => glb({ bufferViews: [{ buffer: '0', byteLength: 1e9 }] }), 'place'],
    [
      'with a part that begins at a text',
      () => glb({ bufferViews: [{ buffer: 0, byteOffset: '1000', byteLength: 0 }] }),
      'place',
    ],
    ['with a picture that is a text', () => glb({ textures: [{ source: '0' }] }), 'not there'],
    ['with many changed copies of points', () => sparse(100, 1e5, changes), 'too many points'],
    ['with more changes than points', () => sparse(1, 3, { ...changes, count: 4 }), 'no valid changes'],
    ['with changes that are not there', () => sparse(1, 3, { count: 1, values: { bufferView: 0 } }), 'not there'],
    ['with changes that are nothing', () => glb({ accessors: [{ count: 1, sparse: null }] }), 'no valid changes'],
    [
      'with shapes that are larger than their mesh',
      () =>
        drawn(
          users(1000),
          3,
          1,
          { targets: [{ POSITION: 1 }] },
          {
            accessors: [{ count: 3 }, { bufferView: 0, type: 'VEC3', componentType: 5126, count: 5e5 }],
          },
        ),
      'draws too many points',
    ],
    ['with too many animated nodes', () => animated(20_001, 1), 'animations are too long'],
    ['with animations that are too long', () => animated(20, 1e5), 'animations are too long'],
    [
      'with animated weights of many parts',
      () => animated(11, 1, { path: 'weights' }, 2000),
      'animations are too long',
    ],
    ['with animated weights named by a list', () => animated(11, 1, { path: ['weights'] }, 2000), 'are too long'],
    ['with animations of keyframes by name', () => animated(1, 1, {}, 1, { parameters: {} }), 'another version'],
    ['with an animated node that is not there', () => animated(1, 1, { node: 7 }), 'not there'],
    ['with a large skeleton that nothing uses', () => glb({ skins: [{ joints: Array(200_001).fill(0) }] }), 'too many'],
    ['with joints that are a text', () => glb({ skins: [{ joints: '0'.repeat(10) }] }), 'not a list'],
    ['with a long list of extensions', () => glb({ extensionsUsed: Array(101).fill('VRM') }), 'too many extensions'],
    ['with a long list of required extensions', () => glb({ extensionsRequired: Array(101).fill('') }), 'too many ext'],
  ])('%s', async (_, make, why) => {
    await expect(inspectModel(make())).rejects.toThrow(new RegExp(why));
  });

  it('and one within these limits is accepted', async () => {
    await expect(inspectModel(withPicture(png))).resolves.toBeUndefined();
    await expect(inspectModel(shared(128, 0))).resolves.toBeUndefined();
    await expect(inspectModel(textured(2))).resolves.toBeUndefined();
    const known = { extensionsUsed: ['KHR_materials_clearcoat', 'KHR_texture_transform', 'VRMC_vrm'] };
    await expect(inspectModel(drawn(users(2000), 3, 1, {}, known))).resolves.toBeUndefined();
    await expect(inspectModel(drawn(users(20), 5e5, 1))).resolves.toBeUndefined();
    // A face with 52 shapes and a program's own properties, in two scenes, as Blender exports it.
    const names = Array.from({ length: 52 }, (_, at) => `expression ${at}`);
    const face = {
      scenes: [{ nodes: [0], extras: { ...long } }, { nodes: [1] }],
      nodes: [{ mesh: 0, ...long }, { camera: 0 }, { mesh: 0, weights: Array(52).fill(0) }],
      cameras: [{ type: 'perspective', perspective: { yfov: 1, znear: 1 } }],
      meshes: [
        {
          primitives: Array(20).fill({
            attributes: { POSITION: 0 },
            targets: Array(52).fill({ POSITION: 1 }),
            material: 0,
          }),
          weights: Array(52).fill(0),
          extras: { targetNames: names, author: 'Ann' },
        },
      ],
      materials: [{ extras: { note: 'skin' } }],
      accessors: [
        { bufferView: 0, type: 'VEC3', componentType: 5126, count: 3 },
        { type: 'VEC3', componentType: 5126, count: 3, sparse: changes },
      ],
    };
    await expect(inspectModel(drawn([], 3, 1, {}, face))).resolves.toBeUndefined();
    await expect(inspectModel(animated(1000, 100))).resolves.toBeUndefined();
    await expect(inspectModel(animated(10, 100, { path: 'weights' }, 20))).resolves.toBeUndefined();
    // What animates a property other than a node's has no node.
    await expect(inspectModel(animated(1, 1, { node: undefined, path: 'pointer' }))).resolves.toBeUndefined();
    // Compressed geometry: the viewer says that it cannot show it, and the file can be downloaded.
    await expect(inspectModel(empty(2e6, { extensionsUsed: ['KHR_draco_mesh_compression'] }))).resolves.toBeUndefined();
  });

  it.each<[string, (picture: Sharp) => Sharp]>([
    ['PNG', (picture) => picture.png()],
    ['JPEG', (picture) => picture.jpeg()],
    ['progressive JPEG with a profile', (picture) => picture.withIccProfile('p3').jpeg({ progressive: true })],
    ['WebP', (picture) => picture.webp()],
    ['lossless WebP', (picture) => picture.webp({ lossless: true })],
    ['WebP with a profile', (picture) => picture.withIccProfile('p3').webp()],
  ])('with a long side of a %s', async (_, encoded) => {
    const sized = async (width: number, height: number) =>
      inspectModel(
        withPicture(await encoded(sharp({ create: { width, height, channels: 3, background: '#345' } })).toBuffer()),
      );
    await expect(sized(8192, 3)).resolves.toBeUndefined();
    await expect(sized(3, 8192)).resolves.toBeUndefined();
    await expect(sized(8193, 3)).rejects.toThrow('too large');
    await expect(sized(3, 8193)).rejects.toThrow('too large');
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
