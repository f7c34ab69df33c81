import type { Language } from '@skarb/schema/language';
import { referenceEndpoints } from '@skarb/schema/reference';
import { tokenEndpoints, type TokenDetail, type TokenEvent } from '@skarb/schema/token';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cdp, page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  addressOf,
  anOffer,
  aToken,
  aUser,
  cardOf,
  daysAgo,
  hashOf,
  IMAGE,
  inDays,
  listOf,
  NETWORK,
  personOf,
  SELLER,
  uuidOf,
  withOffers,
} from '../../../testing/examples.ts';
import { announce } from '../../../testing/browser-boundary.ts';
import { aSilence } from '../../../testing/files.ts';
import { alert, button, dialog, main, openApp, seen, texts } from '../../../testing/open-app.tsx';
import { setDisplayCurrency } from '../../platform/format/display-currency.ts';

const still = (width: number, height: number) => ({ ...IMAGE, width, height });
const openList = (tokens: TokenDetail[], language: Language = 'en') =>
  openApp('/nfts', { language, answers: (api) => api.answer(tokenEndpoints.list, () => listOf(tokens.map(cardOf))) });
const openToken = (token: TokenDetail) =>
  openApp(`/nfts/${token.uuid}`, { answers: (api) => api.answer(tokenEndpoints.show, () => ({ data: token })) });
const boxOf = (element: Element | null) => (element as Element).getBoundingClientRect();
const card = (name: string): Locator => main().getByRole('article').filter({ hasText: name });

it('below a work are others of its collection, without itself', async () => {
  const token = aToken();
  const others = ['A low bridge', 'A far shore'].map((name, at) => aToken({ uuid: uuidOf(52 + at), name }));
  const { api } = await openApp(`/nfts/${token.uuid}`, {
    answers: (scripted) =>
      scripted
        .answer(tokenEndpoints.show, () => ({ data: token }))
        .answer(tokenEndpoints.list, () => listOf([token, ...others].map(cardOf))),
  });
  const more = main().getByRole('list', { name: `More from ${token.collection.name}` });
  await expect.poll(() => texts(more.getByRole('heading'))).toEqual(others.map(({ name }) => name));
  expect(api.requests(tokenEndpoints.list)[0]?.query.collectionUuid).toEqual([token.collection.uuid]);
});

it('the hairline around a work follows the corners of its frame', async () => {
  const token = aToken();
  await openToken(token);
  const picture = main().getByRole('img', { name: token.name });
  await seen(picture);
  const { borderTopLeftRadius, outlineStyle } = getComputedStyle(picture.element());
  expect([borderTopLeftRadius, outlineStyle]).toEqual(['16px', 'solid']);
});

it('a work whose owner can accept nothing says so in place of the button for offers', async () => {
  await openToken(aToken({ noOffers: 'OWNER_AWAY' }));
  await expect.element(main().getByText('its owner cannot accept any at present')).toBeVisible();
  await expect.element(button(main(), 'Make an offer')).not.toBeInTheDocument();
});

it('a burnt work says so in place of its owner; an edition counts its burnt copies', async () => {
  await openToken(aToken({ ownerships: [], burnt: 1, noOffers: 'BURNT' }));
  await expect.element(main().getByText('Burnt', { exact: true })).toBeVisible();
  await expect.element(button(main(), 'Make an offer')).not.toBeInTheDocument();
  await openToken(aToken({ uuid: uuidOf(77), type: 'ERC1155', quantity: 5, burnt: 2 }));
  await expect.element(main().getByText('Edition of 5 · 1 owner · 2 copies burnt')).toBeVisible();
});

it('the owners of a work are read again from the chain, once in some seconds', async () => {
  const token = aToken();
  const app = await openToken(token);
  app.api.answer(tokenEndpoints.refresh, () => undefined);
  const again = button(main(), 'Read owners again');
  await again.click();
  await seen(main().getByText(/Read from the blockchain just now/));
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  await again.click({ force: true });
  expect(app.api.requests(tokenEndpoints.refresh)).toHaveLength(1);
  await expectAccessible();
});

it('links to transactions, and the question to change the network, are about the chain of the marketplace', async () => {
  const token = aToken();
  const other = { ...NETWORK, uuid: uuidOf(900), humanName: 'Other', chainId: 1, isRunning: false };
  const user = aUser();
  const event: TokenEvent = {
    uuid: uuidOf(901),
    event: 'MINTED',
    offerUuid: null,
    offerType: null,
    price: null,
    currency: null,
    quantity: 1,
    from: null,
    to: user.metamaskWallet,
    fromUser: null,
    toUser: null,
    txHash: hashOf(7),
    usd: null,
    createdAt: daysAgo(1),
  };
  const { wallet } = await openApp(`/nfts/${token.uuid}`, {
    user,
    walletChainId: other.chainId,
    answers: (api) =>
      api
        .answer(tokenEndpoints.show, () => ({ data: token }))
        .answer(tokenEndpoints.history, () => listOf([event]))
        .answer(referenceEndpoints.networks, () =>
          listOf([{ ...other, explorerUrl: 'https://other.example' }, NETWORK]),
        ),
  });
  const notice = page.getByRole('complementary', { name: 'Wallet' });
  await button(notice, /^Switch to /).click();
  await expect.poll(() => wallet.chainId).toBe(NETWORK.chainId);
  await expect
    .element(main().getByRole('link', { name: 'Transaction' }))
    .toHaveAttribute('href', `https://scan.example/tx/${hashOf(7)}`);
});

it('the history names a sire’s owner before who bred: the work did not go from one to the other', async () => {
  const token = aToken();
  const sired: TokenEvent = {
    uuid: uuidOf(902),
    event: 'SIRED',
    offerUuid: null,
    offerType: null,
    price: '0.15',
    currency: 'ETH',
    quantity: 1,
    from: addressOf(1),
    to: addressOf(2),
    fromUser: { ...personOf(SELLER), name: 'Ann' },
    toUser: { ...personOf(SELLER), uuid: uuidOf(92), name: 'Bob' },
    txHash: null,
    usd: null,
    createdAt: daysAgo(1),
  };
  // Whose both parents are has no price to pay.
  const own = { ...sired, uuid: uuidOf(903), price: null, currency: null, to: null, toUser: null };
  await openApp(`/nfts/${token.uuid}`, {
    answers: (api) =>
      api
        .answer(tokenEndpoints.show, () => ({ data: token }))
        .answer(tokenEndpoints.history, () => listOf([sired, own])),
  });
  const lines = main().getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect.element(lines.first()).toHaveTextContent(/Became a sire\s*Bob\s*for\s*Ann\s*yesterday\s*0.15 ETH/);
  await expect.element(lines.nth(1)).toHaveTextContent(/Became a sire\s*Ann\s*yesterday$/);
});

it('on paper a page has whole hashes and values, and no question whose button cannot be pressed', async () => {
  const value = 'A value that is far too long for the two columns of a narrow window or sheet';
  const token = aToken({
    imageHash: 'bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
    metadata: [{ name: 'Motif', value, isNumber: false }],
    traits: [{ name: 'Motif', value, isNumber: false, count: 1, share: 1, floorPrice: null }],
    rarity: { rank: 1, of: 20 },
  });
  await openToken(token);
  const [hash, question] = [main().getByText(token.imageHash), main().getByText('Is the owner shown out of date?')];
  await seen(question);
  await expect.element(hash).not.toBeVisible();
  const print = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await print('')));
  const skip = page.getByText('Skip to content');
  await expect.element(skip).toBeVisible();
  await print('print');
  await expect.element(skip).not.toBeVisible();
  await seen(hash);
  await expect.element(question).not.toBeVisible();
  await expect.element(main().getByText('How is this calculated?')).not.toBeVisible();
  const motif = main().getByRole('link', { name: value }).element();
  expect(motif.scrollWidth).toBe(motif.clientWidth);
});

it('the floor of a property follows the sale of another work of the collection', async () => {
  const trait = { name: 'Mood', value: 'calm', isNumber: false, count: 3, share: 0.5 };
  let floorPrice: string | null = '0.7';
  const token = () => aToken({ traits: [{ ...trait, floorPrice }] });
  await openApp(`/nfts/${token().uuid}`, {
    answers: (api) => api.answer(tokenEndpoints.show, () => ({ data: token() })),
  });
  await seen(main().getByText('from 0.7 ETH'));
  floorPrice = '0.9';
  await announce({ kind: 'collection', uuid: uuidOf(9), version: 1 });
  await announce({ kind: 'collection', uuid: token().collection.uuid, version: 1 });
  await expect.element(main().getByText('from 0.9 ETH')).toBeVisible();
});

it('the rarity of a property is shown, but none of what says whose child a work is', async () => {
  const trait = { value: 'calm', isNumber: false, count: 1, share: 0.04, floorPrice: null };
  await openToken(aToken({ traits: ['Mood', 'Matron', 'Sire'].map((name) => ({ ...trait, name })) }));
  await seen(main().getByText('Matron'));
  expect(texts(main().getByText('4%', { exact: true }))).toHaveLength(1);
});

describe('a card', () => {
  const wide = aToken({ name: 'A wide river', image: still(1600, 800) });
  const tall = aToken({ uuid: uuidOf(52), name: 'A tall tree', image: still(600, 900) });

  it('shows the whole work in a frame as high as all others, with its artist, who is a link beside that of the work', async () => {
    await openList([wide, tall]);
    await seen(card(wide.name));
    const frames = [wide, tall].map(({ name }) => card(name).element().querySelector('.mat'));
    expect(boxOf(frames[0] ?? null).height).toBeCloseTo(boxOf(frames[1] ?? null).height, 0);
    for (const [at, ratio] of [2, 2 / 3].entries()) {
      const { width, height } = boxOf(frames[at]?.querySelector('img') ?? null);
      expect(width / height).toBeCloseTo(ratio, 1);
      expect(Math.max(width, height)).toBeLessThan(boxOf(frames[at] ?? null).width);
    }
    const artist = card(wide.name).getByRole('link', { name: SELLER.name as string });
    await expect.element(artist).toHaveAttribute('href', `/profile/${SELLER.uuid}`);
    expect(artist.element().closest('a')?.parentElement?.closest('a')).toBeNull();
    // Above the link of the work, which covers the card. What loads above the list moves it out of the window.
    const atArtist = () => {
      artist.element().scrollIntoView({ block: 'center' });
      const { left, top } = boxOf(artist.element());
      return document.elementFromPoint(left + 4, top + 4)?.closest('a');
    };
    await expect.poll(atArtist).toBe(artist.element());
  });

  it('is as high as the others of its row, whatever it costs, and has in each line what they have there', async () => {
    const auction = {
      offerUuid: uuidOf(71),
      price: '0.46',
      currency: 'ETH',
      bidCount: 2,
      startsAt: null,
      // Not to the second: on a busy machine a day less is left when the test reads it.
      endsAt: inDays(9.5),
    };
    const edition = { ...tall, type: 'ERC1155' as const, quantity: 25 };
    const works = [
      { ...wide, auction },
      { ...wide, auction: { ...auction, bidCount: 0 } },
      withOffers(edition, anOffer(edition, { price: '1234.5678' })),
      edition,
      { ...tall, lastSale: { price: '0.65', currency: 'ETH', at: inDays(-9) } },
      tall,
    ].map((work, at) => ({ ...work, uuid: uuidOf(90 + at), name: `Work ${at}` }));
    await page.viewport(820, 900);
    await openList(works, 'ukr');
    await seen(card('Work 0').getByText('2 ставки'));
    const heights = () => works.map(({ name }) => Math.round(boxOf(card(name).element()).height));
    // On a busy machine the fonts arrive later.
    await expect.poll(() => [...new Set(heights())]).toHaveLength(1);
    for (const at of [3, 5]) await expect.element(card(`Work ${at}`)).toHaveTextContent('Не продається');
    const notes = () =>
      ['2 ставки', 'Мінімальна ціна', 'Тираж 25', 'Тираж 25'].map((words, at) => {
        const place = card(`Work ${at}`);
        return Math.round(boxOf(place.getByText(words).element()).top - boxOf(place.element()).top);
      });
    await expect.poll(() => [...new Set(notes())]).toHaveLength(1);
    // On a phone the time left takes no room from the artist.
    await page.viewport(390, 900);
    await expect.poll(() => new Set([0, 1, 5].map((at) => heights()[at])).size).toBe(1);
    const [artist, timer] = [
      card('Work 0').getByRole('link', { name: SELLER.name as string }),
      card('Work 0').getByRole('timer'),
    ];
    await expect.element(timer).toHaveTextContent('9 днів');
    await expect.poll(() => boxOf(timer.element()).top - boxOf(artist.element()).bottom).toBeGreaterThanOrEqual(0);
  });

  it('has its price in the reader’s money, too', async () => {
    setDisplayCurrency('EUR');
    await openList([withOffers(wide, anOffer(wide))]);
    await expect.element(card(wide.name).getByText('≈ €540.00')).toBeVisible();
  });

  it('keeps the proportions of each work in the view “Masonry”, which this browser remembers, and arrow keys follow the rows', async () => {
    await openList([wide, tall]);
    await button(main(), 'Masonry').click();
    await expect.element(button(main(), 'Masonry')).toHaveAttribute('aria-pressed', 'true');
    const mats = () => [wide, tall].map(({ name }) => boxOf(card(name).element().querySelector('.mat')));
    await expect.poll(() => new Set(mats().map(({ height }) => Math.round(height))).size).toBe(1);
    const [first, second] = mats();
    expect(first!.width / first!.height).toBeCloseTo(2, 1);
    expect(second!.width / second!.height).toBeCloseTo(2 / 3, 1);
    expect(localStorage.getItem('skarb.view')).toBe('masonry');
    (card(wide.name).getByRole('link', { name: wide.name }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(card(tall.name).getByRole('link', { name: tall.name })).toHaveFocus();
    await button(main(), 'Grid').click();
    await expect.element(button(main(), 'Grid')).toHaveAttribute('aria-pressed', 'true');
  });

  it('is smaller in the view “Small grid”, and a line with name, artist and price in “List”, which the keyboard follows', async () => {
    const priced = withOffers(tall, anOffer(tall));
    await openList([wide, priced]);
    await seen(card(wide.name));
    const width = boxOf(card(wide.name).element()).width;
    await button(main(), 'Small grid').click();
    await expect.poll(() => boxOf(card(wide.name).element()).width).toBeLessThan(width * 0.75);
    await button(main(), 'List').click();
    await expect
      .poll(() => boxOf(card(priced.name).element()).top)
      .toBeGreaterThan(boxOf(card(wide.name).element()).top);
    const line = card(priced.name);
    expect(boxOf(line.element()).height).toBeLessThan(100);
    const heights = ['A tall tree', SELLER.name as string, '0.3 ETH'].map((text) => {
      const { top, height } = boxOf(line.getByText(text).element());
      return Math.round(top + height / 2);
    });
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(3);
    await expectAccessible();
    (card(wide.name).getByRole('link', { name: wide.name }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(line.getByRole('link', { name: priced.name })).toHaveFocus();
    expect(localStorage.getItem('skarb.view')).toBe('list');
    await button(main(), 'Grid').click();
    await expect.element(button(main(), 'Grid')).toHaveAttribute('aria-pressed', 'true');
  });

  it('gives the page of its work the name, the collection and the picture before the page has its data', async () => {
    let answer = (_token: TokenDetail) => {};
    const waits = new Promise<TokenDetail>((resolve) => (answer = resolve));
    await openApp('/nfts', {
      answers: (api) =>
        api
          .answer(tokenEndpoints.list, () => listOf([cardOf(wide)]))
          .answer(tokenEndpoints.show, async () => ({ data: await waits })),
    });
    await card(wide.name).getByRole('link', { name: wide.name }).click();
    await seen(main().getByRole('heading', { level: 1, name: wide.name }));
    const picture = main().getByRole('img', { name: wide.name }).element();
    answer(wide);
    await seen(main().getByText('Not for sale'));
    // The same element: nothing flashes when the rest arrives.
    expect(picture.isConnected).toBe(true);
  });
});

describe('the lightbox', () => {
  const token = aToken({ image: still(4000, 3000) });
  const openLightbox = async () => {
    const app = await openToken(token);
    await main().getByRole('link', { name: 'View in full size' }).click();
    const box = dialog(token.name);
    await seen(box);
    const picture = box.getByRole('img', { name: token.name });
    await seen(picture);
    return { app, box, picture, scale: () => new DOMMatrix(getComputedStyle(picture.element()).transform).a };
  };

  it('shows the picture as large as the window, zooms by keys, wheel and double press, and fetches the original then', async () => {
    const { box, picture, scale } = await openLightbox();
    await expect.poll(() => boxOf(picture.element()).height).toBeCloseTo(innerHeight, 0);
    expect(picture.element().dataset.original).toBeUndefined();
    await userEvent.keyboard('++');
    await expect.poll(scale).toBeCloseTo(2.25, 2);
    await expect.poll(() => picture.element().dataset.original).toBe('');
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => new DOMMatrix(getComputedStyle(picture.element()).transform).e).toBeLessThan(0);
    await userEvent.keyboard('0');
    await expect.poll(scale).toBe(1);
    await userEvent.dblClick(box.element().querySelector('[data-stage]') as Element);
    await expect.poll(scale).toBeCloseTo(2.5, 2);
    box
      .element()
      .querySelector('[data-stage]')
      ?.dispatchEvent(new WheelEvent('wheel', { deltaY: 2000, bubbles: true, cancelable: true }));
    await expect.poll(scale).toBe(1);
    await button(box, 'Zoom in').click();
    await expect.poll(scale).toBeCloseTo(1.5, 2);
  });

  it('keeps the focus, closes by Escape and returns the focus', async () => {
    const { box } = await openLightbox();
    for (let press = 0; press < 8; press++) {
      await userEvent.tab();
      // From the last control over a guard beside the dialog, which sends the focus on.
      await expect.poll(() => box.element().contains(document.activeElement)).toBe(true);
    }
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(box).not.toBeInTheDocument();
    await expect.element(main().getByRole('link', { name: 'View in full size' })).toHaveFocus();
    await seen(main().getByRole('heading', { level: 1, name: token.name }));
  });

  it('closes by Back, on the page of the work', async () => {
    const { app, box } = await openLightbox();
    await app.goBack();
    await expect.element(box).not.toBeInTheDocument();
    expect(app.path()).toBe(`/nfts/${token.uuid}`);
  });
});

describe('a sound', () => {
  it('plays on a press only, with controls that say what they do, and moves by keys', async () => {
    const sound = aToken({ image: { ...IMAGE, url: aSilence(), mimeType: 'audio/wav' } });
    await openToken(sound);
    const player = main().getByRole('group', { name: sound.name });
    const audio = () => player.element().querySelector('audio') as HTMLAudioElement;
    await seen(button(player, 'Play'));
    await expect
      .element(player.getByRole('slider', { name: 'Position' }))
      .toHaveAttribute('aria-valuetext', '0:00 of 0:02');
    expect(audio().paused).toBe(true);
    await expectAccessible();
    await player.getByRole('slider').element().focus();
    await userEvent.keyboard('{End}');
    await expect.poll(() => audio().currentTime).toBe(2);
    await userEvent.keyboard('m');
    await expect.element(button(player, 'Mute')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{Home}');
    await button(player, 'Play').click();
    await seen(button(player, 'Pause'));
    expect(audio().paused).toBe(false);
  });
});

it('the gold button of a sound keeps its contrast under the mouse', async () => {
  const sound = aToken({ image: { ...IMAGE, url: aSilence(), mimeType: 'audio/wav' } });
  await openToken(sound);
  const play = button(main().getByRole('group', { name: sound.name }), 'Play');
  await seen(play);
  await userEvent.hover(play);
  await Promise.all(
    play
      .element()
      .getAnimations()
      .map((motion) => motion.finished),
  );
  const ink = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  const brightness = (colour: string) => {
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = ink.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  };
  const { color, backgroundColor } = getComputedStyle(play.element());
  expect(brightness(backgroundColor) - brightness(color)).toBeGreaterThan(90);
});

describe('a 3D model', () => {
  it('is loaded when it is asked for; without WebGL the picture stays and words say why', async () => {
    const own = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = () => null;
    try {
      const model = aToken({
        image: { ...IMAGE, url: URL.createObjectURL(new Blob(['glTF'])), mimeType: 'model/gltf-binary' },
      });
      await openToken(model);
      const open = button(main(), 'View in 3D');
      expect(document.querySelector('canvas')).toBeNull();
      await open.click();
      await seen(alert(main(), 'Your browser or graphics card cannot show 3D here. Download the model instead.'));
      await expectAccessible();
      await seen(main().getByRole('img', { name: model.name, exact: true }));
      await button(main(), 'Close 3D').click();
      await expect.poll(() => document.querySelector('canvas')).toBeNull();
      await expect.element(open).toHaveFocus();
    } finally {
      HTMLCanvasElement.prototype.getContext = own;
    }
  });
});

it('the small letters of both alphabets have one height', async () => {
  await openList([aToken()]);
  await seen(page.getByRole('article').first());
  const paint = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  for (const weight of [400, 500, 600]) {
    await document.fonts.load(`${weight} 100px "Work Sans"`, 'x');
    await document.fonts.load(`${weight} 100px Onest`, 'х');
    const height = (family: string, letter: string) => {
      paint.font = `${weight} 100px ${family}`;
      return paint.measureText(letter).actualBoundingBoxAscent;
    };
    expect(height('"Work Sans"', 'x')).toBeGreaterThan(45);
    expect(Math.abs(height('"Work Sans"', 'x') - height('Onest', 'х')), `weight ${weight}`).toBeLessThan(1.2);
  }
});

it('words are as wide in the font of the system that is shown first', async () => {
  await openList([aToken()]);
  await seen(page.getByRole('article').first());
  const paint = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const fonts = getComputedStyle(document.documentElement).fontFamily;
  const first = fonts.replace(/^.*?Onest[^,]*,/, '');
  expect(first).not.toBe(fonts);
  for (const text of [
    'An open gallery of digital art. Just sold',
    'Відкрита галерея цифрового мистецтва. Щойно продано',
  ])
    for (const weight of [400, 600]) {
      const width = (family: string) => {
        paint.font = `${weight} 100px ${family}`;
        return paint.measureText(text).width;
      };
      await document.fonts.load(`${weight} 100px "Work Sans", Onest`, text);
      expect(Math.abs(width(first) / width(fonts) - 1), `${weight} ${text}`).toBeLessThan(0.05);
    }
});

describe('a work in two languages', () => {
  const work = aToken({
    localization: {
      default: 'uk',
      texts: [
        {
          locale: 'en',
          name: 'A quiet flood',
          description: 'Water to the horizon.',
          metadata: [{ name: 'Feeling', value: 'still', isNumber: false }],
        },
      ],
    },
    name: 'Тиха повінь',
    description: 'Вода до обрію.',
    metadata: [{ name: 'Настрій', value: 'спокій', isNumber: false }],
    traits: [{ name: 'Настрій', value: 'спокій', isNumber: false, share: 0.5, count: 1, floorPrice: null }],
  });

  it('is in the language of its reader, and in the other one at a press, which keeps the focus', async () => {
    await openToken(work);
    const title = main().getByRole('heading', { level: 1 });
    await expect.element(title).toHaveTextContent('A quiet flood');
    await expect.element(title).toHaveAttribute('lang', 'en');
    // The filter of its collection knows the main texts only.
    const property = main().getByRole('link', { name: 'still', exact: true });
    await expect
      .element(property)
      .toHaveAttribute('href', expect.stringContaining(encodeURIComponent('Настрій:спокій')));
    await expectAccessible();
    await button(main(), 'Українська').click();
    await expect.element(title).toHaveTextContent('Тиха повінь');
    await expect.element(title).toHaveAttribute('lang', 'uk');
    await expect.element(main().getByText('Вода до обрію.')).toHaveAttribute('lang', 'uk');
    await expect.element(main().getByText('Настрій')).toBeVisible();
    await expect.element(button(main(), 'English')).toHaveFocus();
    await button(main(), 'English').click();
    await expect.element(title).toHaveTextContent('A quiet flood');
  });

  it('has the name of the reader’s language on its card', async () => {
    await openList([work]);
    await seen(card('A quiet flood'));
    await expect.element(main().getByText('Тиха повінь')).not.toBeInTheDocument();
  });
});

it('the picture of a card moves to the video of its page', async () => {
  await openToken(aToken({ image: { ...IMAGE, mimeType: 'video/mp4' } }));
  await expect.poll(() => document.querySelector('[style*="view-transition-name"]')?.tagName).toBe('VIDEO');
});
