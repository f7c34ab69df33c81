import { piece, type Piece } from './piece.ts';

/** Counted cross-stitch by Oksana Vereshchak. */
export const rushnyky: readonly Piece[] = [
  piece(
    28,
    {
      name: 'Chernivtsi at Night',
      description:
        "Bukovyna's magenta and gold on black: the only palette I know that gets louder when the lights go out.",
    },
    {
      name: 'Чернівці вночі',
      description:
        'Буковинська малина й золото на чорному: єдина відома мені палітра, яка гучнішає, коли гасять світло.',
    },
    7.5,
  ),
  piece(
    22,
    {
      name: 'Borshchiv, Before the Wedding',
      description:
        'Black wool lies heavier than red. The sleeves of Borshchiv were stitched so densely that the cloth stood by itself; here the linen is left some air around a single rhombus.',
    },
    {
      name: 'Борщів перед весіллям',
      description:
        'Чорна вовна лягає важче за червону. Борщівські рукави зашивали так густо, що полотно стояло само; тут я лишила льону трохи повітря довкола одного ромба.',
    },
    5,
    { properties: [{ name: 'Thread', value: 'Wool' }] },
  ),
  piece(
    32,
    {
      name: 'Burning Bush and Two Geese',
      description:
        'A tree of life in autumn, guarded. Night cloth is not traditional, but neither was my aunt, who asked for it.',
    },
    {
      name: 'Неопалима купина і дві гуски',
      description:
        'Дерево життя восени, під охороною. На нічному полотні за звичаєм не шиють, але й тітка моя, яка його просила, за звичаєм не жила.',
    },
    7.5,
    { properties: [{ name: 'Dedication', value: 'To aunt Nadia' }] },
  ),
  piece(
    33,
    {
      name: 'Star over Podil',
      description:
        "The eight-pointed ruzha in the two colours everyone's grandmother had in the drawer. Red for what we love, black for the earth it grows from. 3,085 stitches, none of them copied.",
    },
    {
      name: 'Зоря над Подолом',
      description:
        'Восьмикутна ружа двох кольорів, що лежали в шухляді в кожної бабусі: червоний — за все, що любимо, чорний — за землю, з якої воно росте. 3085 стібків, жодного скопійованого.',
    },
    5,
    { properties: [{ name: 'Thread', value: 'Cotton, two strands' }] },
  ),
  piece(
    27,
    {
      name: 'A Rushnyk for the Road',
      description:
        'One colour, one thread, two birds beside a tree. You pack such a cloth for somebody you want back. Polissia, red on unbleached linen.',
    },
    {
      name: 'Рушник на дорогу',
      description:
        'Один колір, одна нитка, дві птахи біля дерева. Такий рушник кладуть у дорогу тому, кого чекають назад. Полісся, червоним по небіленому льону.',
    },
    5,
  ),
  piece(
    37,
    {
      name: 'Endless Road',
      description:
        'The border is called bezkonechnyk, the one without an end. Start anywhere on it with a finger and you will come home. 4,935 stitches, the most in the series.',
    },
    {
      name: 'Дорога без кінця',
      description:
        'Ця облямівка так і зветься: безконечник. Поставте палець будь-де, ведіть — і вернетеся додому. 4935 стібків, найбільше в серії.',
    },
    5,
  ),
  piece(
    38,
    {
      name: 'White on White, Almost',
      description:
        'Poltava embroidery is white thread on white linen, seen only when the sun comes from the side. For a screen I let in grey-blue and a little ochre. Stand close.',
    },
    {
      name: 'Біле по білому, майже',
      description:
        'Полтавське шитво — біла нитка на білому полотні, її видно, лише коли сонце світить збоку. Для екрана я впустила сіро-блакитного й трохи вохри. Підійдіть ближче.',
    },
    10,
    { properties: [{ name: 'Best light', value: 'Morning' }] },
  ),
  piece(
    2,
    {
      name: 'Kosmach Fire',
      description:
        'People of Kosmach stitch with every orange there is. No two petals are the same by hand, and all are the same by count.',
    },
    {
      name: 'Космацький вогонь',
      description:
        'У Космачі вишивають усіма помаранчевими, які тільки є на світі. Під рукою двох однакових пелюсток не буває, за ліком вони однакові всі.',
    },
    5,
  ),
  piece(
    16,
    {
      name: 'Yavoriv Holiday',
      description:
        "Green birds, blue stars and a red tree, as on the painted wooden toys of Yavoriv. It was meant for a child's room and stayed in mine.",
    },
    {
      name: 'Яворівське свято',
      description:
        'Зелені птахи, сині зорі й червоне дерево, як на мальованих яворівських забавках. Шилося для дитячої, а лишилося в мене.',
    },
    5,
  ),
  piece(
    17,
    {
      name: "Grandmother's Algorithm",
      description:
        'She counted four threads over, four down, and changed colour where the road turned. I wrote the same rule in thirty lines. Podillia, black with violet.',
    },
    {
      name: 'Бабусин алгоритм',
      description:
        'Вона відлічувала чотири нитки вбік, чотири вниз і міняла колір там, де дорога повертала. Я записала те саме правило в тридцять рядків. Поділля, чорне з фіолетовим.',
    },
    7.5,
    { properties: [{ name: 'Lines of code', value: 30 }] },
  ),
];

/** Interlace by Niamh Kelly. */
export const knots: readonly Piece[] = [
  piece(
    11,
    {
      name: 'Frost on the Roundel',
      description:
        "All my ribbons froze overnight and I liked them better. Ice blue, white, and the last of the summer's gold.",
    },
    {
      name: 'Іній на медальйоні',
      description:
        'За ніч усі мої стрічки замерзли, і такими вони сподобалися мені більше. Крижаний блакитний, білий і рештки літнього золота.',
    },
    5,
  ),
  piece(
    3,
    {
      name: 'Heart of the Quire',
      description:
        'Four corners of cream, four of vermilion, and a yellow knot that holds them. The turquoise comes and goes as it likes.',
    },
    {
      name: 'Серце зошита',
      description:
        'Чотири кути кремові, чотири кіноварні, а тримає їх жовтий вузол. Бірюза приходить і йде, коли їй заманеться.',
    },
    5,
  ),
  piece(
    4,
    {
      name: 'High Cross, Iona',
      description:
        'The west face, in green, gold and a little red, as I remember it in rain. The scholars say the stone was once painted. I have taken them at their word.',
    },
    {
      name: 'Високий хрест, Айона',
      description:
        'Західний бік, зелений, золотий і трохи червоний, яким я запам’ятала його в дощ. Учені кажуть, що камінь колись був розмальований. Я повірила їм на слово.',
    },
    10,
    { properties: [{ name: 'Weather', value: 'Rain' }] },
  ),
  piece(
    7,
    {
      name: 'The Ardagh Wheel',
      description:
        'Gold wire on a ground as dark as peat, after the chalice found in a potato field. Forty-one strands, 158 crossings, each over then under, all the way round.',
    },
    {
      name: 'Колесо з Арди',
      description:
        'Золотий дріт на тлі, темному, як торф, за чашею, знайденою на картоплищі. Сорок одна стрічка, 158 перетинів, і на кожному то зверху, то знизу, по всьому колу.',
    },
    7.5,
  ),
  piece(
    5,
    {
      name: 'Page for a Blank Gospel',
      description:
        'A carpet page with nothing to introduce. The border turns from gold to coral on its long sides; the inner panel is a single breath of blue and coral.',
    },
    {
      name: 'Сторінка до чистого Євангелія',
      description:
        'Килимова сторінка, після якої нічого не починається. На довгих боках облямівка переходить із золота в корал; усередині — один подих синього й коралового.',
    },
    5,
  ),
  piece(
    14,
    {
      name: 'The Green Ring',
      description:
        'Verdigris and gold turning round a small knot that a child can draw in one line without lifting the pencil. Try it.',
    },
    {
      name: 'Зелене кільце',
      description:
        'Мідянка й золото кружляють довкола вузлика, який дитина намалює однією лінією, не відриваючи олівця. Спробуйте.',
    },
    5,
  ),
  piece(
    16,
    {
      name: "The Scribe's Mistake",
      description:
        'There is a wall in the centre panel that should not be there. Monks left one too, so that only God would be perfect. Durrow colours.',
    },
    {
      name: 'Помилка переписувача',
      description:
        'У середній частині є стінка, якої там бути не повинно. Ченці теж лишали одну, щоб досконалим був тільки Бог. Барви Дарроу.',
    },
    7.5,
    { properties: [{ name: 'Walls out of place', value: 1 }] },
  ),
  piece(
    18,
    {
      name: 'Lilac at Lindisfarne',
      description:
        'Purple was the dearest pigment on the island and they used it like butter. Ten strands under a border of gold.',
    },
    {
      name: 'Бузок на Ліндісфарні',
      description:
        'Пурпур був найдорожчою фарбою на острові, а клали його, мов масло. Десять стрічок під золотою облямівкою.',
    },
    5,
  ),
];

/** Brush painting by Lesia Tsvit, in editions. */
export const gardens: readonly Piece[] = [
  piece(
    1,
    {
      name: 'Firebird in the Tulips',
      description:
        "She is made of strokes that start fat and end in a point, sixteen hundred of them with her garden. My teacher in Petrykivka painted with a brush of cat's hair and said the bird must be finished before the tea is cold.",
    },
    {
      name: 'Жар-птиця в тюльпанах',
      description:
        'Уся з мазків, що починаються товсто, а кінчаються вістрям; разом із садом їх тисяча шістсот. Моя вчителька в Петриківці писала котячою щіткою й казала: птаху треба закінчити, поки не вихолов чай.',
    },
    7.5,
    { quantity: 12, properties: [{ name: 'Brush', value: "Cat's hair" }] },
  ),
  piece(
    3,
    {
      name: 'Midnight Bouquet',
      description:
        'Lacquer black, as on the boxes sold at every station of my childhood. The great curly flower in the middle has four rows of petals and no twin in nature.',
    },
    {
      name: 'Опівнічний букет',
      description:
        'Чорний лак, як на скриньках, що їх продавали на кожній станції мого дитинства. Велика кучерявка посередині має чотири ряди пелюсток і жодної рідні в природі.',
    },
    5,
    { quantity: 25, properties: [{ name: 'Brush', value: "Cat's hair" }] },
  ),
  piece(
    5,
    {
      name: 'Malachite Wreath',
      description: 'Eight white-edged flowers hold hands around a ninth. For a lid, a plate, or a phone.',
    },
    {
      name: 'Малахітовий вінок',
      description:
        'Вісім квіток із білими краями взялися за руки довкола дев’ятої. На кришку, на тарілку чи на телефон.',
    },
    5,
    { quantity: 25 },
  ),
  piece(
    7,
    {
      name: 'Mallows in a Jug',
      description:
        'Pink ground, a lilac jug, and the mallows that grow by every house from Dykanka to Petrykivka. Painted in one evening, before it got dark.',
    },
    {
      name: 'Мальви в глечику',
      description:
        'Рожеве тло, бузковий глечик і мальви, що ростуть під кожною хатою від Диканьки до Петриківки. Намальовано за один вечір, поки не стемніло.',
    },
    5,
    { quantity: 30, properties: [{ name: 'Brush', value: 'Reed' }] },
  ),
  piece(
    10,
    {
      name: 'Only Blue',
      description:
        'I gave myself one tube of paint and water. Delft is far away; this is the blue of our window frames.',
    },
    {
      name: 'Лише синя',
      description: 'Дала собі один тюбик фарби й воду. До Делфта далеко; це синь наших віконних рам.',
    },
    5,
    { quantity: 20 },
  ),
  piece(
    18,
    {
      name: 'Cherry Peacock',
      description: 'A peacock crossed the yard, or a very proud hen. Dark cherry ground, pink tulips, gold grass.',
    },
    {
      name: 'Вишневий павич',
      description:
        'Подвір’ям пройшов павич, а може, дуже горда курка. Темно-вишневе тло, рожеві тюльпани, золота трава.',
    },
    7.5,
    { quantity: 10 },
  ),
  piece(
    12,
    {
      name: 'Straw Roof, August',
      description:
        'The pot is red, the wall is yellow, the whole village smells of apples. The white flower on top was added for luck.',
    },
    {
      name: 'Солом’яна стріха, серпень',
      description: 'Горщик червоний, стіна жовта, усе село пахне яблуками. Білу квітку зверху додала на щастя.',
    },
    5,
    { quantity: 40 },
  ),
  piece(
    27,
    {
      name: 'Cornflower Evening',
      description:
        'When the field goes blue before the sky does. Pink and white on the deepest cornflower I could mix.',
    },
    {
      name: 'Волошковий вечір',
      description: 'Коли поле синіє раніше за небо. Рожеве й біле на найглибшій волошковій, яку мені вдалося розвести.',
    },
    5,
    { quantity: 20 },
  ),
];
