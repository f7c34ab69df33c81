import { AUDIT_ACTS } from '@skarb/schema/audit-act';
import { LANGUAGES } from '@skarb/schema/limits';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each(LANGUAGES)('has words in %s for every kind of entry', (language) => {
  const file = join(import.meta.dirname, '../../../locales', language, 'common/admin.json');
  const { act } = JSON.parse(readFileSync(file, 'utf8')) as { act: Record<string, Record<string, string>> };
  const wordless = AUDIT_ACTS.filter((name) => {
    const [subject = '', verb = ''] = name.split('.');
    return !act[subject]?.[verb];
  });
  expect(wordless).toEqual([]);
});
