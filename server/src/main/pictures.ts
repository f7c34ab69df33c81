import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { weave } from '../domain/breeding/breeding.weave.ts';
import { renderPng } from '../domain/breeding/art/render.ts';
import { makePreview } from '../domain/media/media.encode.ts';
import { takeFile } from '../domain/media/media.take.ts';
import { serveTasks } from '../platform/process/task.ts';

// Whoever waits for a page goes before whoever waits for a picture; not by much, or a busy machine would run out of the
// picture's time.
setPriority(2);

/** A process of the pool of media.work.ts. */
serveTasks({
  take: takeFile,
  preview: makePreview,
  weave: async ({ matron, sire, seed, target }: { matron: string; sire: string; seed: bigint; target: string }) =>
    writeFile(target, await weave(await readFile(matron), await readFile(sire), seed)),
  render: async ({ svg, side, target }: { svg: string; side: number; target: string }) =>
    writeFile(target, await renderPng(svg, side)),
});
