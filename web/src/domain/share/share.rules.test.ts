import { expect, it } from 'vitest';
import { embedCode, shareLinks } from './share.rules.ts';

it('a title in the code of a card stays inside its attribute', () => {
  const code = embedCode('https://a.example/embed/nfts/1', '"><script>alert(1)</script>&');
  expect(code).toContain('title="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;"');
  expect(code.match(/</g)).toHaveLength(2);
});

it('links to other services carry address and title as one parameter each', () => {
  for (const { href } of shareLinks('https://a.example/nfts/1?a=b&c=d', 'Fox & Owl #1?')) {
    const { searchParams } = new URL(href);
    expect([...searchParams.values()]).toContain('https://a.example/nfts/1?a=b&c=d');
    expect([...searchParams.values()].every((value) => /^https:|^Fox & Owl #1\?$/.test(value))).toBe(true);
  }
});
