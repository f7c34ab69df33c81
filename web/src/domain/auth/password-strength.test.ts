import { describe, expect, it } from 'vitest';
import { strengthOf } from './password-strength.ts';

describe('the strength of a password', () => {
  it('grows with the number of guesses it takes, whatever its characters', () => {
    const scores = ['aaaaaaaa', 'marina1987', 'k7w2mmqx', 'fern otter violin'].map(
      (word) => strengthOf(word, []).score,
    );
    expect(scores).toEqual(scores.toSorted());
    expect(scores[0]).toBe(0);
    expect(scores.at(-1)).toBe(4);
  });

  it('reports in advance why the server refuses a password', () => {
    expect(strengthOf('PassWord123', [])).toEqual({ score: 0, refused: 'common' });
    expect(strengthOf('Olena.Koval', ['olena.koval@example.org', ''])).toEqual({ score: 0, refused: 'own' });
    expect(strengthOf('olena_koval', ['', 'Olena_Koval']).refused).toBe('own');
  });

  it('is low for the user’s own name with a number', () => {
    expect(strengthOf('olenakoval1', ['olenakoval@example.org', '']).score).toBeLessThan(2);
  });
});
