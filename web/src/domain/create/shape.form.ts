import type { BodyOf } from '@skarb/client';
import type { edit } from '@skarb/schema/calls/collection';
import type { CollectionDetail } from '@skarb/schema/collection';
import { forEachLanguage, LANGUAGES } from '@skarb/schema/language';
import { COLLECTION_PINS_MAX, COLLECTION_TEXT_MAX } from '@skarb/schema/limits';
import * as z from 'zod/mini';
import { linksField } from '../../ui/typed-link.ts';
import { file, required } from './create.form.ts';
import { NAME_MAX } from '@skarb/schema/limits';

/** A work in the list of those that come first. */
export type Pinned = { uuid: string; name: string; picture: string };
// The messages are keys below `create.field` and `create.file`; the server validates again.
export const shapeForm = z.object({
  name: required(NAME_MAX),
  text: z.object(forEachLanguage(() => z.string().check(z.trim(), z.maxLength(COLLECTION_TEXT_MAX, 'tooLong')))),
  links: linksField,
  /** A new picture; null keeps the present one. */
  file: file('image', true),
  /** A new banner; '' removes the present one; null keeps it. */
  banner: z.custom<File | '' | null>(),
  order: z.enum(['newest', 'number', 'own']),
  pinned: z.array(z.custom<Pinned>()).check(z.maxLength(COLLECTION_PINS_MAX, 'tooMany')),
});

export type ShapeForm = z.infer<typeof shapeForm>;

export const shapeValues = (collection: CollectionDetail, pinned: Pinned[]): ShapeForm => ({
  name: collection.name,
  text: forEachLanguage((language) => collection.text[language] ?? ''),
  links: collection.links.map(({ url }) => ({ url })),
  file: null,
  banner: null,
  order: collection.order,
  pinned,
});

/** Send only what was changed: somebody else may have changed the rest in another tab. */
export const shapeBody = (form: ShapeForm, before: ShapeForm): BodyOf<typeof edit> => {
  const written = LANGUAGES.filter((language) => form.text[language] !== before.text[language]);
  const links = form.links.filter(({ url }) => url !== '');
  const uuids = (list: Pinned[]) => list.map(({ uuid }) => uuid);
  const [pinned, pinnedBefore] = [uuids(form.pinned), uuids(before.pinned)];
  return {
    ...(form.name !== before.name && { name: form.name }),
    ...(written.length > 0 && {
      text: JSON.stringify(Object.fromEntries(written.map((language) => [language, form.text[language]]))),
    }),
    ...(JSON.stringify(links) !== JSON.stringify(before.links) && { links: JSON.stringify(links) }),
    ...(form.file && { file: form.file }),
    ...(form.banner !== null && { banner: form.banner }),
    ...(form.order !== before.order && { order: form.order }),
    ...(form.order === 'own' &&
      JSON.stringify(pinned) !== JSON.stringify(pinnedBefore) && { pinned: JSON.stringify(pinned) }),
  };
};
