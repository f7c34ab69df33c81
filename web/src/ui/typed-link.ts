import { readLink } from '@skarb/schema/link';
import { LINKS_MAX } from '@skarb/schema/limits';
import * as z from 'zod/mini';

/** A link as it is typed, most often without its beginning. */
export const asTypedLink = (text: string): string => {
  const link = text.trim();
  return link === '' || /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : `https://${link}`;
};

/** The value of `LinkFields`. The messages are keys of the form's own words; an empty link is not sent. */
export const linksField = z
  .array(
    z.object({
      url: z.string().check(
        z.overwrite(asTypedLink),
        z.refine((text) => text === '' || readLink(text) !== undefined, 'link'),
      ),
    }),
  )
  .check(z.maxLength(LINKS_MAX, 'links'));
