import { expect, type Page } from '@playwright/test';
import { makeToken, newPerson, sell } from '../people.ts';
import { test, visitor } from '../visitor.ts';

/** Two buttons that count their presses, with something above them that a test makes taller. */
const standTwo = (page: Page) =>
  page.evaluate(() => {
    const stage = document.createElement('div');
    stage.id = 'stage';
    stage.style.cssText = 'position:fixed;z-index:99;left:200px;top:200px;width:200px;display:grid;background:#000';
    document.body.append(stage);
    for (const name of ['First', 'Second']) {
      const button = document.createElement('button');
      button.textContent = name;
      button.style.height = '40px';
      stage.append(button);
    }
    const presses = { First: 0, Second: 0 } as Record<string, number>;
    Object.assign(window, { presses });
    stage.addEventListener('click', ({ target }) => {
      const name = (target as Element).textContent ?? '';
      if (name in presses) presses[name] = (presses[name] ?? 0) + 1;
    });
  });
const presses = (page: Page) => page.evaluate(() => (window as unknown as { presses: object }).presses);
const raise = (page: Page) =>
  page.evaluate(() => {
    const news = document.createElement('div');
    news.style.height = '40px';
    document.getElementById('stage')?.prepend(news);
  });
/** Until they are pressed as often as that; and a moment later, longer than a touch's click may lag, still no oftener. */
const arePressed = async (page: Page, times: object) => {
  await expect.poll(() => presses(page), { timeout: 30_000 }).toEqual(times);
  await page.waitForTimeout(700);
  expect(await presses(page)).toEqual(times);
};

test('a press is given to what was pressed, wherever the page has moved it meanwhile', async ({ page }) => {
  await page.goto('/nfts');
  await standTwo(page);

  await test.step('moved from under the pointer: its own, and not the one that came there', async () => {
    await page.mouse.move(300, 260);
    await page.mouse.down();
    await raise(page);
    await page.mouse.up();
    await arePressed(page, { First: 0, Second: 1 });
  });

  await test.step('replaced by an equal one: that one, once', async () => {
    await page.getByRole('button', { name: 'First', exact: true }).hover();
    await page.mouse.down();
    await page.evaluate(() => {
      const old = document.querySelector('#stage button') as HTMLElement;
      old.replaceWith(old.cloneNode(true));
    });
    await page.mouse.up();
    await arePressed(page, { First: 1, Second: 1 });
  });

  await test.step('whoever moves away himself has pressed nothing', async () => {
    await page.getByRole('button', { name: 'First', exact: true }).hover();
    await page.mouse.down();
    await page.mouse.move(600, 600);
    await raise(page);
    await page.mouse.up();
    await arePressed(page, { First: 1, Second: 1 });
  });

  await test.step('of two that are named alike nobody guesses', async () => {
    await page.evaluate(() => {
      const stage = document.getElementById('stage') as HTMLElement;
      stage.append((stage.querySelector('button') as HTMLElement).cloneNode(true));
    });
    await page.getByRole('button', { name: 'First', exact: true }).first().hover();
    await page.mouse.down();
    await page.evaluate(() => document.querySelector('#stage button')?.remove());
    await page.mouse.up();
    await arePressed(page, { First: 1, Second: 1 });
  });

  await test.step('and where nothing moves, each press is one', async () => {
    await page.getByRole('button', { name: 'Second', exact: true }).click();
    await page.getByRole('button', { name: 'Second', exact: true }).click();
    await arePressed(page, { First: 1, Second: 3 });
  });
});

test('a finger’s press is given to what it touched, too', async ({ browser }) => {
  const { page, context } = await visitor(browser, { hasWallet: false, hasTouch: true });
  await page.goto('/nfts');
  await standTwo(page);
  const finger = await context.newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 300, y: 260 }] });
  await raise(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await arePressed(page, { First: 0, Second: 1 });
  await context.close();
});

test('when an offer was checked stands in a row of its own: its seconds move nothing', async ({ page }) => {
  const seller = await newPerson();
  const token = await makeToken(seller, { name: 'A steady page' });
  const sale = await sell(seller, token.uuid, '0.25');
  for (const width of [390, 1440])
    for (const path of [`/nfts/${token.uuid}`, `/offers/${sale.uuid}`]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.locator('[data-ago]')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Verify it yourself', exact: true })).toBeVisible();
      // In one go, so that no tick of its clock comes between.
      const tops = await page.evaluate(() => {
        const ago = document.querySelector('[data-ago]') as HTMLElement;
        const below = ago.closest('section') as HTMLElement;
        return ['Checked now', `Checked ${'59 seconds ago '.repeat(9)}`].map((words) => {
          ago.textContent = words;
          return below.getBoundingClientRect().height;
        });
      });
      expect(tops[0]).toBeGreaterThan(40);
      expect(tops[1]).toBe(tops[0]);
    }
});
