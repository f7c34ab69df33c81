import { expect, it, onTestFinished } from 'vitest';
import { serverHtml } from '../../testing/server-html.ts';
import { revealLate, revealOnScroll } from './reveal-late.ts';

const show = () => {
  const place = serverHtml(`
    <section class="late" style="--height: 50rem"><p style="height: 10px">late</p></section>
    <ul class="cards" style="--columns: 2; --gap: 0px"><li><p>a card</p></li><li><p>a card</p></li></ul>`);
  place.style.margin = '5000px 0';
  onTestFinished(() => {
    place.remove();
    delete document.documentElement.dataset.revealed;
  });
  const late = [...place.querySelectorAll('.late, li')];
  return { late, areLate: () => late.map((part) => getComputedStyle(part).contentVisibility === 'auto') };
};

it('what is below the first view is laid out while the page is idle, one part after the other', async () => {
  const { late, areLate } = show();
  expect(areLate()).toEqual([true, true, true]);
  expect(late[0]?.clientHeight).toBe(800);

  revealLate();
  await expect.poll(() => document.documentElement.dataset.revealed).toBe('');
  expect(areLate()).toEqual([false, false, false]);
  expect(late[0]?.clientHeight).toBe(10);
});

it('everything is laid out once somebody scrolls', async () => {
  const { areLate } = show();
  revealOnScroll();
  expect(areLate()).toEqual([true, true, true]);
  scrollTo(0, 100);
  await expect.poll(areLate).toEqual([false, false, false]);
});
