import { piece, type Piece } from './piece.ts';

/** Cut-paper landscapes by Ivanna Hutsuliak. */
export const hills: readonly Piece[] = [
  piece(
    9,
    {
      name: 'Stag on the Polonyna',
      description:
        "Seven sheets from straw to rust. He stands where the shepherds' path crosses the ridge, and he knows that it is October.",
    },
    {
      name: 'Олень на полонині',
      description:
        'Сім аркушів, від солом’яного до іржі. Стоїть там, де вівчарський плай переходить хребет, і знає, що надворі жовтень.',
    },
    5,
    { properties: [{ name: 'Paper', value: '220 g cotton' }] },
  ),
  piece(
    28,
    {
      name: 'Crescent over the Chapel',
      description:
        'Violet hour in the high valley. The bell rings, somebody closes a gate, and for once nobody has a signal.',
    },
    {
      name: 'Серп над каплицею',
      description:
        'Фіалкова година у високій долині. Б’є дзвін, хтось зачиняє хвіртку, і нарешті ні в кого нема зв’язку.',
    },
    7.5,
  ),
  piece(
    7,
    {
      name: 'Smoke Above Yaremche',
      description: 'Somebody is up before the sun. Seven sheets of lagoon green and one strip of smoke cut freehand.',
    },
    {
      name: 'Дим над Яремчем',
      description: 'Хтось устав раніше за сонце. Сім аркушів лагунної зелені й одна смужка диму, вирізана від руки.',
    },
    5,
  ),
  piece(
    3,
    {
      name: 'Three Domes at Dawn',
      description:
        'A wooden church of three domes, no nails, the windows lit for the early service. The cloud is a sheet I nearly threw away.',
    },
    {
      name: 'Три бані на світанку',
      description:
        'Дерев’яна церква на три бані, без жодного цвяха; вікна світяться до утрені. Хмара — аркуш, який я мало не викинула.',
    },
    10,
    { properties: [{ name: 'Paper', value: '220 g cotton' }] },
  ),
  piece(
    11,
    {
      name: 'Ember Night',
      description:
        'The fires are on the other side of the mountain. Eight sheets, the darkest of which is still red if you hold it to a lamp.',
    },
    {
      name: 'Ніч жаріє',
      description: 'Вогні по той бік гори. Вісім аркушів, і навіть найтемніший червоний, якщо піднести його до лампи.',
    },
    7.5,
  ),
  piece(
    87,
    {
      name: 'Midnight Service',
      description: 'Only the windows were cut out; the lamp behind the paper does the rest.',
    },
    { name: 'Опівнічна служба', description: 'Вирізано самі лише вікна; решту робить лампа за папером.' },
    7.5,
    { properties: [{ name: 'Lamp', value: 'Warm white' }] },
  ),
  piece(
    17,
    {
      name: 'Pink Snow',
      description:
        'The minute when the mountain is in the light and the valley is not yet. Cut from seven sheets of pink paper; the shadow is real.',
    },
    {
      name: 'Рожевий сніг',
      description:
        'Хвилина, коли гора вже у світлі, а долина ще ні. Вирізано з семи аркушів рожевого паперу, тінь справжня.',
    },
    5,
  ),
  piece(
    13,
    {
      name: 'The Oak That Stayed',
      description:
        'They cleared the slope and left one tree, because of the owl, they said. Emerald sheets, six of them.',
    },
    {
      name: 'Дуб, що лишився',
      description: 'Схил вирубали, а одне дерево залишили: через сову, казали. Смарагдовий папір, шість аркушів.',
    },
    5,
  ),
  piece(
    12,
    {
      name: 'First Frost, Lone Oak',
      description:
        'The same oak two months later and two hundred metres higher, or so I like to think. All blues, one peach.',
    },
    {
      name: 'Перший мороз, самотній дуб',
      description:
        'Той самий дуб, на два місяці пізніше й на двісті метрів вище, принаймні так мені здається. Усе синє, одне персикове.',
    },
    5,
  ),
];

/** Star charts by Céleste Moreau, in editions. */
export const atlas: readonly Piece[] = [
  piece(
    3,
    {
      name: 'Orrery for a Green Sun',
      description:
        'Eight worlds, some of them with moons, all numbered in the order in which I thought of them. The tails show where each has been tonight.',
    },
    {
      name: 'Планетарій зеленого сонця',
      description:
        'Вісім світів, деякі з місяцями, усі занумеровані так, як спадали мені на думку. Хвости показують, де кожен із них побував цієї ночі.',
    },
    5,
    { quantity: 20, properties: [{ name: 'Plate', value: 1 }] },
  ),
  piece(
    43,
    {
      name: 'Planisphere of a Calm Night',
      description:
        'Plate two of the atlas: 397 stars that do not exist, joined by lines that do. The milky way runs from the moon to the compass.',
    },
    {
      name: 'Планісфера тихої ночі',
      description:
        'Другий аркуш атласу: 397 зір, яких немає, з’єднані лініями, які є. Чумацький Шлях тягнеться від місяця до компаса.',
    },
    7.5,
    { quantity: 20, properties: [{ name: 'Plate', value: 2 }] },
  ),
  piece(
    11,
    {
      name: 'The Comet of the Long Winter',
      description:
        'Seen for nine evenings with the naked eye. The ruler below is in degrees; the moons are for the patient.',
    },
    {
      name: 'Комета довгої зими',
      description: 'Її видно було неозброєним оком дев’ять вечорів. Лінійка внизу в градусах; місяці — для терплячих.',
    },
    7.5,
    { quantity: 12, properties: [{ name: 'Plate', value: 3 }] },
  ),
  piece(
    13,
    {
      name: 'Both Halves of the Sky',
      description: 'North on the left, south on the right, and between them a small machine that explains everything.',
    },
    {
      name: 'Обидві половини неба',
      description: 'Ліворуч північ, праворуч південь, а між ними маленька машина, яка все пояснює.',
    },
    5,
    { quantity: 30, properties: [{ name: 'Plate', value: 4 }] },
  ),
  piece(
    24,
    {
      name: 'Comet, Drawn by Day',
      description:
        'The negative of a night: blue ink on ivory, as astronomers print their plates to find what the eye would miss.',
    },
    {
      name: 'Комета, рисована вдень',
      description:
        'Негатив ночі: синя фарба на папері кольору слонової кістки. Так астрономи друкують свої пластинки, щоб знайти те, що проґавило б око.',
    },
    10,
    {
      quantity: 8,
      properties: [
        { name: 'Plate', value: 5 },
        { name: 'Paper', value: 'Ivory laid' },
      ],
    },
  ),
  piece(
    25,
    {
      name: 'Harbour Planisphere',
      description: 'For a sailor who asked for a sky that is always at home. Prussian blue; the ecliptic in coral.',
    },
    {
      name: 'Планісфера для гавані',
      description: 'Для моряка, який просив неба, що завжди вдома. Берлінська лазур; екліптика коралова.',
    },
    5,
    { quantity: 20, properties: [{ name: 'Plate', value: 6 }] },
  ),
  piece(
    27,
    {
      name: 'The Aubergine Sky',
      description: 'A sky from the hour after the storm, engraved in rose gold. Of its constellations none is a hero.',
    },
    {
      name: 'Баклажанове небо',
      description:
        'Небо першої години після бурі, вигравіюване рожевим золотом. Серед його сузір’їв немає жодного героя.',
    },
    5,
    { quantity: 20, properties: [{ name: 'Plate', value: 7 }] },
  ),
  piece(
    42,
    {
      name: "The Clockmaker's System",
      description:
        'A golden sun with closed eyes, and six worlds that let it sleep. Deep blue and gold, as a watch should be inside.',
    },
    {
      name: 'Система годинникаря',
      description:
        'Золоте сонце із заплющеними очима й шість світів, які дають йому поспати. Темна синь і золото, як і має бути всередині годинника.',
    },
    7.5,
    { quantity: 15, properties: [{ name: 'Plate', value: 8 }] },
  ),
];
