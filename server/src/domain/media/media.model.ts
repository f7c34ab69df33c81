import { IMAGE_MAX_PIXELS } from '@skarb/schema/limits';
import sharp from 'sharp';
import { sniff } from './media.sniff.ts';

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
/** A viewer visits nodes recursively. */
const DEPTH_MAX = 500;
/** Elements of all accessors; and what one frame draws, counting a mesh once for each node that uses it. */
const ELEMENTS_MAX = 12_000_000;
/** Each node draws each primitive of its mesh by a call of its own. */
const DRAWS_MAX = 2_000;
/** Each drawn primitive of a node with a skin has its own copy of the skin's matrices. */
const JOINTS_MAX = 200_000;
/** A shader repeats its work for each light. */
const LIGHTS_MAX = 32;
/** A viewer copies each view, and sends each accessor to the graphics memory. */
const VIEW_BYTES_MAX = 256 * 1024 * 1024;
const ACCESSOR_BYTES_MAX = 512 * 1024 * 1024;
/** Accessors without data are zeros: a file of a few bytes could fill the memory. */
const ZERO_BYTES_MAX = 64 * 1024 * 1024;
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
type Accessor = { count?: unknown; type?: unknown; componentType?: unknown; bufferView?: unknown };
type Primitive = { attributes?: unknown; indices?: unknown; mode?: unknown; targets?: unknown };
type Tree = {
  asset?: { version?: unknown };
  scenes?: { nodes?: unknown }[];
  extensionsUsed?: unknown;
  nodes?: { children?: unknown; mesh?: unknown; skin?: unknown; extensions?: unknown }[];
  meshes?: { primitives?: unknown }[];
  skins?: { joints?: unknown }[];
  accessors?: Accessor[];
  buffers?: { uri?: unknown; byteLength?: unknown }[];
  bufferViews?: View[];
  images?: { uri?: unknown; bufferView?: unknown }[];
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

/** The two chunks of a binary glTF. Chunks of other types are allowed after them and ignored. */
const chunksOf = (bytes: Buffer): { json: Buffer; bin: Buffer | undefined } => {
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== 2 || bytes.readUInt32LE(8) !== bytes.length)
    throw new ModelBroken('it is not binary glTF 2.0, or not complete');
  const chunks: { type: number; data: Buffer }[] = [];
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) refuse('a part is cut off');
    const end = at + 8 + bytes.readUInt32LE(at);
    if (end > bytes.length) refuse('a part is longer than the file');
    chunks.push({ type: bytes.readUInt32LE(at + 4), data: bytes.subarray(at + 8, end) });
    at = end;
    if (chunks.length === 2) break;
  }
  const [json, bin] = chunks;
  if (json?.type !== JSON_CHUNK) return refuse('it does not begin with its description');
  if (json.data.length > JSON_MAX_BYTES) refuse('its description is too long');
  return { json: json.data, bin: bin?.type === BIN_CHUNK ? bin.data : undefined };
};

/** A viewer follows a node to its children: no loops, no node in two places, no endless depth. */
const checkNodes = (tree: Tree) => {
  const nodes = listOf(tree.nodes, 'nodes');
  if (nodes.length > NODES_MAX) refuse('it has too many nodes');
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
  for (const { nodes: roots } of listOf(tree.scenes, 'scenes'))
    for (const root of indices(roots)) if (parents.has(root)) refuse('a scene begins within another node');
  for (const start of nodes.keys()) {
    let depth = 0;
    for (let at = parents.get(start); at !== undefined; at = parents.get(at))
      if (++depth > DEPTH_MAX) refuse('its nodes are too deep, or a loop');
  }
};

const checkExtensions = (tree: Tree) => {
  const { extensionsUsed: used = [] } = tree;
  // A viewer follows the extensions of a node also when the file does not list them.
  const ofNodes = listOf(tree.nodes, 'nodes').flatMap(({ extensions }) => Object.keys(extensions ?? {}));
  if (!Array.isArray(used)) return refuse('its extensions are not a list');
  for (const name of [...(used as unknown[]), ...ofNodes])
    if (typeof name !== 'string' || !EXTENSION.test(name)) refuse('it uses an extension that is not supported');
  if (ofNodes.filter((name) => name === 'KHR_lights_punctual').length > LIGHTS_MAX) refuse('it has too many lights');
};

/** The memory that a viewer needs for the geometry: parts of the file may be named any number of times. */
const checkMemory = (tree: Tree) => {
  const isCompressed = (tree.extensionsUsed as unknown[] | undefined)?.includes(DRACO);
  const views = listOf(tree.bufferViews, 'views');
  let viewBytes = 0;
  for (const { buffer, byteLength } of views)
    if (buffer === 0) viewBytes += isCount(byteLength) ? byteLength : refuse('a part has no length');
  if (viewBytes > VIEW_BYTES_MAX) refuse('its parts are too large');
  let elements = 0;
  let bytes = 0;
  let zeroBytes = 0;
  for (const { count, type, componentType, bufferView } of listOf(tree.accessors, 'accessors')) {
    if (!isCount(count)) return refuse('a list of points has no length');
    const size = (TYPE_SIZES.get(type) ?? 16) * (COMPONENT_BYTES.get(componentType) ?? 4);
    const { byteStride = 0 } = bufferView === undefined ? {} : partOf(views, bufferView);
    if (!isCount(byteStride)) return refuse('a part has no valid stride');
    elements += count;
    bytes += count * Math.max(size, byteStride);
    // The viewer does not open compressed geometry, whose accessors need no views.
    if (bufferView === undefined && !isCompressed) zeroBytes += count * size;
  }
  if (elements > ELEMENTS_MAX || bytes > ACCESSOR_BYTES_MAX || zeroBytes > ZERO_BYTES_MAX)
    refuse('it has too many points');
};

/** What one frame draws: a mesh counts once for each node that uses it, and a primitive list may repeat its data. */
const checkDrawing = (tree: Tree) => {
  const accessors = listOf(tree.accessors, 'accessors');
  const countOf = (index: unknown) => partOf(accessors, index).count as number;
  const costOf = ({ attributes, indices, mode, targets = [] }: Primitive): number => {
    if (!Array.isArray(targets)) return refuse('its shapes are not a list');
    // Names of attributes are read without regard to case: the longest is the bound.
    const vertices = Object.values(attributes ?? {}).reduce<number>((most, one) => Math.max(most, countOf(one)), 0);
    const drawn = indices === undefined ? vertices : countOf(indices);
    // Strips and fans become separate triangles. Each shape holds all vertices.
    return drawn * (mode === 5 || mode === 6 ? 3 : 1) + vertices * targets.length;
  };
  const meshes = listOf(tree.meshes, 'meshes').map(({ primitives }) => {
    const list = listOf(primitives as Primitive[] | undefined, 'primitives');
    return { draws: list.length, elements: list.reduce((sum, one) => sum + costOf(one), 0) };
  });
  const skins = listOf(tree.skins, 'skins').map(({ joints }) => (Array.isArray(joints) ? joints.length : 0));
  let [draws, elements, joints] = [0, 0, 0];
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

/** The bytes of a view of the file's own data. */
const viewOf = (tree: Tree, bin: Buffer | undefined, index: unknown): Buffer => {
  const view = isCount(index) ? listOf(tree.bufferViews, 'views')[index] : undefined;
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
      const known = samplers.get(picture);
      if (known) known.add(sampler);
      else samplers.set(picture, new Set([sampler]));
    }
  }
  return new Map([...samplers].map(([picture, { size }]) => [picture, size]));
};

/** Every picture by its own header: a few kilobytes can describe gigabytes of pixels. */
const checkPictures = async (tree: Tree, bin: Buffer | undefined) => {
  const pictures = listOf(tree.images, 'pictures');
  if (pictures.length > PICTURES_MAX) refuse('it has too many pictures');
  const times = timesUsed(tree);
  let pixels = 0;
  for (const [at, { uri, bufferView }] of pictures.entries()) {
    if (uri !== undefined) refuse('a picture is another file; export the model as one GLB file');
    const bytes = viewOf(tree, bin, bufferView);
    const type = await sniff(bytes);
    if (type !== 'image/png' && type !== 'image/jpeg' && type !== 'image/webp')
      refuse('a picture is neither PNG, JPEG nor WebP');
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => refuse('a picture is damaged'));
    pixels += width * height * (times.get(at) ?? 1);
    if (Math.max(width, height) > TEXTURE_MAX_SIDE || pixels > IMAGE_MAX_PIXELS) refuse('its pictures are too large');
  }
};

/**
 * Reads the structure of a 3D model (GLB) and refuses what a viewer would follow out of the file or could not draw: other
 * files, parts that reach beyond the file, loops, and sizes that no device can hold.
 * @throws ModelRefusal
 */
export const inspectModel = async (bytes: Buffer): Promise<void> => {
  const { json, bin } = chunksOf(bytes);
  let tree: Tree | null = null;
  try {
    tree = JSON.parse(json.toString('utf8')) as Tree | null;
  } catch {
    refuse('its description is not valid JSON');
  }
  if (typeof tree !== 'object' || tree === null || !/^2(\.|$)/.test(String(tree.asset?.version)))
    return refuse('it is not glTF 2');
  for (const [at, { uri, byteLength }] of listOf(tree.buffers, 'buffers').entries()) {
    if (uri !== undefined) refuse('its data are another file; export the model as one GLB file');
    if (at === 0 && (!isCount(byteLength) || byteLength > (bin?.length ?? 0))) refuse('its data reach beyond the file');
  }
  checkNodes(tree);
  await checkPictures(tree, bin);
  checkExtensions(tree);
  checkMemory(tree);
  checkDrawing(tree);
};
