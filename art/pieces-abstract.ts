import { piece, type Piece } from './piece.ts';

/** Flow fields by Marko Dniprov. */
export const currents: readonly Piece[] = [
  piece(
    6,
    {
      name: 'Seven Stones in Lava',
      description:
        'A river does not go through a stone, it tells a longer story. One cold turquoise stone, six warm ones, and the equation for ideal flow around a cylinder.',
    },
    {
      name: 'Сім каменів у лаві',
      description:
        'Річка не проходить крізь камінь, вона розповідає довшу історію. Один холодний бірюзовий камінь, шість теплих і рівняння ідеального обтікання циліндра.',
    },
    7.5,
    { properties: [{ name: 'Stones', value: 7 }] },
  ),
  piece(
    34,
    {
      name: 'Blue Above, Gold Below',
      description: 'Four eddies stir the flag of a country where both halves of it are landscapes.',
    },
    {
      name: 'Угорі синє, внизу золоте',
      description: 'Чотири вири колихають прапор країни, у якої обидві його половини — краєвиди.',
    },
    10,
    { properties: [{ name: 'Eddies', value: 4 }] },
  ),
  piece(
    13,
    {
      name: 'Low Sun over the Fjord',
      description:
        'Water in the morning, when the sun lies on it like a coin. The paper is left bare where the wind was.',
    },
    {
      name: 'Низьке сонце над фіордом',
      description: 'Вода вранці, коли сонце лежить на ній, мов монета. Де був вітер, папір лишився голий.',
    },
    5,
  ),
  piece(
    12,
    {
      name: 'Iris, Turning',
      description:
        '1,251 strokes around an eye that is not looking at you. None of them touch; I checked each against its neighbours nine times.',
    },
    {
      name: 'Райдужка обертається',
      description:
        '1251 штрих довкола ока, яке дивиться не на вас. Жоден не торкається іншого: кожен я звірив із сусідами дев’ять разів.',
    },
    5,
  ),
  piece(
    9,
    {
      name: 'Wheat Before Rain',
      description: 'Two hundred metres of stubble and a wall of weather. Drawn the night the harvest was insured.',
    },
    {
      name: 'Пшениця перед дощем',
      description: 'Двісті метрів стерні й стіна негоди. Намальовано тієї ночі, коли врожай застрахували.',
    },
    7.5,
    { properties: [{ name: 'Wind', value: 'South-west' }] },
  ),
  piece(
    16,
    {
      name: 'Two Rooms in the Lagoon',
      description:
        'Deep green water with a quiet room near the surface and another one below. Look for the single coral thread.',
    },
    {
      name: 'Дві кімнати в лагуні',
      description:
        'Глибока зелена вода, у ній тиха кімната під самою поверхнею і ще одна внизу. Знайдіть єдину коралову нитку.',
    },
    5,
  ),
  piece(
    31,
    {
      name: 'Ember, Opening',
      description:
        'A flower of sparks, seen from inside the stove. Every line begins at one point and refuses to go straight.',
    },
    {
      name: 'Жарина розкривається',
      description:
        'Квітка з іскор, якою її видно зсередини печі. Усі лінії починаються в одній точці, і жодна не згодна йти прямо.',
    },
    5,
  ),
  piece(
    15,
    { name: 'Red Sun, Steppe', description: 'The red one sets. The small ones were sunflowers a moment ago.' },
    { name: 'Червоне сонце, степ', description: 'Червоне заходить. Малі ще мить тому були соняшниками.' },
    7.5,
  ),
  piece(
    25,
    {
      name: 'Moss Grows Towards You',
      description:
        'Greens I collected in the forest near Kaniv: eleven of them, from almost black to the yellow of new needles.',
    },
    {
      name: 'Мох росте до вас',
      description:
        'Зелень, яку я назбирав у лісі під Каневом: одинадцять відтінків, від майже чорного до жовтизни молодої глиці.',
    },
    5,
    { properties: [{ name: 'Greens', value: 11 }] },
  ),
];

/** Multi-scale Truchet weaves by Tess Okafor, in editions. */
export const looms: readonly Piece[] = [
  piece(
    30,
    {
      name: 'Record Shop',
      description:
        'Four great tiles, turned and mirrored until they became records. The simplest cloth on the loom and the one I hung up at home.',
    },
    {
      name: 'Крамниця платівок',
      description:
        'Чотири великі плитки, які я крутила й віддзеркалювала, доки вони не стали платівками. Найпростіше полотно на моєму верстаті; його я й повісила вдома.',
    },
    5,
    { quantity: 20 },
  ),
  piece(
    11,
    {
      name: 'Needle Slips',
      description: 'Plain weave lets go in the middle and falls into arcs. No mirror, no plan, pine green.',
    },
    {
      name: 'Голка зісковзує',
      description:
        'Просте переплетення посередині попускає й розсипається на дуги. Ні дзеркала, ні задуму, сама соснова зелень.',
    },
    5,
    { quantity: 25 },
  ),
  piece(
    10,
    {
      name: 'The Mask Laughs Last',
      description:
        'I asked for symmetry and it came back with a face. Ninety-seven strands, and the violet one goes nearly everywhere.',
    },
    {
      name: 'Маска сміється останньою',
      description:
        'Я просила симетрії, а вона повернулася з обличчям. Дев’яносто сім ниток, і фіолетова встигає майже всюди.',
    },
    7.5,
    { quantity: 15 },
  ),
  piece(
    8,
    {
      name: 'Delft Switchboard',
      description:
        'Blue cables, yellow cables, white plugs. Mirrored both ways so that nobody knows who is calling whom.',
    },
    {
      name: 'Делфтський комутатор',
      description:
        'Сині дроти, жовті дроти, білі штекери. Віддзеркалено в обидва боки, щоб ніхто не знав, хто кому дзвонить.',
    },
    5,
    { quantity: 25 },
  ),
  piece(
    16,
    {
      name: 'Harbour Spirit',
      description: 'He guards the container port at Apapa. Give him something yellow and your ship comes in on time.',
    },
    {
      name: 'Дух гавані',
      description: 'Він стереже контейнерний порт Апапа. Дайте йому чогось жовтого, і ваш корабель прийде вчасно.',
    },
    7.5,
    { quantity: 15 },
  ),
  piece(
    25,
    {
      name: 'Saffron Court',
      description:
        'A courtyard with a green fountain, seen from the roof. Both axes mirrored, and a frame the colour of Friday rice.',
    },
    {
      name: 'Шафрановий двір',
      description:
        'Двір із зеленим фонтаном, якщо дивитися з даху. Віддзеркалено по обох осях, а рама кольору п’ятничного рису.',
    },
    5,
    { quantity: 25 },
  ),
  piece(
    22,
    {
      name: 'Rug for a Small Republic',
      description: 'Every state needs a carpet to be received on. 117 strands, one diamond, no state.',
    },
    {
      name: 'Килим для малої республіки',
      description: 'Кожній державі потрібен килим, на якому її вітатимуть. 117 ниток, один ромб, держави немає.',
    },
    5,
    { quantity: 30 },
  ),
  piece(
    13,
    {
      name: 'Sari, Unfolded',
      description:
        'Nothing but over and under: the one tile everybody in the world has made with paper strips at school.',
    },
    {
      name: 'Сарі, розгорнуте',
      description: 'Тільки поверх і під: плитка, яку кожен на світі складав у школі з паперових смужок.',
    },
    2.5,
    { quantity: 50 },
  ),
];
