import type { Translate } from './translations.ts';

/**
 * The name of a network or of a provider. What stands in for others' services in the local stack, which the server names
 * in English, has a name in each language.
 */
export const localName = (t: Translate, name: string): string => {
  const [, standIn] = /^Local (chain|Google)$/.exec(name) ?? [];
  return standIn ? t(`app.local.${standIn.toLowerCase()}`) : name;
};
