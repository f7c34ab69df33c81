import { piece, type Piece } from './piece.ts';

/** Flow fields by Marko Dniprov. */
export const currents: readonly Piece[] = [
  piece(
    6,
    'Seven Stones in Lava',
    'A river does not go through a stone, it tells a longer story. One cold turquoise stone, six warm ones, and the equation for ideal flow around a cylinder.',
    7.5,
    1,
    [{ name: 'Stones', value: 7 }],
  ),
  piece(
    34,
    'Blue Above, Gold Below',
    'Four eddies stir the flag of a country where both halves of it are landscapes.',
    10,
    1,
    [{ name: 'Eddies', value: 4 }],
  ),
  piece(
    13,
    'Low Sun over the Fjord',
    'Water in the morning, when the sun lies on it like a coin. The paper is left bare where the wind was.',
    5,
  ),
  piece(
    12,
    'Iris, Turning',
    '1,251 strokes around an eye that is not looking at you. None of them touch; I checked each against its neighbours nine times.',
    5,
  ),
  piece(
    9,
    'Wheat Before Rain',
    'Two hundred metres of stubble and a wall of weather. Drawn the night the harvest was insured.',
    7.5,
    1,
    [{ name: 'Wind', value: 'South-west' }],
  ),
  piece(
    16,
    'Two Rooms in the Lagoon',
    'Deep green water with a quiet room near the surface and another one below. Look for the single coral thread.',
    5,
  ),
  piece(
    31,
    'Ember, Opening',
    'A flower of sparks, seen from inside the stove. Every line begins at one point and refuses to go straight.',
    5,
  ),
  piece(15, 'Red Sun, Steppe', 'The red one sets. The small ones were sunflowers a moment ago.', 7.5),
  piece(
    25,
    'Moss Grows Towards You',
    'Greens I collected in the forest near Kaniv: eleven of them, from almost black to the yellow of new needles.',
    5,
    1,
    [{ name: 'Greens', value: 11 }],
  ),
];

/** Multi-scale Truchet weaves by Tess Okafor, in editions. */
export const looms: readonly Piece[] = [
  piece(
    30,
    'Record Shop',
    'Four great tiles, turned and mirrored until they became records. The simplest cloth on the loom and the one I hung up at home.',
    5,
    20,
  ),
  piece(
    11,
    'Needle Slips',
    'Plain weave lets go in the middle and falls into arcs. No mirror, no plan, pine green.',
    5,
    25,
  ),
  piece(
    10,
    'The Mask Laughs Last',
    'I asked for symmetry and it came back with a face. Ninety-seven strands, and the violet one goes nearly everywhere.',
    7.5,
    15,
  ),
  piece(
    8,
    'Delft Switchboard',
    'Blue cables, yellow cables, white plugs. Mirrored both ways so that nobody knows who is calling whom.',
    5,
    25,
  ),
  piece(
    16,
    'Harbour Spirit',
    'He guards the container port at Apapa. Give him something yellow and your ship comes in on time.',
    7.5,
    15,
  ),
  piece(
    25,
    'Saffron Court',
    'A courtyard with a green fountain, seen from the roof. Both axes mirrored, and a frame the colour of Friday rice.',
    5,
    25,
  ),
  piece(
    22,
    'Rug for a Small Republic',
    'Every state needs a carpet to be received on. 117 strands, one diamond, no state.',
    5,
    30,
  ),
  piece(
    13,
    'Sari, Unfolded',
    'Nothing but over and under: the one tile everybody in the world has made with paper strips at school.',
    2.5,
    50,
  ),
];
