import type { Tones } from './petrykivka-brush.ts';

/** A background colour and the paints that match it. */
export interface Paints {
  name: string;
  ground: string;
  flowers: readonly [Tones, Tones, Tones];
  leaf: Tones;
  fern: Tones;
  berry: Tones;
  heart: Tones;
  stalk: string;
}

const red: Tones = ['#8E0F1E', '#DB1F2E', '#FF7A5C'];
const orange: Tones = ['#B8480B', '#F58A1F', '#FFD06B'];
const yellow: Tones = ['#C98508', '#F9C22E', '#FFF0A3'];
const blue: Tones = ['#12307F', '#2F6BDE', '#9CCBFF'];
const violet: Tones = ['#441A78', '#8A45D1', '#DDAEFF'];
const pink: Tones = ['#9C1552', '#EE4A8B', '#FFB7D0'];
const green: Tones = ['#0F4D2B', '#2C9A4B', '#A5DE6A'];
const sea: Tones = ['#0B4B52', '#1C9A93', '#93E6CC'];
const white: Tones = ['#B9C4D8', '#F4F3EC', '#FFFFFF'];
const rust: Tones = ['#5E1410', '#A8321F', '#F0824F'];
const gold: Tones = ['#8A5A0A', '#DDA127', '#FBE08A'];

export const paints: readonly Paints[] = [
  {
    name: 'Black lacquer',
    ground: '#0D0B0E',
    flowers: [red, orange, yellow],
    leaf: green,
    fern: sea,
    berry: red,
    heart: yellow,
    stalk: '#3B8C4A',
  },
  {
    name: 'White wall',
    ground: '#FBF7EC',
    flowers: [red, blue, orange],
    leaf: green,
    fern: sea,
    berry: red,
    heart: yellow,
    stalk: '#2F7F45',
  },
  {
    name: 'Cornflower',
    ground: '#0E1B52',
    flowers: [white, blue, pink],
    leaf: sea,
    fern: green,
    berry: orange,
    heart: yellow,
    stalk: '#2FA08F',
  },
  {
    name: 'Cherry',
    ground: '#5C0A18',
    flowers: [pink, white, gold],
    leaf: green,
    fern: gold,
    berry: orange,
    heart: yellow,
    stalk: '#5FA85A',
  },
  {
    name: 'Straw',
    ground: '#F6C445',
    flowers: [red, violet, white],
    leaf: green,
    fern: rust,
    berry: red,
    heart: orange,
    stalk: '#2B7A3F',
  },
  {
    name: 'Mallow',
    ground: '#FDEBEE',
    flowers: [pink, violet, red],
    leaf: sea,
    fern: green,
    berry: violet,
    heart: yellow,
    stalk: '#2D8A7A',
  },
  {
    name: 'Malachite',
    ground: '#07392F',
    flowers: [orange, red, white],
    leaf: green,
    fern: yellow,
    berry: red,
    heart: yellow,
    stalk: '#6CBF5B',
  },
  {
    name: 'Monochrome blue',
    ground: '#F7F8F6',
    flowers: [blue, ['#0B1E5A', '#1F4FB8', '#7FB2F7'], ['#274C9E', '#5E97F0', '#CFE4FF']],
    leaf: ['#0D2A6B', '#2A5FC4', '#8FBBF8'],
    fern: ['#2C5DB0', '#6BA2EE', '#CBE1FF'],
    berry: ['#0D1F5C', '#1C3FA0', '#86ABF5'],
    heart: yellow,
    stalk: '#2A5FC4',
  },
];
