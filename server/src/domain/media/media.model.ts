import { IMAGE_MAX_PIXELS } from '@skarb/schema/limits';

/** Runs in a process of the pool: see media.work.ts. */

/** Why a model is refused, as a sentence for the user. */
export class ModelRefusal extends Error {
  override name = 'ModelRefusal';
}
/** The file is damaged or not complete. */
export class ModelBroken extends ModelRefusal {
  override name = 'ModelBroken';
}

/** The chunk types of binary glTF 2.0, little-endian. */
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
/** A description of tens of thousands of nodes; the geometry is in the other chunk. */
const JSON_MAX_BYTES = 16 * 1024 * 1024;
const NODES_MAX = 20_000;
/** A viewer builds all scenes, not only the one that it shows. */
const SCENES_MAX = 100;
/** A viewer visits nodes recursively. */
const DEPTH_MAX = 500;
/** Elements of all accessors; and what one frame draws, counting a mesh once for each node that uses it. */
const ELEMENTS_MAX = 12_000_000;
/** Each node draws each primitive of its mesh by a call of its own. */
const DRAWS_MAX = 2_000;
/** Each skin has a matrix for each joint, and each drawn primitive of a node with a skin has its own copy of them. */
const JOINTS_MAX = 200_000;
/** A shader repeats its work for each light. */
const LIGHTS_MAX = 32;
/** Of descriptions that a viewer copies for each use; the copies need up to thirteen times the memory of their text. */
const COPIED_MAX_LENGTH = 16 * 1024 * 1024;
/** The places of a material for a picture: a viewer may copy the picture's `extras` for each. */
const MATERIAL_PICTURES_MAX = 20;
/** Tracks of all animations, and the numbers in their keyframes, which each track may copy. */
const TRACKS_MAX = 20_000;
const KEYFRAME_NUMBERS_MAX = 24_000_000;
/** A viewer compares each used extension with all required ones. */
const EXTENSIONS_MAX = 100;
/** A viewer copies each view, and sends each accessor to the graphics memory. */
const VIEW_BYTES_MAX = 256 * 1024 * 1024;
const ACCESSOR_BYTES_MAX = 512 * 1024 * 1024;
/**
 * Accessors without data are zeros, and a sparse accessor is a changed copy of its data: a file of a few bytes could fill
 * the memory.
 */
const MADE_BYTES_MAX = 64 * 1024 * 1024;
/** Components per element, and bytes per component. An unknown type counts as the largest. */
const TYPE_SIZES = new Map<unknown, number>(
  Object.entries({ SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }),
);
const COMPONENT_BYTES = new Map<unknown, number>([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
]);
const DRACO = 'KHR_draco_mesh_compression';
/**
 * Extensions that multiply nothing. The viewer does not decode compressed geometry and says so; VRM and XMP describe.
 * EXT_mesh_gpu_instancing is not among them: it draws a mesh thousands of times for one node.
 */
const EXTENSION =
  /^(KHR_(materials_\w+|texture_(transform|basisu)|mesh_quantization|lights_punctual|animation_pointer|node_visibility|xmp(_json_ld)?|draco_mesh_compression|meshopt_compression)|EXT_(texture_(webp|avif)|materials_bump|meshopt_compression)|VRM\w*)$/;
const PICTURES_MAX = 128;
/** The longest side of a texture that every WebGL 2 device draws is 2,048; most draw this. */
const TEXTURE_MAX_SIDE = 8192;

type View = { buffer?: unknown; byteOffset?: unknown; byteLength?: unknown; byteStride?: unknown };
type InView = { bufferView?: unknown };
type Accessor = InView & {
  count?: unknown;
  type?: unknown;
  componentType?: unknown;
  sparse?: { count?: unknown; indices?: InView; values?: InView } | null;
};
type Primitive = { attributes?: unknown; indices?: unknown; mode?: unknown; targets?: unknown; material?: unknown };
type Animation = {
  channels?: { sampler?: unknown; target?: { node?: unknown; path?: unknown } }[];
  samplers?: { input?: unknown; output?: unknown }[];
  parameters?: unknown;
};
type Node = {
  children?: unknown;
  mesh?: unknown;
  skin?: unknown;
  camera?: unknown;
  weights?: unknown;
  extensions?: Record<string, unknown>;
};
type Tree = {
  asset?: { version?: unknown };
  scenes?: { nodes?: unknown }[];
  extensionsUsed?: unknown;
  extensionsRequired?: unknown;
  extensions?: { KHR_lights_punctual?: unknown };
  nodes?: Node[];
  cameras?: object[];
  meshes?: { primitives?: unknown; weights?: unknown }[];
  materials?: object[];
  animations?: Animation[];
  skins?: { joints?: unknown }[];
  accessors?: Accessor[];
  buffers?: { uri?: unknown; byteLength?: unknown }[];
  bufferViews?: View[];
  images?: { uri?: unknown; bufferView?: unknown; extras?: unknown }[];
  textures?: { source?: unknown; sampler?: unknown; extensions?: unknown }[];
};

const refuse = (why: string): never => {
  throw new ModelRefusal(why);
};
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** @throws ModelRefusal also for an index that is a text, as "0": a viewer takes it for the number */
const partOf = <T>(list: readonly T[], index: unknown): T =>
  (isCount(index) ? list[index] : undefined) ?? refuse('a part refers to one that is not there');
const listOf = <T>(value: T[] | undefined, name: string): T[] => {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
  return isList ? value : refuse(`its ${name} are not a list`);
};

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** The description and the data of a binary glTF. Chunks of other types are allowed after the description and ignored. */
const chunksOf = (bytes: Buffer): { json: Buffer; bin: Buffer | undefined } => {
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== 2 || bytes.readUInt32LE(8) !== bytes.length)
    throw new ModelBroken('it is not binary glTF 2.0, or not complete');
  if (bytes.readUInt32LE(16) !== JSON_CHUNK) refuse('it does not begin with its description');
  const chunks = new Map<number, Buffer>();
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) refuse('a part is cut off');
    const end = at + 8 + bytes.readUInt32LE(at);
    if (end > bytes.length) refuse('a part is longer than the file');
    const type = bytes.readUInt32LE(at + 4);
    // A viewer reads the last chunk of each type.
    if (chunks.has(type)) refuse('it has its description or its data twice');
    if (type === JSON_CHUNK || type === BIN_CHUNK) chunks.set(type, bytes.subarray(at + 8, end));
    at = end;
  }
  const json = chunks.get(JSON_CHUNK) as Buffer;
  if (json.length > JSON_MAX_BYTES) refuse('its description is too long');
  return { json, bin: chunks.get(BIN_CHUNK) };
};

/** A viewer follows a node to its children: no loops, no node in two places, no endless depth. */
const checkNodes = (tree: Tree) => {
  const nodes = listOf(tree.nodes, 'nodes');
  const scenes = listOf(tree.scenes, 'scenes');
  // A viewer builds all cameras, also without a node.
  if (nodes.length + listOf(tree.cameras, 'cameras').length > NODES_MAX) refuse('it has too many nodes');
  if (scenes.length > SCENES_MAX) refuse('it has too many scenes');
  const indices = (value: unknown): number[] => {
    if (value === undefined) return [];
    const isValid = Array.isArray(value) && value.every((one) => isCount(one) && one < nodes.length);
    return isValid ? (value as number[]) : refuse('a node refers to one that is not there');
  };
  const parents = new Map<number, number>();
  for (const [at, { children }] of nodes.entries())
    for (const child of indices(children)) {
      if (parents.has(child)) refuse('a node is in two places');
      parents.set(child, at);
    }
  const roots = scenes.flatMap((scene) => indices(scene.nodes));
  if (roots.some((root) => parents.has(root))) refuse('a scene begins within another node');
  // A viewer copies a node, with all below it, for each time after the first.
  if (new Set(roots).size < roots.length) refuse('a node is in two scenes, or twice in one');
  for (const start of nodes.keys()) {
    let depth = 0;
    for (let at = parents.get(start); at !== undefined; at = parents.get(at))
      if (++depth > DEPTH_MAX) refuse('its nodes are too deep, or a loop');
  }
};

const checkExtensions = (tree: Tree) => {
  const { extensionsUsed: used = [], extensionsRequired: required = [] } = tree;
  // A viewer follows the extensions of a node also when the file does not list them.
  const ofNodes = listOf(tree.nodes, 'nodes').flatMap(({ extensions }) => Object.keys(extensions ?? {}));
  if (!Array.isArray(used) || !Array.isArray(required)) return refuse('its extensions are not a list');
  if (Math.max(used.length, required.length) > EXTENSIONS_MAX) refuse('it uses too many extensions');
  for (const name of [...(used as unknown[]), ...ofNodes])
    if (typeof name !== 'string' || !EXTENSION.test(name)) refuse('it uses an extension that is not supported');
  if (ofNodes.filter((name) => name === 'KHR_lights_punctual').length > LIGHTS_MAX) refuse('it has too many lights');
};

/** The memory that a viewer needs for the geometry: parts of the file may be named any number of times. */
const checkMemory = (tree: Tree) => {
  const isCompressed = (tree.extensionsUsed as unknown[] | undefined)?.includes(DRACO);
  const views = listOf(tree.bufferViews, 'views');
  let viewBytes = 0;
  for (const { buffer, byteOffset = 0, byteLength } of views) {
    // A viewer takes a text for the number, and ends a view with byteOffset "1" and byteLength 0 at "10".
    if (!isCount(buffer) || !isCount(byteOffset)) refuse('a part has no valid place');
    if (buffer === 0) viewBytes += isCount(byteLength) ? byteLength : refuse('a part has no length');
  }
  if (viewBytes > VIEW_BYTES_MAX) refuse('its parts are too large');
  let elements = 0;
  let bytes = 0;
  let madeBytes = 0;
  for (const { count, type, componentType, bufferView, sparse } of listOf(tree.accessors, 'accessors')) {
    if (!isCount(count)) return refuse('a list of points has no length');
    const size = (TYPE_SIZES.get(type) ?? 16) * (COMPONENT_BYTES.get(componentType) ?? 4);
    const { byteStride = 0 } = bufferView === undefined ? {} : partOf(views, bufferView);
    if (!isCount(byteStride)) return refuse('a part has no valid stride');
    if (sparse !== undefined) {
      if (!isCount(sparse?.count) || sparse.count > count) return refuse('a list of points has no valid changes');
      for (const part of [sparse.indices, sparse.values]) partOf(views, part?.bufferView);
    }
    const own = count * Math.max(size, byteStride);
    elements += count;
    bytes += own;
    // The viewer does not open compressed geometry, whose accessors need no views.
    if ((bufferView === undefined || sparse) && !isCompressed) madeBytes += own;
  }
  if (elements > ELEMENTS_MAX || bytes > ACCESSOR_BYTES_MAX || madeBytes > MADE_BYTES_MAX)
    refuse('it has too many points');
};

/** What one frame draws: a mesh counts once for each node that uses it, and a primitive list may repeat its data. */
const checkDrawing = (tree: Tree) => {
  const accessors = listOf(tree.accessors, 'accessors');
  const countOf = (index: unknown) => partOf(accessors, index).count as number;
  // Names of attributes are read without regard to case: the longest is the bound.
  const longest = (attributes: unknown, least = 0) =>
    Object.values(attributes ?? {}).reduce<number>((most, one) => Math.max(most, countOf(one)), least);
  const costOf = ({ attributes, indices, mode, targets }: Primitive): number => {
    const shapes = listOf(targets as object[] | undefined, 'shapes');
    const vertices = longest(attributes);
    const drawn = indices === undefined ? vertices : countOf(indices);
    // Strips and fans become separate triangles. Each shape holds all vertices, and is read to its own end.
    const ofShape = shapes.reduce<number>((most, shape) => longest(shape, most), vertices);
    return drawn * (mode === 5 || mode === 6 ? 3 : 1) + ofShape * shapes.length;
  };
  const meshes = listOf(tree.meshes, 'meshes').map(({ primitives }) => {
    const list = listOf(primitives as Primitive[] | undefined, 'primitives');
    return { draws: list.length, elements: sum(list.map(costOf)) };
  });
  const skins = listOf(tree.skins, 'skins').map(({ joints }) =>
    Array.isArray(joints) ? joints.length : refuse('the joints of a skeleton are not a list'),
  );
  let [draws, elements, joints] = [0, 0, sum(skins)];
  for (const { mesh, skin } of listOf(tree.nodes, 'nodes')) {
    if (mesh === undefined) continue;
    const own = partOf(meshes, mesh);
    draws += own.draws;
    elements += own.elements;
    if (skin !== undefined) joints += own.draws * partOf(skins, skin);
  }
  if (draws > DRAWS_MAX || joints > JOINTS_MAX) refuse('it draws too many parts');
  if (elements > ELEMENTS_MAX) refuse('it draws too many points');
};

/** The length as JSON. */
const lengthOf = (part: unknown): number => JSON.stringify(part)?.length ?? 0;

/** A viewer parses and copies the description by recursion: what is deeper than its stack fails there. */
const checkDepth = (json: Buffer) => {
  const [QUOTE, BACKSLASH] = [0x22, 0x5c];
  let depth = 0;
  let isText = false;
  // Every byte that counts here is a character of its own in UTF-8.
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > DEPTH_MAX) refuse('a part is too deep');
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
};

/**
 * What a viewer copies for each use: the names, weights, `extras` and unknown extensions of meshes, materials, pictures,
 * cameras and lights. Each counts with its whole description, which is simpler and hardly longer.
 */
const checkCopies = (tree: Tree) => {
  const ofPicture = Math.max(0, ...listOf(tree.images, 'pictures').map(({ extras }) => lengthOf(extras)));
  // A material is copied when a primitive is drawn as lines or points, and again when it has no normals or tangents.
  const materials = listOf(tree.materials, 'materials').map(
    (one) => 2 * lengthOf(one) + MATERIAL_PICTURES_MAX * ofPicture,
  );
  const listed = (weights: unknown) =>
    weights === undefined || Array.isArray(weights) ? weights : refuse('the weights of its shapes are not a list');
  const meshes = listOf(tree.meshes, 'meshes').map(({ primitives, ...own }) => {
    listed(own.weights);
    const list = listOf(primitives as Primitive[] | undefined, 'primitives');
    const ofMaterial = ({ material }: Primitive) => (material === undefined ? 0 : partOf(materials, material));
    // Each primitive becomes a mesh of its own, in a group.
    const copied = (list.length + 1) * lengthOf(own) + sum(list.map((one) => lengthOf(one) + ofMaterial(one)));
    return { draws: list.length, copied };
  });
  const cameras = listOf(tree.cameras, 'cameras').map(lengthOf);
  const lights = lengthOf(tree.extensions?.KHR_lights_punctual);
  let copied = 0;
  for (const { mesh, camera, weights, extensions } of listOf(tree.nodes, 'nodes')) {
    const own = mesh === undefined ? { draws: 0, copied: 0 } : partOf(meshes, mesh);
    copied += own.copied + own.draws * lengthOf(listed(weights));
    if (camera !== undefined) copied += partOf(cameras, camera);
    if (extensions?.KHR_lights_punctual !== undefined) copied += lights;
  }
  if (copied > COPIED_MAX_LENGTH) refuse('it repeats a part with a long description too often');
};

/** The keyframes that a viewer holds. A channel for the weights of shapes has a track for each part of its node. */
const checkAnimations = (tree: Tree) => {
  const accessors = listOf(tree.accessors, 'accessors');
  const numbersOf = (index: unknown) => {
    const { count, type } = partOf(accessors, index);
    return (count as number) * (TYPE_SIZES.get(type) ?? 16);
  };
  const meshes = listOf(tree.meshes, 'meshes');
  const parts = listOf(tree.nodes, 'nodes').map(({ mesh, children }) => {
    const { primitives } = mesh === undefined ? {} : partOf(meshes, mesh);
    return (
      1 +
      listOf(primitives as object[] | undefined, 'primitives').length +
      ((children as number[] | undefined) ?? []).length
    );
  });
  let [tracks, numbers] = [0, 0];
  for (const { channels, samplers, parameters } of listOf(tree.animations, 'animations')) {
    // In glTF 1 these name the accessors of samplers, and a viewer still follows them.
    if (parameters !== undefined) refuse('an animation is of another version');
    const keyframes = listOf(samplers, 'samplers').map(({ input, output }) => numbersOf(input) + numbersOf(output));
    for (const { sampler, target } of listOf(channels, 'channels')) {
      const { node, path } = target ?? {};
      // A viewer skips a channel that animates no node.
      if (node === undefined) continue;
      const own = typeof path === 'string' && path !== 'weights' ? 1 : partOf(parts, node);
      tracks += own;
      numbers += own * partOf(keyframes, sampler);
    }
  }
  if (tracks > TRACKS_MAX || numbers > KEYFRAME_NUMBERS_MAX) refuse('its animations are too long');
};

/** The bytes of a view of the file's own data. */
const viewOf = (views: readonly View[], bin: Buffer | undefined, index: unknown): Buffer => {
  const view = isCount(index) ? views[index] : undefined;
  const { buffer, byteOffset = 0, byteLength } = view ?? refuse('a picture refers to data that are not there');
  if (buffer !== 0 || !bin || !isCount(byteOffset) || !isCount(byteLength) || byteOffset + byteLength > bin.length)
    return refuse('a picture reaches beyond the file');
  return bin.subarray(byteOffset, byteOffset + byteLength);
};

/** With how many samplers each picture is used: a viewer sends it to the graphics memory for each of them. */
const timesUsed = (tree: Tree): Map<unknown, number> => {
  const samplers = new Map<unknown, Set<unknown>>();
  for (const { source, sampler, extensions } of listOf(tree.textures, 'textures')) {
    const others = typeof extensions === 'object' && extensions !== null ? Object.values(extensions) : [];
    for (const picture of [source, ...others.map((one) => (one as { source?: unknown } | null)?.source)]) {
      if (picture === undefined) continue;
      if (!isCount(picture)) return refuse('a texture refers to a picture that is not there');
      const known = samplers.get(picture);
      if (known) known.add(sampler);
      else samplers.set(picture, new Set([sampler]));
    }
  }
  return new Map([...samplers].map(([picture, { size }]) => [picture, size]));
};

type Size = { width: number; height: number };
const damaged = () => refuse('a picture is damaged');

/** The first frame header of a JPEG: ITU-T T.81 annex B. */
const sizeOfJpeg = (bytes: Buffer): Size => {
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) damaged();
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) at++;
    // Decoders search on after a marker without a length: there could be another frame header.
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)) damaged();
    else if (marker < 0xd0 && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return damaged();
};

/** The size in the first chunk of a WebP: RFC 9649. */
const sizeOfWebp = (head: Buffer): Size => {
  const name = head.toString('latin1', 12, 16);
  if (name === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a)
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (name === 'VP8L' && head[20] === 0x2f) {
    const sides = head.readUInt32LE(21);
    return { width: (sides & 0x3fff) + 1, height: ((sides >> 14) & 0x3fff) + 1 };
  }
  if (name !== 'VP8X') return damaged();
  // A decoder visits all earlier frames for each frame.
  if ((head[20] as number) & 0b10) refuse('a picture is an animation');
  return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
};

/** The size of a picture. Only these bytes are read: a decoder also unpacks compressed texts and visits all frames. */
const sizeOf = (bytes: Buffer): Size => {
  const head = Buffer.alloc(32);
  bytes.copy(head);
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return sizeOfJpeg(bytes);
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return sizeOfWebp(head);
  if (!text.startsWith('\x89PNG\r\n\x1a\n')) refuse('a picture is neither PNG, JPEG nor WebP');
  if (!text.startsWith('\0\0\0\rIHDR', 8)) damaged();
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
};

/** Every picture by its own header: a few kilobytes can describe gigabytes of pixels. */
const checkPictures = (tree: Tree, bin: Buffer | undefined) => {
  const pictures = listOf(tree.images, 'pictures');
  if (pictures.length > PICTURES_MAX) refuse('it has too many pictures');
  const times = timesUsed(tree);
  const views = listOf(tree.bufferViews, 'views');
  const sizes = new Map<string, Size>();
  // Headers may be as long as the file: pictures that share bytes could be read for minutes.
  let [pixels, unread] = [0, bin?.length ?? 0];
  for (const [at, { uri, bufferView }] of pictures.entries()) {
    if (uri !== undefined) refuse('a picture is another file; export the model as one GLB file');
    const bytes = viewOf(views, bin, bufferView);
    const place = `${bytes.byteOffset} ${bytes.length}`;
    const known = sizes.get(place);
    if (!known && (unread -= bytes.length) < 0) refuse('its pictures overlap');
    const { width, height } = known ?? sizeOf(bytes);
    if (width === 0 || height === 0) damaged();
    sizes.set(place, { width, height });
    pixels += width * height * (times.get(at) ?? 1);
    if (Math.max(width, height) > TEXTURE_MAX_SIDE || pixels > IMAGE_MAX_PIXELS) refuse('its pictures are too large');
  }
};

const isVersion2 = (version: unknown) => typeof version !== 'object' && /^2(\.|$)/.test(String(version));

/**
 * Reads the structure of a 3D model (GLB) and refuses what a viewer would follow out of the file or could not draw: other
 * files, parts that reach beyond the file, loops, and sizes that no device can hold.
 * @throws ModelRefusal
 */
export const inspectModel = async (bytes: Buffer): Promise<void> => {
  const { json, bin } = chunksOf(bytes);
  checkDepth(json);
  let tree: Tree | null = null;
  try {
    tree = JSON.parse(json.toString('utf8')) as Tree | null;
  } catch {
    refuse('its description is not valid JSON');
  }
  if (typeof tree !== 'object' || tree === null || !isVersion2(tree.asset?.version)) return refuse('it is not glTF 2');
  for (const [at, { uri, byteLength }] of listOf(tree.buffers, 'buffers').entries()) {
    if (uri !== undefined) refuse('its data are another file; export the model as one GLB file');
    if (at === 0 && (!isCount(byteLength) || byteLength > (bin?.length ?? 0))) refuse('its data reach beyond the file');
  }
  checkNodes(tree);
  checkPictures(tree, bin);
  checkExtensions(tree);
  checkMemory(tree);
  checkDrawing(tree);
  checkCopies(tree);
  checkAnimations(tree);
};
