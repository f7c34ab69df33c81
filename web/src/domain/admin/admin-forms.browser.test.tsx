import { adminEndpoints, type AdminCategory, type AdminCurrency, type AdminNetwork } from '@skarb/schema/admin';
import { auditEndpoints } from '@skarb/schema/audit';
import { type AdminExhibition, exhibitionEndpoints } from '@skarb/schema/exhibition';
import { statusEndpoints } from '@skarb/schema/status';
import { searchEndpoints } from '@skarb/schema/search';
import type { Language } from '@skarb/schema/language';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import {
  addressOf,
  aToken,
  aUser,
  cardOf,
  daysAgo,
  foundWorks,
  inUkrainian,
  listOf,
  personOf,
  uuidOf,
} from '../../../testing/examples.ts';
import {
  alert,
  alerts,
  button,
  dialog,
  main,
  notice,
  openApp,
  type Options,
  seen,
  texts,
} from '../../../testing/open-app.tsx';
import { refuse, refuseFields } from '../../../testing/scripted-api.ts';

const art: AdminCategory = {
  uuid: uuidOf(21),
  name: 'Art',
  nameUkr: 'Мистецтво',
  isEnabled: true,
  tokens: 3,
  createdAt: daysAgo(90),
};
const openSection = (section: string, answers: NonNullable<Options['answers']>, language: Language = 'en') =>
  openApp(`/admin-profile?section=${section}`, {
    language,
    user: aUser({ role: 'ADMIN' }),
    answers: (api, chain) => {
      api.answer(statusEndpoints.ready, () => refuse(503, 'notReady'));
      answers(api, chain);
    },
  });
it('the form explains why it refuses an existing category, and keeps what was typed', async () => {
  let categories = [art];
  await openSection('categories', (api) =>
    api
      .answer(adminEndpoints.categories, () => ({ data: categories }))
      .answer(adminEndpoints.addCategory, ({ body }) => {
        if (body.name === art.name) return refuse(409, 'category.taken');
        const added = { ...art, uuid: uuidOf(22), name: body.name, nameUkr: body.nameUkr ?? null, tokens: 0 };
        categories = [...categories, added];
        return { data: added };
      }),
  );
  await button(main(), 'Add a category').click();
  const form = dialog('Add a category');
  await form.getByLabelText('Name in Ukrainian').fill(' ');
  await button(form, 'Add').click();
  await expect.element(form.getByLabelText('Name in English')).toHaveFocus();
  await expect.poll(() => form.getByText('required', { exact: true }).elements()).toHaveLength(2);
  await form.getByLabelText('Name in English').fill('Art');
  await form.getByLabelText('Name in Ukrainian').fill('Мистецтво');
  await button(form, 'Add').click();
  await seen(alert(form, 'A category with this name'));
  await expect.element(form.getByLabelText('Name in Ukrainian')).toHaveValue('Мистецтво');
  await expectAccessible();
  await form.getByLabelText('Name in English').fill('Etchings');
  await button(form, 'Add').click();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(main()).toHaveTextContent('Etchings');
  await seen(notice('Etchings'));
});

it('a form adds once: until it closes, while the lists are read again, its button does nothing', async () => {
  let arrive = () => {};
  let list: Promise<void> | undefined;
  const { api } = await openSection('categories', (one) =>
    one
      .answer(adminEndpoints.categories, async () => {
        await list;
        return { data: [art] };
      })
      .answer(adminEndpoints.addCategory, () => {
        list = new Promise((resolve) => (arrive = resolve));
        return { data: art };
      }),
  );
  await button(main(), 'Add a category').click();
  const form = dialog('Add a category');
  await form.getByLabelText('Name in English').fill('Etchings');
  await form.getByLabelText('Name in Ukrainian').fill('Офорти');
  const add = button(form, 'Add');
  await add.click();
  await expect.poll(() => api.requests(adminEndpoints.categories)).toHaveLength(2);
  // Not `click` of the locator, which would wait until the button is enabled.
  (add.element() as HTMLElement).click();
  arrive();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.requests(adminEndpoints.addCategory)).toHaveLength(1);
});

it('a category that is edited sends its changed name alone: another admin may have changed the other one', async () => {
  const { api } = await openSection('categories', (one) =>
    one
      .answer(adminEndpoints.categories, () => ({ data: [art] }))
      .answer(adminEndpoints.editCategory, () => ({ data: art })),
  );
  await button(main(), 'Edit “Art”').click();
  const form = dialog('Edit the category');
  await form.getByLabelText('Name in English').fill('Fine art');
  await button(form, 'Save').click();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.requests(adminEndpoints.editCategory)).toEqual([expect.objectContaining({ body: { name: 'Fine art' } })]);
});

const test: AdminCurrency = {
  uuid: uuidOf(23),
  name: 'TEST',
  symbol: 'TEST',
  networkUuid: uuidOf(24),
  networkName: 'Polygon',
  address: addressOf(81),
  decimals: 18,
  peg: 'USD',
  isDefault: false,
  isEnabled: true,
  isBuiltIn: false,
  createdAt: daysAgo(1),
};

it('a currency has the data of its contract, and cannot be added if no contract answers', async () => {
  await openSection('currencies', (api) =>
    api
      .answer(adminEndpoints.currencies, () => ({ data: [] }))
      .answer(adminEndpoints.currencyContract, ({ query }) =>
        query.address === addressOf(81)
          ? { data: { address: query.address, symbol: 'TEST', decimals: 18 } }
          : refuse(400, 'currency.notToken'),
      )
      .answer(adminEndpoints.addCurrency, () => ({ data: test })),
  );
  await button(main(), 'Add a currency').first().click();
  const form = dialog('Add a currency');
  const address = form.getByLabelText('Address of the token');
  await address.fill('0x12');
  await expect.element(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill(`0x${'d'.repeat(40)}`);
  await seen(alert(form, 'There is no ERC-20 token at this address'));
  await button(form, 'Add').click();
  // Its name and its worth.
  await expect.poll(() => texts(alerts(form)).filter((words) => words === 'required')).toHaveLength(2);
  await expect.element(address).toHaveFocus();
  await expectAccessible();
  await address.fill(addressOf(81));
  await seen(form.getByText('Read from the blockchain: TEST, 18 decimals'));
  await button(form, 'Add').click();
  const worth = form.getByLabelText('Worth');
  await expect.element(worth).toHaveFocus();
  await worth.selectOptions('1 US dollar');
  await button(form, 'Add').click();
  await expect.element(form).not.toBeInTheDocument();
});

it('a currency that is edited sends its changed worth alone: another admin may have changed its name', async () => {
  const { api } = await openSection('currencies', (one) =>
    one
      .answer(adminEndpoints.currencies, () => ({ data: [test] }))
      .answer(adminEndpoints.editCurrency, () => ({ data: test })),
  );
  await button(main(), 'Edit “TEST”').click();
  const form = dialog('TEST');
  await form.getByLabelText('Worth').selectOptions('1 euro');
  await button(form, 'Save').click();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.requests(adminEndpoints.editCurrency)).toEqual([expect.objectContaining({ body: { peg: 'EUR' } })]);
});

const amoy: AdminNetwork = {
  uuid: uuidOf(24),
  name: 'amoy',
  humanName: 'Amoy',
  chainId: 80_002,
  rpcUrl: 'https://rpc.example.org/',
  explorerUrl: null,
  nativeSymbol: 'POL',
  isEnabled: true,
  isRunning: false,
};

it('a network that is edited sends its changed name alone: another admin may have changed its RPC address', async () => {
  const { api } = await openSection('networks', (one) =>
    one
      .answer(adminEndpoints.networks, () => ({ data: [amoy] }))
      .answer(adminEndpoints.editNetwork, () => ({ data: amoy })),
  );
  await button(main(), 'Edit “Amoy”').click();
  const form = dialog('Edit “Amoy”');
  await form.getByLabelText('Name on pages').fill('Amoy test');
  await button(form, 'Save').click();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.requests(adminEndpoints.editNetwork)).toEqual([
    expect.objectContaining({ body: { humanName: 'Amoy test' } }),
  ]);
});

const planned = {
  uuid: uuidOf(31),
  createdAt: daysAgo(1),
  admin: null,
  act: 'exhibition.add' as const,
  subjectType: 'exhibition' as const,
  subjectUuid: uuidOf(32),
  subjectName: 'Hours of a day',
  subjectNames: { en: 'Hours of a day', ukr: 'Години дня' },
  detail: {
    title: 'Hours of a day',
    startsAt: '2026-11-25T12:00:00.000Z',
    endsAt: null,
    tokenUuids: [uuidOf(33), uuidOf(34)],
    collectionUuid: null,
    offerUuid: null,
  },
};

it('the log tells what was planned in words, without what was left empty', async () => {
  await openSection('audit', (api) => api.answer(auditEndpoints.audit, () => listOf([planned])));
  const entry = main().getByRole('listitem').filter({ hasText: 'Exhibition planned' });
  await expect.element(entry).toHaveTextContent(/Exhibition plannedHours of a dayFrom\s*25 Nov 2026, .*Works\s*2/);
  await expect.element(entry).not.toHaveTextContent(/—|Uuid|2026-11-25T/);
});

it('the log says which name a mark was given to, if it is another one now', async () => {
  const verified = {
    ...planned,
    act: 'moderation.verify' as const,
    subjectType: 'collection' as const,
    subjectName: 'Famous works',
    subjectNames: undefined,
    detail: { name: 'River evenings', isVerified: true },
  };
  const same = { ...verified, uuid: uuidOf(35), subjectName: 'River evenings' };
  await openSection('audit', (api) => api.answer(auditEndpoints.audit, () => listOf([verified, same])));
  const entries = main().getByRole('listitem').filter({ hasText: 'Verified mark' });
  await expect.element(entries.nth(0)).toHaveTextContent(/Famous works\s*Name then\s*River evenings/);
  await expect.element(entries.nth(1)).not.toHaveTextContent('Name then');
});

it.each([
  ['en', /Ann\s*Name\s*Anna Vale → Ann\s*The owner’s own change/],
  ['ukr', /Ann\s*Ім’я\s*Anna Vale → Ann\s*Зміна самого власника/],
] as const)('the log has in %s the loss of a mark by a new name, as the act of its owner', async (language, words) => {
  const lost = {
    ...planned,
    act: 'moderation.markLost' as const,
    subjectType: 'user' as const,
    subjectName: 'Ann',
    subjectNames: undefined,
    detail: { name: { from: 'Anna Vale', to: 'Ann' } },
  };
  await openSection('audit', (api) => api.answer(auditEndpoints.audit, () => listOf([lost])), language);
  const entry = main().getByRole('listitem').filter({ hasText: 'Anna Vale' });
  await expect.element(entry).toHaveTextContent(words);
});

it('the log names an exhibition in the language of its reader', async () => {
  await openSection('audit', (api) => api.answer(auditEndpoints.audit, () => listOf([planned])), 'ukr');
  await expect.element(main().getByText('Години дня')).toBeVisible();
});

it('the button of a form that is longer than its dialog is in view, and covers no field that has the focus', async () => {
  await page.viewport(390, 600);
  await openSection('exhibitions', (api) => api.answer(exhibitionEndpoints.list, () => ({ data: [] })));
  await button(main(), 'Plan an exhibition').click();
  const form = dialog('Plan an exhibition');
  const send = button(form, 'Plan it');
  await expect.element(send).toBeInViewport({ ratio: 0.99 });
  const action = send.element().closest('[data-dialog-action]');
  expect(action?.getBoundingClientRect().bottom).toBe(form.element().getBoundingClientRect().bottom);
  const lastField = form.getByLabelText('Until').element();
  while (document.activeElement !== lastField) {
    await userEvent.tab();
    const focus = document.activeElement?.getBoundingClientRect();
    expect(focus?.bottom).toBeLessThanOrEqual(action?.getBoundingClientRect().top ?? 0);
  }
});

it('an exhibition that would end before it starts is refused in words, at its field; a chosen work keeps the focus near', async () => {
  const work = cardOf(aToken({ uuid: uuidOf(41), name: 'Harbour' }));
  const { api } = await openSection('exhibitions', (api) =>
    api
      .answer(exhibitionEndpoints.list, () => ({ data: [] }))
      .answer(searchEndpoints.find, () => foundWorks(work))
      .answer(exhibitionEndpoints.add, () => refuseFields({ startsAt: { custom: 'too far away' } })),
  );
  await button(main(), 'Plan an exhibition').click();
  const form = dialog('Plan an exhibition');
  await form.getByLabelText('Title').first().fill('Hours of a day');
  // What is missing is said when it is sent: first the title in the other language, then the works.
  await button(form, 'Plan it').click();
  await expect.element(form.getByLabelText('Title').last()).toHaveFocus();
  await expect.element(form.getByLabelText('Title').last()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(form.getByLabelText('Title').first()).not.toHaveAttribute('aria-invalid', 'true');
  await form.getByLabelText('Title').last().fill('Години дня');
  await button(form, 'Plan it').click();
  await expect.element(form.getByLabelText('Find a work')).toHaveFocus();
  await seen(alert(form, 'Choose what it shows'));
  await expectAccessible();
  await form.getByLabelText('Find a work').fill('har');
  await button(form, 'Add “Harbour”').click();
  await expect.element(form.getByLabelText('Find a work')).toHaveFocus();
  await form.getByLabelText('Find a work').fill('Harb');
  await seen(form.getByText('Nothing else has this in its name.'));
  await form.getByLabelText('Until').fill('2020-01-01T10:00');
  await seen(alert(form, 'The end must be after the start'));
  await button(form, 'Plan it').click();
  await expect.element(form.getByLabelText('Until')).toHaveFocus();
  expect(api.requests(exhibitionEndpoints.add)).toEqual([]);
  await form.getByLabelText('Until').fill('');
  await button(form, 'Plan it').click();
  // Refused by the server: the field has the focus, and what was typed stays.
  await expect.element(form.getByLabelText('From')).toHaveFocus();
  await expect.element(form.getByLabelText('Title').first()).toHaveValue('Hours of a day');
});

it.each([
  ['en', 'Plan an exhibition', 'Title', 'Find a work', 'Add “Harbour”', 'Until', 'Plan it', 'incomplete'],
  ['ukr', 'Запланувати виставку', 'Назва', 'Знайти роботу', 'Додати «Harbour»', 'До', 'Запланувати', 'неповні'],
] as const)(
  'in %s, an end that was typed in part is refused in words, at its field, and not taken for no end',
  async (language, plan, title, find, add, until, submit, words) => {
    const work = cardOf(aToken({ uuid: uuidOf(41), name: 'Harbour' }));
    const { api } = await openSection(
      'exhibitions',
      (one) =>
        one
          .answer(exhibitionEndpoints.list, () => ({ data: [] }))
          .answer(searchEndpoints.find, () => foundWorks(work))
          .answer(exhibitionEndpoints.add, () => refuseFields({ startsAt: { custom: 'too far away' } })),
      language,
    );
    await button(main(), plan).click();
    const form = dialog(plan);
    await form.getByLabelText(title).first().fill('Hours of a day');
    await form.getByLabelText(title).last().fill('Години дня');
    await form.getByLabelText(find).fill('har');
    await button(form, add).click();
    const end = form.getByLabelText(until, { exact: true });
    const input = end.element() as HTMLInputElement;
    input.focus();
    // The date without its time.
    await userEvent.keyboard('12312030');
    expect([input.value, input.validity.badInput]).toEqual(['', true]);
    await button(form, submit).click();
    await expect.element(end).toHaveFocus();
    await seen(alert(form, words));
    await expectAccessible();
    expect(api.requests(exhibitionEndpoints.add)).toEqual([]);
    // The field is marked for as long as it is incomplete.
    await end.fill('2030-12-31T10:00');
    await expect.element(end).not.toHaveAttribute('aria-invalid');
    await button(form, submit).click();
    await expect.poll(() => api.requests(exhibitionEndpoints.add)).toHaveLength(1);
    expect(api.requests(exhibitionEndpoints.add)[0]?.body.endsAt).toBe(new Date('2030-12-31T10:00').toISOString());
  },
);

it('an end of which the hour is deleted stays as it was until it is complete, or cleared', async () => {
  const shown: AdminExhibition = {
    uuid: uuidOf(32),
    title: { en: 'Tonight', ukr: 'Сьогодні' },
    text: { en: '', ukr: '' },
    startsAt: '2026-11-20T12:00:00.000Z',
    endsAt: '2026-12-20T12:00:00.000Z',
    works: [],
    collection: null,
    offerUuid: null,
    state: 'SHOWN',
    tokenUuids: [uuidOf(43)],
    collectionUuid: null,
  };
  const { api } = await openSection('exhibitions', (one) =>
    one
      .answer(exhibitionEndpoints.list, () => ({ data: [shown] }))
      .answer(exhibitionEndpoints.edit, () => ({ data: shown })),
  );
  await button(main(), 'Edit “Tonight”').click();
  const form = dialog('Edit the exhibition');
  const end = form.getByLabelText('Until');
  (end.element() as HTMLInputElement).focus();
  // Behind the month, the day and the year.
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Backspace}');
  await expect.element(end).toHaveValue('');
  await userEvent.keyboard('{Enter}');
  await seen(alert(form, 'incomplete'));
  await expect.element(end).toHaveFocus();
  expect(api.requests(exhibitionEndpoints.edit)).toEqual([]);
  // What is left of it is deleted from its first part on: an empty end is none.
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  for (let part = 0; part < 6; part++) await userEvent.keyboard('{Backspace}{ArrowRight}');
  await expect.element(end).not.toHaveAttribute('aria-invalid');
  await button(form, 'Save').click();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.requests(exhibitionEndpoints.edit)).toEqual([expect.objectContaining({ body: { endsAt: null } })]);
});

it('Enter in the search for a work does not publish the exhibition, which has more works to come', async () => {
  const work = cardOf(aToken({ uuid: uuidOf(41), name: 'Harbour' }));
  const { api } = await openSection('exhibitions', (one) =>
    one
      .answer(exhibitionEndpoints.list, () => ({ data: [] }))
      .answer(searchEndpoints.find, () => foundWorks(work))
      .answer(exhibitionEndpoints.add, () => refuseFields({ startsAt: { custom: 'too far away' } })),
  );
  await button(main(), 'Plan an exhibition').click();
  const form = dialog('Plan an exhibition');
  await form.getByLabelText('Title').first().fill('Hours of a day');
  await form.getByLabelText('Title').last().fill('Години дня');
  const search = form.getByLabelText('Find a work');
  await search.fill('har');
  await button(form, 'Add “Harbour”').click();
  await search.fill('owl');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.isQuiet).toBe(true);
  expect(api.requests(exhibitionEndpoints.add)).toEqual([]);
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('owl');
  // Everything that a publication needs was there.
  await button(form, 'Plan it').click();
  await expect.poll(() => api.requests(exhibitionEndpoints.add)).toHaveLength(1);
});

it('the curator reads the names of works in their language, and since when an exhibition is shown', async () => {
  const work = (place: number, name: string, ukrainian: string) =>
    cardOf(aToken({ uuid: uuidOf(place), name, ...inUkrainian(ukrainian) }));
  const chosen = work(42, 'Quiet owl', 'Тиха сова');
  const shown: AdminExhibition = {
    uuid: uuidOf(32),
    title: { en: 'When it darkens', ukr: 'Коли стемніє' },
    text: { en: '', ukr: '' },
    startsAt: '2026-11-20T12:00:00.000Z',
    endsAt: '2026-12-20T12:00:00.000Z',
    works: [{ ...chosen, networkUuid: chosen.network.uuid }],
    collection: null,
    offerUuid: null,
    state: 'SHOWN',
    tokenUuids: [uuidOf(43), chosen.uuid],
    collectionUuid: null,
  };
  const { api } = await openSection(
    'exhibitions',
    (api) =>
      api
        .answer(exhibitionEndpoints.list, () => ({ data: [shown] }))
        .answer(exhibitionEndpoints.edit, () => ({ data: shown }))
        .answer(searchEndpoints.find, () => foundWorks(work(41, 'Harbour', 'Гавань'), chosen)),
    'ukr',
  );
  await expect.element(main().getByText(/від\s*20 .*до\s*20 /)).toBeVisible();
  await button(main(), 'Змінити «Коли стемніє»').click();
  const form = dialog('Змінити виставку');
  await seen(button(form, 'Прибрати «Тиха сова»'));
  await seen(form.getByText('Ще 1 вибрана робота зараз прихована. Вона залишається вибраною.'));
  await form.getByLabelText('Знайти роботу').fill('га');
  await button(form, 'Додати «Гавань»').click();
  await seen(form.getByText('Гавань', { exact: true }));
  await button(form, 'Зберегти').click();
  await expect.element(form).not.toBeInTheDocument();
  // Another admin may have changed the rest meanwhile; what is hidden stays.
  expect(api.requests(exhibitionEndpoints.edit)).toEqual([
    expect.objectContaining({ body: { tokenUuids: [chosen.uuid, uuidOf(41), uuidOf(43)] } }),
  ]);
});

it('an exhibition ends, and a planned one is removed, only after a second press', async () => {
  const one = (place: number, title: string, state: AdminExhibition['state']): AdminExhibition => ({
    uuid: uuidOf(place),
    title: { en: title, ukr: title },
    text: { en: '', ukr: '' },
    startsAt: '2026-11-20T12:00:00.000Z',
    endsAt: null,
    works: [],
    collection: null,
    offerUuid: null,
    state,
    tokenUuids: [uuidOf(43)],
    collectionUuid: null,
  });
  const { api } = await openSection('exhibitions', (api) =>
    api
      .answer(exhibitionEndpoints.list, () => ({
        data: [one(32, 'Tonight', 'SHOWN'), one(33, 'Tomorrow', 'PLANNED')],
      }))
      .answer(exhibitionEndpoints.end, () => undefined),
  );
  const ended = () => api.requests(exhibitionEndpoints.end).map(({ params }) => params.id);
  await button(main(), 'Edit “Tonight”').click();
  await button(dialog('Edit the exhibition'), 'End now').click();
  await button(dialog('End “Tonight” now?'), 'Cancel').click();
  await expect.element(button(dialog('Edit the exhibition'), 'End now')).toHaveFocus();
  expect(ended()).toEqual([]);
  await button(dialog('Edit the exhibition'), 'End now').click();
  await expectAccessible();
  await button(dialog('End “Tonight” now?'), 'End now').click();
  await expect.element(dialog('Edit the exhibition')).not.toBeInTheDocument();
  await button(main(), 'Edit “Tomorrow”').click();
  await button(dialog('Edit the exhibition'), 'Remove').click();
  await seen(dialog('Remove “Tomorrow”?').getByText('Its texts and what was chosen for it are lost.'));
  await button(dialog('Remove “Tomorrow”?'), 'Remove').click();
  await expect.poll(ended).toEqual([uuidOf(32), uuidOf(33)]);
});

it('an exhibition of an auction whose work is hidden says so, and is saved with another title', async () => {
  const shown: AdminExhibition = {
    uuid: uuidOf(32),
    title: { en: 'Tonight', ukr: 'Сьогодні' },
    text: { en: '', ukr: '' },
    startsAt: '2026-11-20T12:00:30.000Z',
    endsAt: null,
    works: [],
    collection: null,
    offerUuid: uuidOf(44),
    state: 'SHOWN',
    tokenUuids: [],
    collectionUuid: null,
  };
  const { api } = await openSection('exhibitions', (one) =>
    one
      .answer(exhibitionEndpoints.list, () => ({ data: [shown] }))
      .answer(exhibitionEndpoints.edit, () => ({ data: shown })),
  );
  await button(main(), 'Edit “Tonight”').click();
  const form = dialog('Edit the exhibition');
  await seen(form.getByText('The work of the chosen auction is hidden now. It stays chosen until you choose another.'));
  await form.getByLabelText('Title').first().fill('This evening');
  await button(form, 'Save').click();
  await expect.element(form).not.toBeInTheDocument();
  expect(api.requests(exhibitionEndpoints.edit)).toEqual([
    expect.objectContaining({ body: { title: { en: 'This evening', ukr: 'Сьогодні' } } }),
  ]);
});

it('a search for accounts is in the address; a link to another one and Back replace what was typed', async () => {
  const { api, path, goTo, goBack } = await openSection('users', (one) =>
    one.answer(adminEndpoints.users, () => listOf([])),
  );
  const searches = () => api.requests(adminEndpoints.users).map(({ query }) => query.search);
  const field = main().getByLabelText('Search', { exact: true });
  await field.fill(' olena ');
  await expect.poll(path).toBe('/admin-profile?section=users&search=olena');
  // A list that is left before it is asked for would be asked for on the way back.
  await expect.poll(searches).toEqual([undefined, 'olena']);
  await expect.element(field).toHaveValue(' olena ');
  await goTo('/admin-profile?section=users&search=taras&kind=blocked');
  await expect.element(field).toHaveValue('taras');
  await expect.element(main().getByLabelText('Show')).toHaveValue('blocked');
  await expect.poll(searches).toEqual([undefined, 'olena', 'taras']);
  await goBack();
  await expect.element(field).toHaveValue('olena');
  expect(path()).toBe('/admin-profile?section=users&search=olena');
  expect(searches()).toEqual([undefined, 'olena', 'taras']);
});

it('a dialog that an item of a menu opens takes the focus, and gives it back to the button of the menu', async () => {
  const taras = {
    ...personOf(aUser({ uuid: uuidOf(61), name: 'Taras' })),
    role: 'USER' as const,
    email: null,
    isEmailConfirmed: false,
    createdAt: daysAgo(3),
    blockedAt: null,
    blockedReason: null,
  };
  await openSection('users', (one) => one.answer(adminEndpoints.users, () => listOf([taras])));
  const actions = main().getByRole('button', { name: 'Actions for Taras' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  const block = dialog('Block Taras?');
  await expect.element(block.getByLabelText('Reason')).toHaveFocus();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  // A menu gives the focus back in the frames after its end.
  for (let frame = 0; frame < 10; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  await expect.element(block.getByLabelText('Reason')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(block).not.toBeInTheDocument();
  await expect.element(actions).toHaveFocus();
});
