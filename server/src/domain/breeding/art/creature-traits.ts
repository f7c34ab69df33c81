/**
 * The parts of a domovyk (house spirit). Each list is ordered from common to rare. A gene is an index into its list, so
 * new variants are appended and none is ever removed.
 */
export const creatureTraits = {
  Body: ['Pebble', 'Pear', 'Bean', 'Bell', 'Dumpling', 'Boulder', 'Sprout', 'Gourd'],
  Coat: ['Marigold', 'Moss', 'Lagoon', 'Poppy', 'Cornflower', 'Plum', 'Rose', 'Cocoa', 'Snow', 'Ink'],
  Pattern: ['Belly', 'Spots', 'Stripes', 'Scales', 'Icing', 'Stars', 'Patch', 'Embroidery'],
  Eyes: ['Round', 'Sleepy', 'Button', 'Happy', 'Cyclops', 'Owl', 'Three', 'Starry'],
  Mouth: ['Smile', 'Fangs', 'Cat', 'Singing', 'Tongue', 'Grin', 'Beak', 'Moustache'],
  Horns: ['Nubs', 'Sprout', 'Bull', 'Antennae', 'Ram', 'Unicorn', 'Mushrooms', 'Antlers', 'Crown'],
  Ears: ['None', 'Round', 'Pointed', 'Floppy', 'Bat', 'Fins'],
  Limbs: ['Stubs', 'Paws', 'Hugging', 'Waving', 'Wings', 'Twigs'],
  Accent: ['Gold', 'Coral', 'Mint', 'Sky', 'Lilac', 'Cream', 'Lime', 'Ruby'],
  Backdrop: ['Meadow', 'Dusk', 'Honey', 'Bathhouse', 'Paper', 'Lavender', 'Snowfall', 'Midnight', 'Hearth'],
} as const;

export type CreatureTrait = keyof typeof creatureTraits;
export type CreatureGenes = { [K in CreatureTrait]: (typeof creatureTraits)[K][number] };

export const creatureTraitNames = Object.keys(creatureTraits) as CreatureTrait[];

export interface Coat {
  body: string;
  dark: string;
  light: string;
  cheek: string;
}

export const coats: Record<CreatureGenes['Coat'], Coat> = {
  Marigold: { body: '#F59B23', dark: '#C4620C', light: '#FFD27A', cheek: '#F0563A' },
  Moss: { body: '#6FA83A', dark: '#3D6E1E', light: '#C3E07A', cheek: '#F08A5B' },
  Lagoon: { body: '#21A6A0', dark: '#0D6A70', light: '#8FE6D2', cheek: '#FF8C7A' },
  Poppy: { body: '#E2402F', dark: '#9C1A20', light: '#FF9A7A', cheek: '#FFB199' },
  Cornflower: { body: '#4777E6', dark: '#2444A0', light: '#A9C9FF', cheek: '#FF8FA8' },
  Plum: { body: '#7C3FB0', dark: '#4B1F78', light: '#C99BEF', cheek: '#FF86B4' },
  Rose: { body: '#F07BA6', dark: '#B83F74', light: '#FFCADB', cheek: '#E2406F' },
  Cocoa: { body: '#96593A', dark: '#5E3220', light: '#DDAA80', cheek: '#F0876A' },
  Snow: { body: '#F1F0EA', dark: '#BBC3D2', light: '#FFFFFF', cheek: '#FFA4A0' },
  Ink: { body: '#2C3050', dark: '#14162B', light: '#6A72A8', cheek: '#E86A8A' },
};

export const accents: Record<CreatureGenes['Accent'], readonly [dark: string, body: string, light: string]> = {
  Gold: ['#A8700B', '#F2BD3A', '#FFE9A0'],
  Coral: ['#B83A34', '#FF7A63', '#FFC2AE'],
  Mint: ['#1E8C70', '#6FDCB4', '#D2FAE6'],
  Sky: ['#2A73B8', '#78C1F5', '#D3EDFF'],
  Lilac: ['#6F4AB0', '#B795F0', '#E8DAFF'],
  Cream: ['#B59A6A', '#F3E3BE', '#FFFAEA'],
  Lime: ['#6F9410', '#C3E33C', '#F0FBA6'],
  Ruby: ['#7E0F2C', '#D42A52', '#FF8FA6'],
};

/** Outlines: the right half from the crown to the middle of the sole, x from the axis. The ground is at y = 1006. */
export const bodies: Record<CreatureGenes['Body'], readonly (readonly [x: number, y: number])[]> = {
  Pebble: [
    [0, 412],
    [150, 430],
    [262, 508],
    [318, 640],
    [318, 790],
    [268, 925],
    [146, 995],
    [0, 1006],
  ],
  Pear: [
    [0, 362],
    [112, 378],
    [186, 455],
    [212, 570],
    [266, 690],
    [322, 820],
    [292, 942],
    [150, 999],
    [0, 1006],
  ],
  Bean: [
    [0, 338],
    [128, 356],
    [212, 446],
    [236, 600],
    [240, 780],
    [222, 920],
    [134, 994],
    [0, 1006],
  ],
  Bell: [
    [0, 362],
    [112, 380],
    [186, 468],
    [216, 610],
    [246, 760],
    [306, 890],
    [334, 962],
    [240, 1002],
    [0, 1006],
  ],
  Dumpling: [
    [0, 492],
    [160, 508],
    [296, 588],
    [376, 708],
    [384, 838],
    [314, 948],
    [164, 1000],
    [0, 1006],
  ],
  Boulder: [
    [0, 424],
    [170, 420],
    [276, 458],
    [318, 566],
    [324, 720],
    [318, 880],
    [264, 976],
    [130, 1004],
    [0, 1006],
  ],
  Sprout: [
    [0, 318],
    [52, 376],
    [146, 470],
    [240, 590],
    [296, 738],
    [288, 880],
    [194, 978],
    [0, 1006],
  ],
  Gourd: [
    [0, 350],
    [124, 366],
    [200, 444],
    [214, 540],
    [206, 620],
    [256, 706],
    [314, 800],
    [304, 912],
    [190, 988],
    [0, 1006],
  ],
};
