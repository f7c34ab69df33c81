import { IMAGE_MAX_PIXELS } from '@skarb/schema/limits';
import sharp from 'sharp';
import { sniff } from './media.sniff.ts';

/** Runs in a process of the pool: see media.work.ts. */

/** Why a model is refused, as a sentence for the user. */
export class ModelRefusal extends Error {
  override name = 'ModelRefusal';
}

/** The chunk types of binary glTF 2.0, little-endian. */
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
/** A description of tens of thousands of nodes; the geometry is in the other chunk. */
const JSON_MAX_BYTES = 16 * 1024 * 1024;
const NODES_MAX = 20_000;
/** A viewer visits nodes recursively. */
const DEPTH_MAX = 500;
/** Vertices and indices of all primitives; each is drawn in every frame. */
const ELEMENTS_MAX = 12_000_000;
const PICTURES_MAX = 128;
/** The longest side of a texture that every WebGL 2 device draws is 2,048; most draw this. */
const TEXTURE_MAX_SIDE = 8192;

type View = { buffer?: unknown; byteOffset?: unknown; byteLength?: unknown };
type Tree = {
  asset?: { version?: unknown };
  scenes?: { nodes?: unknown }[];
  nodes?: { children?: unknown }[];
  meshes?: { primitives?: unknown }[];
  accessors?: { count?: unknown }[];
  buffers?: { uri?: unknown; byteLength?: unknown }[];
  bufferViews?: View[];
  images?: { uri?: unknown; bufferView?: unknown }[];
};

const refuse = (why: string): never => {
  throw new ModelRefusal(why);
};
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const listOf = <T>(value: T[] | undefined, name: string): T[] => {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
  return isList ? value : refuse(`its ${name} are not a list`);
};

/** The two chunks of a binary glTF. Chunks of other types are allowed after them and ignored. */
const chunksOf = (bytes: Buffer): { json: Buffer; bin: Buffer | undefined } => {
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== 2 || bytes.readUInt32LE(8) !== bytes.length)
    refuse('it is not binary glTF 2.0, or not complete');
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

/** The bytes of a view of the file's own data. */
const viewOf = (tree: Tree, bin: Buffer | undefined, index: unknown): Buffer => {
  const view = isCount(index) ? listOf(tree.bufferViews, 'views')[index] : undefined;
  const { buffer, byteOffset = 0, byteLength } = view ?? refuse('a picture refers to data that are not there');
  if (buffer !== 0 || !bin || !isCount(byteOffset) || !isCount(byteLength) || byteOffset + byteLength > bin.length)
    return refuse('a picture reaches beyond the file');
  return bin.subarray(byteOffset, byteOffset + byteLength);
};

/** Every picture by its own header: a few kilobytes can describe gigabytes of pixels. */
const checkPictures = async (tree: Tree, bin: Buffer | undefined) => {
  const pictures = listOf(tree.images, 'pictures');
  if (pictures.length > PICTURES_MAX) refuse('it has too many pictures');
  let pixels = 0;
  for (const { uri, bufferView } of pictures) {
    if (uri !== undefined) refuse('a picture is another file; export the model as one GLB file');
    const bytes = viewOf(tree, bin, bufferView);
    const type = await sniff(bytes);
    if (type !== 'image/png' && type !== 'image/jpeg' && type !== 'image/webp')
      refuse('a picture is neither PNG, JPEG nor WebP');
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => refuse('a picture is damaged'));
    pixels += width * height;
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
  const counts = listOf(tree.accessors, 'accessors').map(({ count }) =>
    isCount(count) ? count : refuse('a list of points has no length'),
  );
  if (counts.reduce((sum, count) => sum + count, 0) > ELEMENTS_MAX) refuse('it has too many points');
  await checkPictures(tree, bin);
};
