import { expect, type Page } from '@playwright/test';
import { filmFile, modelFile, soundFile } from '../media-files.ts';
import { makeToken, newPerson } from '../people.ts';
import { quiet, test, visitor } from '../visitor.ts';

type Player = HTMLMediaElement & { readonly videoWidth?: number };

const state = (page: Page, kind: 'video' | 'audio') =>
  page
    .getByRole('main')
    .locator(kind)
    .evaluate((player: Player) => ({
      isPaused: player.paused,
      time: player.currentTime,
      hasControls: player.controls,
      isSilent: player.muted,
      poster: player.getAttribute('poster'),
    }));
/** Starts a player with the keyboard. */
const playFilmByKeyboard = async (page: Page) => {
  await page.getByRole('main').locator('video').focus();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await state(page, 'video')).time).toBeGreaterThan(0);
};

test('video, sound and 3D model pages play them with controls and by keyboard, and never start by themselves', async ({
  browser,
}) => {
  const { page, context, complaints } = await visitor(browser, { hasWallet: false });
  const maker = await newPerson();
  const stamp = `${Date.now() % 1e6}`;
  await page.goto('/confirmation');
  const film = await makeToken(maker, {
    name: `Film ${stamp}`,
    file: { bytes: await filmFile(page), name: 'film.webm', type: 'video/webm' },
  });
  const sound = await makeToken(maker, {
    name: `Note ${stamp}`,
    file: { bytes: soundFile(), name: 'note.wav', type: 'audio/wav' },
  });
  const model = await makeToken(maker, {
    name: `Pyramid ${stamp}`,
    file: { bytes: modelFile(), name: 'pyramid.glb', type: 'model/gltf-binary' },
  });

  await test.step('a video keeps its aspect ratio, has a poster and is not muted', async () => {
    await page.goto(`/nfts/${film.uuid}`);
    await quiet(page);
    const { image } = film;
    const before = await state(page, 'video');
    expect(before).toMatchObject({ isPaused: true, time: 0, hasControls: true, isSilent: false });
    expect(before.poster).toContain(image.preview.replace(/\d+\.webp$/, ''));
    const player = page.getByRole('main').locator('video');
    await expect(player).toHaveAccessibleName(`Film ${stamp}`);
    await expect
      .poll(async () => {
        const box = await player.boundingBox();
        return box && Math.round((100 * box.width) / box.height);
      })
      .toBe(Math.round((100 * 320) / 180));
    await playFilmByKeyboard(page);
  });

  await test.step('a sound has a picture generated from it and a player', async () => {
    await page.goto(`/nfts/${sound.uuid}`);
    await quiet(page);
    expect(await state(page, 'audio')).toMatchObject({ isPaused: true, time: 0 });
    const player = page.getByRole('main').getByRole('group', { name: `Note ${stamp}` });
    await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', '0:00 of 0:02');
    const picture = page.getByRole('main').getByRole('img', { name: `Note ${stamp}` });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await player.getByRole('button', { name: 'Play' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => (await state(page, 'audio')).time).toBeGreaterThan(0);
  });

  await test.step('a model is shown when it is asked for, and can be downloaded', async () => {
    await page.goto(`/nfts/${model.uuid}`);
    await quiet(page);
    await page.getByRole('main').getByRole('button', { name: 'View in 3D' }).click();
    // Without graphics, as on a machine without a screen, words say so.
    const outcome = page.getByRole('main').locator('[data-model=shown], [data-model=failed] [role=alert]');
    await expect(outcome).toBeVisible();
    const coming = page.waitForEvent('download');
    await page.getByRole('main').getByRole('link', { name: 'Download the model' }).click();
    expect((await coming).suggestedFilename()).toMatch(/\.glb$/);
  });

  await test.step('their cards in the gallery show their names and play nothing', async () => {
    await page.goto(`/nfts?search=${stamp}`);
    for (const name of [`Film ${stamp}`, `Note ${stamp}`, `Pyramid ${stamp}`])
      await expect(page.getByRole('main').getByRole('link', { name, exact: true }).first()).toBeVisible();
    expect(await page.locator('video, audio').count()).toBe(0);
  });
  expect(complaints).toEqual([]);
  await context.close();
});
