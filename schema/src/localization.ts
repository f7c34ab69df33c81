import { z } from 'zod';
import { LOCALES } from './language.ts';

/** A language by its code in Unicode CLDR, as token metadata has it: `en`, `uk`. */
export const locale = z.enum(LOCALES);

/**
 * The names of a work in its other languages. `name` of the work itself is in the language `default`. Absent if the work
 * has one language only, which then is not known.
 */
export const localizedName = z.object({
  default: locale,
  texts: z.array(z.object({ locale, name: z.string() })),
});
export type LocalizedName = z.infer<typeof localizedName>;
