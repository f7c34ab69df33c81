import type { Detail } from './avatar.ts';
import type { SeriesName } from './series.ts';

/** A user of the seed gallery. */
export interface SeedPerson {
  /** Counts from 0; the wallet is `seedPerson(index)` of keys.ts. */
  index: number;
  /** Digits, letters and underscores. */
  username: string;
  name: string;
  /** In one language, as the person writes; at most 256 characters. */
  bio: string;
  /** At most 2,000 characters in each language. */
  statement: { en: string; ukr: string };
  /** Addresses of example domains: nobody's own. */
  links: readonly string[];
  /** For `drawDetail`. */
  avatar: Detail;
  /** For `drawBanner(series, seed)`. */
  banner: { series: SeriesName; seed: number };
}

const square = (left: number, top: number, side: number): Detail['crop'] => [left, top, side, side];

export const people: readonly SeedPerson[] = [
  {
    index: 0,
    username: 'oksana_stitch',
    name: 'Oksana Vereshchak',
    bio: 'Embroiderer from Poltava who learned to code because the cloth ran out. Counted cross-stitch, one stitch at a time, by hand or by rule.',
    statement: {
      en: "I learned to count on cloth before I learned it on paper: four threads over, four threads down. When the linen in my grandmother's chest ran out, I wrote her rules into a program, and it turned out that they had been a program all along. Each work here is stitched cross by cross, every cross off by a hair, as a hand would do it. If you want to know which village a pattern comes from, ask: I keep the notes.",
      ukr: 'Рахувати я навчилася на полотні, а вже потім на папері: чотири нитки вбік, чотири вниз. Коли в бабусиній скрині скінчився льон, я записала її правила програмою, і виявилося, що програмою вони були завжди. Кожна робота тут вишита хрестик за хрестиком, і кожен трохи косий, як буває від руки. Хочете знати, з якого села узор, — питайте: записи я бережу.',
    },
    links: ['https://en.wikipedia.org/wiki/Cross-stitch'],
    avatar: { series: 'cross-stitch', seed: 33, crop: square(400, 400, 400) },
    banner: { series: 'cross-stitch', seed: 2 },
  },
  {
    index: 1,
    username: 'marko_currents',
    name: 'Marko Dniprov',
    bio: 'Hydrologist by day. I draw what the river would draw if somebody gave it a pen. Kyiv, left bank.',
    statement: {
      en: 'By day I measure the Dnipro: levels, speeds, silt. In the evening I give the same equations to a pen and let it go where water would. I throw away about forty sheets for each one I keep. What I am after is the place behind a stone where the river hesitates.',
      ukr: 'Удень я міряю Дніпро: рівні, швидкості, намул. Увечері віддаю ті самі рівняння перу й пускаю його туди, куди пішла б вода. На один аркуш, який лишаю, припадає з сорок викинутих. Шукаю я те місце за каменем, де річка вагається.',
    },
    links: ['https://en.wikipedia.org/wiki/Dnieper'],
    avatar: { series: 'flow-field', seed: 12, crop: square(470, 390, 460) },
    banner: { series: 'flow-field', seed: 15 },
  },
  {
    index: 2,
    username: 'tess_loom',
    name: 'Tess Okafor',
    bio: 'Textile designer, Lagos and Rotterdam. My loom has four tiles and no threads.',
    statement: {
      en: 'I design cloth for a living, and I came to Truchet tiles because they are the only loom that fits in a pocket. Four tiles, turned by chance and joined by rule: a thread ends only where the cloth does. I print in editions, since cloth was never meant to exist once. Wear it, hang it, put it on the floor.',
      ukr: 'Я заробляю тим, що вигадую тканини, а до плиток Трюше прийшла, бо це єдиний верстат, який уміщається в кишені. Чотири плитки, повернуті навмання і з’єднані за правилом: нитка кінчається лише там, де кінчається полотно. Друкую тиражами, бо тканина ніколи не мала бути одна. Вдягайте її, вішайте, стеліть на підлогу.',
    },
    links: ['https://en.wikipedia.org/wiki/Truchet_tiles'],
    avatar: { series: 'truchet', seed: 30, crop: square(330, 330, 540) },
    banner: { series: 'truchet', seed: 19 },
  },
  {
    index: 3,
    username: 'ivanna_paper',
    name: 'Іванна Гуцуляк',
    bio: 'Ріжу гори з паперу у Верховині. Тіні справжні, ножі гострі, кава міцна.',
    statement: {
      en: 'I take cotton paper, two hundred and twenty grams, and cut it with one knife for as long as the knife remembers the mountain. There is no perspective in my pictures, there is air: six, seven, eight times, sheet after sheet. From my window I see Pip Ivan, if I see anything at all. Fog counts as a working day.',
      ukr: 'Беру бавовняний папір, двісті двадцять грамів, і ріжу одним ножем, доки ніж пам’ятає гору. Перспективи в мене немає, є повітря: шість, сім, вісім разів, аркуш за аркушем. З мого вікна видно Піп Іван, якщо взагалі щось видно. Туман вважаю робочим днем.',
    },
    links: ['https://en.wikipedia.org/wiki/Verkhovyna'],
    avatar: { series: 'paper-hills', seed: 9, crop: square(80, 90, 640) },
    banner: { series: 'paper-hills', seed: 17 },
  },
  {
    index: 4,
    username: 'celeste_atlas',
    name: 'Céleste Moreau',
    bio: 'Engraver of skies that never were. Working through a twelve-plate atlas, Lyon. Editions are small and stay small.',
    statement: {
      en: 'I was trained to engrave banknotes, the art of lines that nobody looks at. Now I engrave skies that nobody has seen. The atlas will have twelve plates; eight are printed. I keep the editions small, because a sky that everybody owns is only weather.',
      ukr: 'Мене вчили гравірувати банкноти: мистецтво ліній, на які ніхто не дивиться. Тепер я гравірую небеса, яких ніхто не бачив. В атласі буде дванадцять аркушів, вісім надруковано. Тиражі тримаю малими, бо небо, яке є в кожного, — це вже просто погода.',
    },
    links: ['https://en.wikipedia.org/wiki/Star_chart'],
    avatar: { series: 'star-chart', seed: 42, crop: square(430, 430, 340) },
    banner: { series: 'star-chart', seed: 43 },
  },
  {
    index: 5,
    username: 'niamh_knots',
    name: 'Niamh Kelly',
    bio: 'Over, under, over. Calligrapher in Galway; the knots began as page borders and got out of hand.',
    statement: {
      en: 'A knot is a line that has forgotten where it began. I copy pages of Durrow and Kells with a goose quill in the mornings, and in the afternoons I look for the rule that was in the fingers of the scribe. I break it once on every tenth sheet, out of respect. Follow any ribbon with your eye: if it ever goes over twice, write to me and I will owe you a pint.',
      ukr: 'Вузол — це лінія, що забула, де почалася. Зранку я гусячим пером переписую сторінки з Дарроу й Келлса, а пополудні шукаю правило, яке переписувач мав у пальцях. На кожному десятому аркуші я його порушую, раз, із поваги. Простежте за будь-якою стрічкою: якщо вона десь двічі поспіль пройде зверху, напишіть, і з мене кухоль пива.',
    },
    links: ['https://en.wikipedia.org/wiki/Celtic_knot'],
    avatar: { series: 'knot', seed: 7, crop: square(400, 400, 400) },
    banner: { series: 'knot', seed: 2 },
  },
  {
    index: 6,
    username: 'lesia_tsvit',
    name: 'Леся Цвіт',
    bio: 'Петриківський розпис, третє покоління. Котяча щітка, яєчна темпера, тепер ще й код. Квіти, які більше ніде не ростуть.',
    statement: {
      en: 'My grandmother painted stoves, my mother painted boxes, I paint what fits on a screen. The stroke is the same: press, lead, lift, and it has become a petal. I wrote it down as a program so that I could watch it from outside; it needs about a thousand strokes for a bouquet, just as I do. The rest, that is the tea and the talking, cannot be programmed.',
      ukr: 'Бабуся розписувала печі, мама — скриньки, я малюю те, що влазить в екран. Мазок той самий: притиснути, повести, відпустити — і вже пелюстка. Я записала його програмою, щоб подивитися на нього збоку; на букет їй треба з тисячу мазків, так само, як мені. Решту, тобто чай і балачки, запрограмувати не можна.',
    },
    links: ['https://en.wikipedia.org/wiki/Petrykivka_painting'],
    avatar: { series: 'petrykivka', seed: 5, crop: square(430, 430, 340) },
    banner: { series: 'petrykivka', seed: 1 },
  },
  {
    index: 7,
    username: 'taras_hai',
    name: 'Taras Hai',
    bio: 'Illustrator of things that live behind the stove. Every domovyk is drawn from its genes, so mind whom you seat together.',
    statement: {
      en: 'Everybody who grew up in an old house knows that somebody else lives there. I only write down their traits: ten to each, some shown, some waiting for the grandchildren. Seat two of them together and the third will take after both, and after an aunt whom nobody mentions. I draw them friendly, because they read what is said about them.',
      ukr: 'Хто виріс у старій хаті, той знає, що живе там не сам. Я тільки записую їхні риси: по десять на кожного, одні на видноті, інші чекають на онуків. Посадіть двох поруч — і третє буде схоже на обох, а ще на тітку, про яку в родині мовчать. Малюю їх приязними, бо вони читають, що про них пишуть.',
    },
    links: ['https://en.wikipedia.org/wiki/Domovoy'],
    avatar: { series: 'creature', seed: 33, crop: square(280, 280, 640) },
    banner: { series: 'creature', seed: 2 },
  },
  {
    index: 8,
    username: 'kenji_mori',
    name: 'Kenji Mori',
    bio: 'Collects patterns with a rule in them. Kyoto. I sell rarely and write to the artist first.',
    statement: {
      en: 'I buy a pattern when I can say its rule aloud and am still surprised by the picture. There are forty-one works on my wall and one empty nail, which is the best place at home. I lend gladly and sell seldom.',
      ukr: 'Купую узор тоді, коли можу вголос назвати його правило, а картина все одно дивує. На моїй стіні сорок одна робота й один порожній цвях, найкраще місце в домі. Позичаю охоче, продаю рідко.',
    },
    links: ['https://en.wikipedia.org/wiki/Sangaku'],
    avatar: { series: 'creature', seed: 24, crop: square(250, 280, 700) },
    banner: { series: 'flow-field', seed: 23 },
  },
  {
    index: 9,
    username: 'amara_vault',
    name: 'Amara Diallo',
    bio: 'Building a small public collection of folk geometry, Dakar. Loans to schools, always.',
    statement: {
      en: 'My mother dyed cloth in Saint-Louis and could tell a village by the width of its stripes. I am building a collection in which a child can do the same, with stripes from anywhere. Every work may be borrowed by a school, free of charge, for a term.',
      ukr: 'Моя мати фарбувала тканини в Сен-Луї й за шириною смуги впізнавала село. Я збираю колекцію, у якій те саме зможе дитина, а смуги там звідусіль. Кожну роботу школа може взяти на семестр, безоплатно.',
    },
    links: ['https://en.wikipedia.org/wiki/Folk_art'],
    avatar: { series: 'petrykivka', seed: 4, crop: square(380, 380, 340) },
    banner: { series: 'truchet', seed: 25 },
  },
];
