import { piece, type Piece } from './piece.ts';

const first = { name: 'Generation', value: 0 };

/** House spirits by Taras Hai: the first generation of a collection that can be bred. */
export const domovyky: readonly Piece[] = [
  piece(
    9,
    {
      name: 'Olenko, Tenor',
      description: 'Sings from four in the morning until the kettle boils. The antlers are for tuning.',
    },
    {
      name: 'Оленко, тенор',
      description: 'Співає з четвертої ранку, доки не закипить чайник. Роги — щоб настроювати голос.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    16,
    {
      name: 'Mukhomor, Night Watch',
      description:
        'Waves at everyone who comes home late. Three mushrooms on the head, not for eating, he says, licking his lips.',
    },
    {
      name: 'Мухомор, нічна варта',
      description: 'Махає всім, хто пізно вертається додому. Три гриби на голові, не для їжі, каже він, облизуючись.',
    },
    7.5,
    { properties: [first] },
  ),
  piece(
    33,
    {
      name: 'Did Lisovyk',
      description:
        'Came out of the forest for matches and stayed for the winter. Hangs his horns on the hook; do not touch the moustache.',
    },
    {
      name: 'Дід Лісовик',
      description: 'Прийшов з лісу по сірники та й лишився на зиму. Роги вішає на гачок, вуса не чіпати.',
    },
    7.5,
    { properties: [first] },
  ),
  piece(
    1,
    {
      name: 'Zirka in Her Sunday Belt',
      description:
        'Zirka lives in the hallway mirror. She wears the belt on Sundays, and on Mondays too if nobody tells her. Sees only what sparkles.',
    },
    {
      name: 'Зірка у святковому поясі',
      description:
        'Зірка живе в дзеркалі передпокою. Пояс надягає в неділю, а як ніхто не нагадає, то й у понеділок. Бачить лише те, що блищить.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    13,
    {
      name: 'Professor Sova',
      description: 'Wrote a history of the attic in eleven volumes and lost the twelfth. The moustache is his own.',
    },
    {
      name: 'Професор Сова',
      description: 'Написав історію горища в одинадцяти томах, а дванадцятий загубив. Вуса власні.',
    },
    7.5,
    { properties: [first] },
  ),
  piece(
    14,
    {
      name: 'Bubka of the Bathhouse',
      description: 'If the water runs warm at once, Bubka likes you. If it does not, buy Bubka a bun.',
    },
    {
      name: 'Бубка з лазні',
      description: 'Якщо вода одразу тепла, ви Бубці подобаєтеся. Якщо ні, купіть Бубці булочку.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    28,
    {
      name: 'Sonko, Nearly Asleep',
      description:
        'Has been about to go to bed since the autumn of 1911. Hugs the warm side of the stove. Grows a little in spring.',
    },
    {
      name: 'Сонко, майже заснув',
      description: 'Збирається лягти спати з осені 1911 року. Обіймає теплий бік печі. Навесні трохи росте.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    34,
    {
      name: 'Glazur with Lime Icing',
      description: 'Half house spirit, half Easter cake. Leaves sprinkles on the piano.',
    },
    {
      name: 'Глазур із лаймовою поливою',
      description: 'Наполовину домовик, наполовину паска. Лишає посипку на піаніно.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    36,
    {
      name: 'Kaziunia by the Spring',
      description: 'Keeper of the well. Puts out her tongue at anyone who throws in a coin smaller than a hryvnia.',
    },
    {
      name: 'Казюня біля джерела',
      description: 'Береже криницю. Показує язика кожному, хто кидає в неї монету, дрібнішу за гривню.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    46,
    {
      name: 'Snizhko by the Hearth',
      description: 'Came down from the mountain for one evening. Melts a little, laughs a lot, waters his own twigs.',
    },
    {
      name: 'Сніжко біля вогнища',
      description: 'Спустився з гори на один вечір. Трохи тане, багато сміється, поливає власні гілочки.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    47,
    {
      name: 'Odnooka from the North',
      description: 'One eye, which is plenty: she has seen every snowflake and reports that two of them were the same.',
    },
    {
      name: 'Одноока з півночі',
      description: 'Одне око, і цього досить: вона бачила кожну сніжинку й запевняє, що дві з них були однакові.',
    },
    10,
    { properties: [first] },
  ),
  piece(
    54,
    {
      name: 'Malva, Almost a Pegasus',
      description:
        "Unicorn on the mother's side, bear on the father's, and the wings are from the market. Flies when nobody is looking.",
    },
    {
      name: 'Мальва, майже Пегас',
      description: 'Єдиноріг по матері, ведмідь по батькові, а крила з ринку. Літає, коли ніхто не дивиться.',
    },
    7.5,
    { properties: [first] },
  ),
  piece(
    60,
    {
      name: 'Kvochka, Bath Attendant',
      description: 'Counts the bubbles of every guest and is never wrong. Puts on spots for the holidays.',
    },
    {
      name: 'Квочка, банщиця',
      description: 'Рахує бульбашки кожного гостя й ніколи не помиляється. На свята вбирає цятки.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    66,
    {
      name: 'Vechirko Sings the Lights Out',
      description: 'Knows one lullaby, of forty verses. Nobody has heard the last one.',
    },
    {
      name: 'Вечірко співає на сон',
      description: 'Знає одну колискову, на сорок куплетів. Останнього ще ніхто не чув.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    68,
    {
      name: 'Hetman of the Ember Box',
      description: 'Rules over the coals, gently. The crown is brass and comes off for potatoes.',
    },
    {
      name: 'Гетьман жаринок',
      description: 'Править жаринками, лагідно. Корона мідна, і він знімає її заради картоплі.',
    },
    5,
    { properties: [first] },
  ),
  piece(
    72,
    { name: 'Baranka on Market Day', description: 'Sells wind by the metre. The wings are a sample.' },
    { name: 'Баранка в ярмарковий день', description: 'Продає вітер на метри. Крила — взірець.' },
    5,
    { properties: [first] },
  ),
];
