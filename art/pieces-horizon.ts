import { piece, type Piece } from './piece.ts';

/** Cut-paper landscapes by Ivanna Hutsuliak. */
export const hills: readonly Piece[] = [
  piece(
    9,
    'Stag on the Polonyna',
    "Seven sheets from straw to rust. He stands where the shepherds' path crosses the ridge, and he knows that it is October.",
    5,
    1,
    [{ name: 'Paper', value: '220 g cotton' }],
  ),
  piece(
    28,
    'Crescent over the Chapel',
    'Violet hour in the high valley. The bell rings, somebody closes a gate, and for once nobody has a signal.',
    7.5,
  ),
  piece(
    7,
    'Smoke Above Yaremche',
    'Somebody is up before the sun. Seven sheets of lagoon green and one strip of smoke cut freehand.',
    5,
  ),
  piece(
    3,
    'Three Domes at Dawn',
    'A wooden church of three domes, no nails, the windows lit for the early service. The cloud is a sheet I nearly threw away.',
    10,
    1,
    [{ name: 'Paper', value: '220 g cotton' }],
  ),
  piece(
    11,
    'Ember Night',
    'The fires are on the other side of the mountain. Eight sheets, the darkest of which is still red if you hold it to a lamp.',
    7.5,
  ),
  piece(87, 'Midnight Service', 'Only the windows were cut out; the lamp behind the paper does the rest.', 7.5, 1, [
    { name: 'Lamp', value: 'Warm white' },
  ]),
  piece(
    17,
    'Рожевий сніг',
    'Хвилина, коли гора вже у світлі, а долина ще ні. Вирізано з семи аркушів рожевого паперу, тінь справжня.',
    5,
    1,
    [],
    {
      locale: 'en',
      name: 'Pink Snow',
      description:
        'The minute when the mountain is in the light and the valley is not yet. Cut from seven sheets of pink paper; the shadow is real.',
    },
  ),
  piece(
    13,
    'The Oak That Stayed',
    'They cleared the slope and left one tree, because of the owl, they said. Emerald sheets, six of them.',
    5,
  ),
  piece(
    12,
    'First Frost, Lone Oak',
    'The same oak two months later and two hundred metres higher, or so I like to think. All blues, one peach.',
    5,
    1,
    [],
    {
      locale: 'uk',
      name: 'Перший мороз, самотній дуб',
      description:
        'Той самий дуб, на два місяці пізніше й на двісті метрів вище, принаймні так мені здається. Усе синє, одне персикове.',
    },
  ),
];

/** Star charts by Céleste Moreau, in editions. */
export const atlas: readonly Piece[] = [
  piece(
    3,
    'Orrery for a Green Sun',
    'Eight worlds, some of them with moons, all numbered in the order in which I thought of them. The tails show where each has been tonight.',
    5,
    20,
    [{ name: 'Plate', value: 1 }],
  ),
  piece(
    43,
    'Planisphere of a Calm Night',
    'Plate two of the atlas: 397 stars that do not exist, joined by lines that do. The milky way runs from the moon to the compass.',
    7.5,
    20,
    [{ name: 'Plate', value: 2 }],
  ),
  piece(
    11,
    'The Comet of the Long Winter',
    'Seen for nine evenings with the naked eye. The ruler below is in degrees; the moons are for the patient.',
    7.5,
    12,
    [{ name: 'Plate', value: 3 }],
  ),
  piece(
    13,
    'Both Halves of the Sky',
    'North on the left, south on the right, and between them a small machine that explains everything.',
    5,
    30,
    [{ name: 'Plate', value: 4 }],
  ),
  piece(
    24,
    'Comet, Drawn by Day',
    'The negative of a night: blue ink on ivory, as astronomers print their plates to find what the eye would miss.',
    10,
    8,
    [
      { name: 'Plate', value: 5 },
      { name: 'Paper', value: 'Ivory laid' },
    ],
  ),
  piece(
    25,
    'Harbour Planisphere',
    'For a sailor who asked for a sky that is always at home. Prussian blue; the ecliptic in coral.',
    5,
    20,
    [{ name: 'Plate', value: 6 }],
  ),
  piece(
    27,
    'The Aubergine Sky',
    'A sky from the hour after the storm, engraved in rose gold. Of its constellations none is a hero.',
    5,
    20,
    [{ name: 'Plate', value: 7 }],
  ),
  piece(
    42,
    "The Clockmaker's System",
    'A golden sun with closed eyes, and six worlds that let it sleep. Deep blue and gold, as a watch should be inside.',
    7.5,
    15,
    [{ name: 'Plate', value: 8 }],
  ),
];
