import { expect, it } from 'vitest';
import { probesOf, takeLess } from './token.probes.ts';
import type { Frequencies } from './token.statistics.ts';
import { type Content, searchOf } from './token.terms.ts';

const frequenciesOf = (shares: Record<string, number>): Frequencies => ({
  tokens: 1_000_000,
  shares: new Map(Object.entries(shares)),
  rest: 0.0001,
  prices: { bounds: [], common: [], shares: [], absent: 1 },
  isByCode: true,
});
const ofText = (text: string): Content => ({ search: searchOf(text), creators: [], properties: [] });

it('what must not be on sale is asked of the index where that saves reading many works', () => {
  const frequencies = frequenciesOf({ lan: 0.06, '~lan': 0.06, rare: 0.0003, '=s': 0.3 });
  expect(probesOf(frequencies, ofText('lan'), [], ['=s']).without).toEqual(['=s']);
  expect(probesOf(frequencies, ofText('rare'), [], ['=s']).without).toEqual([]);
  expect(probesOf(frequencies, ofText('rare'), [], ['=s'], { isThorough: true }).without, 'thorough').toEqual(['=s']);
});

it('the index is asked for a property that nearly all works have, never only for what they must not have', () => {
  const frequencies = frequenciesOf({ '=p1': 0.99, '=s': 0.3 });
  const content: Content = { search: undefined, creators: [], properties: [['=p1']] };
  expect(probesOf(frequencies, content, [], ['=s']).besides).toEqual([['=p1']]);
});

it('the index is asked about the works of somebody where it excludes more of them than it has to find', () => {
  const frequencies = frequenciesOf({ lan: 0.06, '~lan': 0.06, rare: 0.0003, '=s': 0.3 });
  const takesLess = (text: string, within: number) =>
    takeLess(frequencies, probesOf(frequencies, ofText(text), [], [], { within }), within);
  expect(takesLess('rare', 0.037), 'a rare word among many works').toBe(true);
  expect(takesLess('rare', 0.0001), 'a rare word among few works').toBe(false);
  expect(takesLess('lan', 0.037), 'a common word among many works').toBe(false);
  expect(takesLess('lan', 0.5), 'a common word among half of all works').toBe(true);
  expect(probesOf(frequencies, ofText('lan'), [], ['=s'], { within: 0.01 }).without, 'what few works have not').toEqual(
    [],
  );
});
