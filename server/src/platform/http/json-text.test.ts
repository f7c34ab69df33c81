import { describe, expect, it } from 'vitest';
import { jsonText, serialize } from './json-text.ts';

describe('an answer whose data are JSON already', () => {
  it('has them as they are, with its other fields', () => {
    const answer = { data: jsonText('[{"price": "0.10"}]'), meta: { totalItems: 1 } };
    expect(String(serialize(answer))).toBe('{"data":[{"price": "0.10"}],"meta":{"totalItems":1}}');
    expect(String(serialize({ data: jsonText('[]') }))).toBe('{"data":[]}');
  });
  it('is serialized like any other without them', () => {
    expect(serialize({ data: [1] })).toBe('{"data":[1]}');
    expect(serialize(null)).toBe('null');
  });
});
