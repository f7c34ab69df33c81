import { describe, expect, it } from 'vitest';
import { breedingFee, mix, ODDS_WHOLE, oddsOf, packCounts, packGenome, restSeconds, traitGenes } from './genome.ts';

describe('A genome', () => {
  it('returns the genes it was packed from', () => {
    const genome = packGenome([
      [1, 2, 3, 4],
      [31, 0, 30, 15],
    ]);
    expect([traitGenes(genome, 0), traitGenes(genome, 1), traitGenes(genome, 2)]).toEqual([
      [1, 2, 3, 4],
      [31, 0, 30, 15],
      [0, 0, 0, 0],
    ]);
    expect(() => packGenome([[32, 0, 0, 0]])).toThrow(RangeError);
    expect(() => packCounts([33])).toThrow(RangeError);
  });

  it('passes on 37.5, 9.375, 2.34375 and 0.78125 percent of each parent', () => {
    const odds = oddsOf([0, 2, 4, 6], [8, 10, 12, 14], 32);
    expect(odds.map(({ value, parts }) => [value, (100 * parts) / ODDS_WHOLE])).toEqual([
      [0, 37.5],
      [8, 37.5],
      [2, 9.375],
      [10, 9.375],
      [4, 2.34375],
      [12, 2.34375],
      [6, 0.78125],
      [14, 0.78125],
    ]);
  });

  it('mutates one time in four where neighbours meet, into the rarer half', () => {
    expect(oddsOf([4, 4, 4, 4], [5, 5, 5, 5], 10)).toEqual([
      { value: 4, parts: ODDS_WHOLE * 0.375, matron: ODDS_WHOLE * 0.375, mutation: 0 },
      { value: 5, parts: ODDS_WHOLE * 0.375, matron: 0, mutation: 0 },
      { value: 7, parts: ODDS_WHOLE * 0.25, matron: 0, mutation: ODDS_WHOLE * 0.25 },
    ]);
  });

  it('mixes exactly as often as the odds say, over every possible seed of a trait', () => {
    const matron: [number, number, number, number] = [0, 3, 2, 7];
    const sire: [number, number, number, number] = [1, 2, 5, 6];
    const counts = packCounts([8]);
    const seen = new Map<number, number>();
    for (let seed = 0; seed < 2 ** 18; seed++) {
      const [shown] = traitGenes(mix(packGenome([matron]), packGenome([sire]), BigInt(seed), 1, counts), 0);
      seen.set(shown, (seen.get(shown) ?? 0) + 1);
    }
    const foretold = oddsOf(matron, sire, 8).map(({ value, parts }) => [value, (parts * 2 ** 18) / ODDS_WHOLE]);
    expect(foretold.length).toBeGreaterThan(5);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(foretold));
  });

  it('uses a separate part of the seed for each trait', () => {
    const matron = packGenome(Array.from({ length: 12 }, () => [0, 0, 0, 0]));
    const sire = packGenome(Array.from({ length: 12 }, () => [2, 2, 2, 2]));
    // Bit 12 of a trait's 18: the shown gene is the sire's.
    const child = mix(matron, sire, 1n << (18n * 5n + 12n), 12, packCounts(Array(12).fill(4)));
    expect(Array.from({ length: 12 }, (_, trait) => traitGenes(child, trait)[0])).toEqual([
      0,
      0,
      0,
      0,
      0,
      2,
      ...Array(6).fill(0),
    ]);
  });
});

describe('The limits on breeding', () => {
  it('lengthen a token’s rest with each use and each two generations', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((uses) => restSeconds(0, uses))).toEqual([60, 120, 300, 600, 1800, 3600, 7200]);
    expect(restSeconds(3, 0)).toBe(120);
    expect(restSeconds(100, 6)).toBe(604_800);
  });

  it('raise the fee with each use, and stop after the seventh', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((uses) => breedingFee(10n, uses))).toEqual([10n, 20n, 30n, 50n, 80n, 130n, 210n]);
    expect(() => breedingFee(10n, 7)).toThrow(RangeError);
  });
});
