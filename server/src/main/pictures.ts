import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { weave } from '../domain/breeding/breeding.weave.ts';
import { renderPng } from '../domain/breeding/art/render.ts';
import { makePreview } from '../domain/media/media.encode.ts';
import { takeFile } from '../domain/media/media.take.ts';
import { drawPreview } from '../domain/share/share.draw.ts';
import { serveTasks } from '../platform/process/task.ts';

// Pages have priority over pictures; only slightly, or pictures would exceed their time limit on a busy machine.
setPriority(2);

/** A child process of the pool in media.work.ts. */
serveTasks({
  take: takeFile,
  preview: makePreview,
  share: drawPreview,
  weave: async ({ matron, sire, seed, target }: { matron: string; sire: string; seed: bigint; target: string }) =>
    writeFile(target, await weave(await readFile(matron), await readFile(sire), seed)),
  render: async ({ svg, side, target }: { svg: string; side: number; target: string }) =>
    writeFile(target, await renderPng(svg, side)),
});
