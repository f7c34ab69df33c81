import { piece, type Piece } from './piece.ts';

const first = { name: 'Generation', value: 0 };

/** House spirits by Taras Hai: the first generation of a collection that can be bred. */
export const domovyky: readonly Piece[] = [
  piece(
    9,
    'Olenko, Tenor',
    'Sings from four in the morning until the kettle boils. The antlers are for tuning.',
    5,
    1,
    [first],
  ),
  piece(
    16,
    'Mukhomor, Night Watch',
    'Waves at everyone who comes home late. Three mushrooms on the head, not for eating, he says, licking his lips.',
    7.5,
    1,
    [first],
  ),
  piece(
    33,
    'Дід Лісовик',
    'Прийшов з лісу по сірники та й лишився на зиму. Роги вішає на гачок, вуса не чіпати.',
    7.5,
    1,
    [first],
  ),
  piece(
    1,
    'Zirka in Her Sunday Belt',
    'Zirka lives in the hallway mirror. She wears the belt on Sundays, and on Mondays too if nobody tells her. Sees only what sparkles.',
    5,
    1,
    [first],
  ),
  piece(
    13,
    'Professor Sova',
    'Wrote a history of the attic in eleven volumes and lost the twelfth. The moustache is his own.',
    7.5,
    1,
    [first],
  ),
  piece(
    14,
    'Bubka of the Bathhouse',
    'If the water runs warm at once, Bubka likes you. If it does not, buy Bubka a bun.',
    5,
    1,
    [first],
  ),
  piece(
    28,
    'Sonko, Nearly Asleep',
    'Has been about to go to bed since the autumn of 1911. Hugs the warm side of the stove. Grows a little in spring.',
    5,
    1,
    [first],
  ),
  piece(34, 'Glazur with Lime Icing', 'Half house spirit, half Easter cake. Leaves sprinkles on the piano.', 5, 1, [
    first,
  ]),
  piece(
    36,
    'Kaziunia by the Spring',
    'Keeper of the well. Puts out her tongue at anyone who throws in a coin smaller than a hryvnia.',
    5,
    1,
    [first],
  ),
  piece(
    46,
    'Snizhko by the Hearth',
    'Came down from the mountain for one evening. Melts a little, laughs a lot, waters his own twigs.',
    5,
    1,
    [first],
  ),
  piece(
    47,
    'Odnooka from the North',
    'One eye, which is plenty: she has seen every snowflake and reports that two of them were the same.',
    10,
    1,
    [first],
  ),
  piece(
    54,
    'Malva, Almost a Pegasus',
    "Unicorn on the mother's side, bear on the father's, and the wings are from the market. Flies when nobody is looking.",
    7.5,
    1,
    [first],
  ),
];
