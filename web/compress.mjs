/** Writes a `.br` and a `.gz` beside every text file of the built client, so that the server compresses none of them on request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
/** Node compresses on several threads, so on every core at once. */
const compress = async (path, body) => {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const [small, zipped] = await Promise.all([brotli(body, { params }), zip(body, { level: 9 })]);
  writeFileSync(`${path}.br`, small);
  writeFileSync(`${path}.gz`, zipped);
};

const folder = fileURLToPath(new URL('dist/client', import.meta.url));
const work = [];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const body = readFileSync(path);
  if (body.length < 512) continue;
  work.push(compress(path, body));
}
await Promise.all(work);
