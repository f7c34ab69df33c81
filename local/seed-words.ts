import type { Trait } from '@skarb/server/breeding/art/picture.ts';
import type { SeriesName } from '../art/series.ts';
import child from '../web/locales/ukr/server/child.json' with { type: 'json' };

type Words = Readonly<Record<string, { name: string; values?: Readonly<Record<string, string>> }>>;

/** What the properties of each series, and their values, are called in Ukrainian. Numbers need no words. */
const ukrainian: Readonly<Record<SeriesName, Words>> = {
  'cross-stitch': {
    Region: {
      name: 'Край',
      values: {
        Borshchiv: 'Борщів',
        Bukovyna: 'Буковина',
        Kosmach: 'Космач',
        Kyiv: 'Київ',
        Night: 'Ніч',
        Podillia: 'Поділля',
        Polissia: 'Полісся',
        Poltava: 'Полтава',
        Yavoriv: 'Яворів',
      },
    },
    Layout: { name: 'Композиція', values: { Lattice: 'Сітка', Medallion: 'Медальйон', Rushnyk: 'Рушник' } },
    Threads: { name: 'Кольори ниток' },
    Stitches: { name: 'Стібки' },
    Thread: { name: 'Нитка', values: { 'Cotton, two strands': 'Бавовна у дві нитки', Wool: 'Вовна' } },
    Dedication: { name: 'Присвята', values: { 'To aunt Nadia': 'Тітці Наді' } },
    'Best light': { name: 'Найкраще світло', values: { Morning: 'Ранкове' } },
    'Lines of code': { name: 'Рядки коду' },
  },
  'flow-field': {
    Palette: {
      name: 'Палітра',
      values: {
        Ember: 'Жар',
        Fjord: 'Фіорд',
        Iris: 'Райдужка',
        Lagoon: 'Лагуна',
        Moss: 'Мох',
        Steppe: 'Степ',
        Wheat: 'Пшениця',
      },
    },
    Current: { name: 'Течія', values: { Bloom: 'Розквіт', Stones: 'Камені', Vortex: 'Вир' } },
    Strokes: { name: 'Штрихи' },
    Eddies: { name: 'Вири' },
    Greens: { name: 'Відтінки зеленого' },
    Stones: { name: 'Камені' },
    Wind: { name: 'Вітер', values: { 'South-west': 'Південно-західний' } },
  },
  truchet: {
    Palette: {
      name: 'Палітра',
      values: {
        Blush: 'Рум’янець',
        Delft: 'Делфт',
        Harbour: 'Гавань',
        'Neon Loom': 'Неоновий верстат',
        Pine: 'Сосна',
        Saffron: 'Шафран',
        Terracotta: 'Теракота',
      },
    },
    Scale: { name: 'Масштаб', values: { Fine: 'Дрібний', Great: 'Великий', Mixed: 'Змішаний' } },
    Weave: { name: 'Переплетення', values: { Balanced: 'Врівноважене', Looped: 'Петлисте', Woven: 'Ткане' } },
    Symmetry: { name: 'Симетрія', values: { Kaleidoscope: 'Калейдоскоп', Mirror: 'Дзеркало', None: 'Немає' } },
    Strands: { name: 'Нитки' },
  },
  'paper-hills': {
    Hour: {
      name: 'Година',
      values: {
        Autumn: 'Осінь',
        Dawn: 'Світанок',
        'Ember night': 'Жариста ніч',
        Emerald: 'Смарагд',
        Lagoon: 'Лагуна',
        Midnight: 'Північ',
        'Rose snow': 'Рожевий сніг',
        'Violet hour': 'Фіалкова година',
        Winter: 'Зима',
      },
    },
    Light: { name: 'Світло', values: { Crescent: 'Серп місяця', 'Full moon': 'Повня', Sun: 'Сонце' } },
    Sign: {
      name: 'Прикмета',
      values: { Cabin: 'Хатина', Church: 'Церква', Deer: 'Олень', 'Lone oak': 'Самотній дуб' },
    },
    Sheets: { name: 'Аркуші' },
    Paper: { name: 'Папір', values: { '220 g cotton': 'Бавовняний, 220 г' } },
    Lamp: { name: 'Лампа', values: { 'Warm white': 'Тепле біле світло' } },
  },
  'star-chart': {
    Ink: {
      name: 'Фарба',
      values: {
        Aubergine: 'Баклажан',
        Ivory: 'Слонова кістка',
        Prussian: 'Берлінська лазур',
        Ultramarine: 'Ультрамарин',
        Verdigris: 'Мідянка',
      },
    },
    Chart: {
      name: 'Карта',
      values: { Comet: 'Комета', Hemispheres: 'Півкулі', Orrery: 'Планетарій', Planisphere: 'Планісфера' },
    },
    Stars: { name: 'Зорі' },
    Plate: { name: 'Аркуш' },
    Paper: { name: 'Папір', values: { 'Ivory laid': 'Верже кольору слонової кістки' } },
  },
  knot: {
    Palette: {
      name: 'Палітра',
      values: {
        Ardagh: 'Арда',
        'Book of Frost': 'Книга Морозу',
        Durrow: 'Дарроу',
        Iona: 'Айона',
        Kells: 'Келлс',
        Lindisfarne: 'Ліндісфарн',
      },
    },
    Form: {
      name: 'Форма',
      values: {
        'Carpet page': 'Килимова сторінка',
        'High cross': 'Високий хрест',
        Panel: 'Панель',
        Roundel: 'Медальйон',
      },
    },
    Strands: { name: 'Стрічки' },
    Crossings: { name: 'Перетини' },
    'Walls out of place': { name: 'Стінки не на місці' },
    Weather: { name: 'Погода', values: { Rain: 'Дощ' } },
  },
  petrykivka: {
    Ground: {
      name: 'Тло',
      values: {
        'Black lacquer': 'Чорний лак',
        Cherry: 'Вишня',
        Cornflower: 'Волошка',
        Malachite: 'Малахіт',
        Mallow: 'Мальва',
        'Monochrome blue': 'Сама синь',
        Straw: 'Солома',
      },
    },
    Composition: { name: 'Композиція', values: { Bird: 'Птах', Bouquet: 'Букет', Wreath: 'Вінок' } },
    'Brush strokes': { name: 'Мазки' },
    Brush: { name: 'Пензель', values: { "Cat's hair": 'Котяча щітка', Reed: 'Очеретина' } },
  },
  // As the server names those of their children.
  creature: {
    ...child.creature,
    ...Object.fromEntries(Object.entries(child.property).map(([english, name]) => [english, { name }])),
  },
};

/** A property of a work in Ukrainian; what has no words there stays as it is. */
export const inUkrainian = (series: SeriesName, { name, value }: Trait): Trait => {
  const words = ukrainian[series][name];
  return { name: words?.name ?? name, value: words?.values?.[value] ?? value };
};
