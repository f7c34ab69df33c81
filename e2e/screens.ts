import { anOwner, type Owner } from './screen/owner.ts';
import { ownScreens } from './screen/own.ts';
import { publicScreens } from './screen/public.ts';
import type { Screen } from './screen/screen.ts';

export type { Screen };
import { tradeScreens } from './screen/trade.ts';

export { LANGUAGES, openScreen, settled, sideways, signInWith, walkTo, wordsOf } from './screen/screen.ts';
export { anOwner };

/** Every screen and dialog in three parts: a visitor's, those of the user's own account, and trading. */
export const PARTS = {
  visitor: publicScreens,
  account: ownScreens,
  trade: tradeScreens,
} satisfies Record<string, (own: Owner) => Screen[] | Promise<Screen[]>>;
