import { anOwner, type Owner } from './screen/owner.ts';
import { ownScreens } from './screen/own.ts';
import { publicScreens } from './screen/public.ts';
import type { Screen } from './screen/screen.ts';
import { tradeScreens } from './screen/trade.ts';

export { LANGUAGES, openScreen, settled, sideways, signInWith, wordsOf } from './screen/screen.ts';
export { anOwner };

/** Every screen and dialog there is; a visitor's first. */
export const allScreens = async (own: Owner): Promise<Screen[]> => [
  ...(await publicScreens(own)),
  ...ownScreens(own),
  ...tradeScreens(own),
];
