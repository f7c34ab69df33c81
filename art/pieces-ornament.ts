import { piece, type Piece } from './piece.ts';

/** Counted cross-stitch by Oksana Vereshchak. */
export const rushnyky: readonly Piece[] = [
  piece(
    28,
    'Chernivtsi at Night',
    "Bukovyna's magenta and gold on black: the only palette I know that gets louder when the lights go out.",
    7.5,
  ),
  piece(
    22,
    'Borshchiv, Before the Wedding',
    'Black wool lies heavier than red. The sleeves of Borshchiv were stitched so densely that the cloth stood by itself; here the linen is left some air around a single rhombus.',
    5,
    1,
    [{ name: 'Thread', value: 'Wool' }],
  ),
  piece(
    32,
    'Burning Bush and Two Geese',
    'A tree of life in autumn, guarded. Night cloth is not traditional, but neither was my aunt, who asked for it.',
    7.5,
    1,
    [{ name: 'Dedication', value: 'To aunt Nadia' }],
  ),
  piece(
    33,
    'Star over Podil',
    "The eight-pointed ruzha in the two colours everyone's grandmother had in the drawer. Red for what we love, black for the earth it grows from. 3,085 stitches, none of them copied.",
    5,
    1,
    [{ name: 'Thread', value: 'Cotton, two strands' }],
  ),
  piece(
    27,
    'Рушник на дорогу',
    'Один колір, одна нитка, дві птахи біля дерева. Такий рушник кладуть у дорогу тому, кого чекають назад. Полісся, червоним по небіленому льону.',
    5,
  ),
  piece(
    37,
    'Endless Road',
    'The border is called bezkonechnyk, the one without an end. Start anywhere on it with a finger and you will come home. 4,935 stitches, the most in the series.',
    5,
  ),
  piece(
    38,
    'White on White, Almost',
    'Poltava embroidery is white thread on white linen, seen only when the sun comes from the side. For a screen I let in grey-blue and a little ochre. Stand close.',
    10,
    1,
    [{ name: 'Best light', value: 'Morning' }],
  ),
  piece(
    2,
    'Kosmach Fire',
    'People of Kosmach stitch with every orange there is. No two petals are the same by hand, and all are the same by count.',
    5,
  ),
  piece(
    16,
    'Yavoriv Holiday',
    "Green birds, blue stars and a red tree, as on the painted wooden toys of Yavoriv. It was meant for a child's room and stayed in mine.",
    5,
  ),
  piece(
    17,
    "Grandmother's Algorithm",
    'She counted four threads over, four down, and changed colour where the road turned. I wrote the same rule in thirty lines. Podillia, black with violet.',
    7.5,
    1,
    [{ name: 'Lines of code', value: 30 }],
  ),
];

/** Interlace by Niamh Kelly. */
export const knots: readonly Piece[] = [
  piece(
    11,
    'Frost on the Roundel',
    "All my ribbons froze overnight and I liked them better. Ice blue, white, and the last of the summer's gold.",
    5,
  ),
  piece(
    3,
    'Heart of the Quire',
    'Four corners of cream, four of vermilion, and a yellow knot that holds them. The turquoise comes and goes as it likes.',
    5,
  ),
  piece(
    4,
    'High Cross, Iona',
    'The west face, in green, gold and a little red, as I remember it in rain. The scholars say the stone was once painted. I have taken them at their word.',
    10,
    1,
    [{ name: 'Weather', value: 'Rain' }],
  ),
  piece(
    7,
    'The Ardagh Wheel',
    'Gold wire on a ground as dark as peat, after the chalice found in a potato field. Forty-one strands, 158 crossings, each over then under, all the way round.',
    7.5,
  ),
  piece(
    5,
    'Page for a Blank Gospel',
    'A carpet page with nothing to introduce. The border turns from gold to coral on its long sides; the inner panel is a single breath of blue and coral.',
    5,
  ),
  piece(
    14,
    'The Green Ring',
    'Verdigris and gold turning round a small knot that a child can draw in one line without lifting the pencil. Try it.',
    5,
  ),
  piece(
    16,
    "The Scribe's Mistake",
    'There is a wall in the centre panel that should not be there. Monks left one too, so that only God would be perfect. Durrow colours.',
    7.5,
    1,
    [{ name: 'Walls out of place', value: 1 }],
  ),
  piece(
    18,
    'Lilac at Lindisfarne',
    'Purple was the dearest pigment on the island and they used it like butter. Ten strands under a border of gold.',
    5,
  ),
];

/** Brush painting by Lesia Tsvit, in editions. */
export const gardens: readonly Piece[] = [
  piece(
    1,
    'Firebird in the Tulips',
    "She is made of strokes that start fat and end in a point, sixteen hundred of them with her garden. My teacher in Petrykivka painted with a brush of cat's hair and said the bird must be finished before the tea is cold.",
    7.5,
    12,
    [{ name: 'Brush', value: "Cat's hair" }],
  ),
  piece(
    3,
    'Midnight Bouquet',
    'Lacquer black, as on the boxes sold at every station of my childhood. The great curly flower in the middle has four rows of petals and no twin in nature.',
    5,
    25,
    [{ name: 'Brush', value: "Cat's hair" }],
  ),
  piece(
    5,
    'Malachite Wreath',
    'Eight white-edged flowers hold hands around a ninth. For a lid, a plate, or a phone.',
    5,
    25,
  ),
  piece(
    7,
    'Мальви в глечику',
    'Рожеве тло, бузковий глечик і мальви, що ростуть під кожною хатою від Диканьки до Петриківки. Намальовано за один вечір, поки не стемніло.',
    5,
    30,
    [{ name: 'Brush', value: 'Reed' }],
  ),
  piece(
    10,
    'Only Blue',
    'I gave myself one tube of paint and water. Delft is far away; this is the blue of our window frames.',
    5,
    20,
  ),
  piece(
    18,
    'Cherry Peacock',
    'A peacock crossed the yard, or a very proud hen. Dark cherry ground, pink tulips, gold grass.',
    7.5,
    10,
  ),
  piece(
    12,
    'Straw Roof, August',
    'The pot is red, the wall is yellow, the whole village smells of apples. The white flower on top was added for luck.',
    5,
    40,
  ),
  piece(
    27,
    'Cornflower Evening',
    'When the field goes blue before the sky does. Pink and white on the deepest cornflower I could mix.',
    5,
    20,
  ),
];
