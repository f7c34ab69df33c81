import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environment } from './config.ts';

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const rows = [...runbook.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|([^|]+)\|([^|]+)\|([^|]*)\|$/gm)].map(
  ([, name = '', what = '', usual = '']) => ({ name, what: what.trim(), usual: usual.trim() }),
);

describe("the runbook's settings", () => {
  it('are exactly the settings that the server reads, each once', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(environment.shape).toSorted());
  });

  it('have a description', () => {
    expect(rows.filter(({ what }) => what.length < 5)).toEqual([]);
  });

  it('name the actual defaults', () => {
    const wrong = rows.filter(({ name, usual }) => {
      const taken = environment.shape[name as keyof typeof environment.shape].safeParse(undefined).data;
      // A missing default, or one that derives from other settings, is described in words.
      if (taken === undefined) return /^`[^A-Z]/.test(usual) && !name.endsWith('SOURCES') && name !== 'PUBLIC_URL';
      const text = typeof taken === 'boolean' ? String(Number(taken)) : String(taken);
      return usual !== `\`${text}\``;
    });
    expect(wrong).toEqual([]);
  });
});

it('.env.example lists only settings of the runbook, and the one of compose.yaml', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.filter((name) => name !== 'POSTGRES_PASSWORD' && !rows.some((row) => row.name === name))).toEqual([]);
});
