import type { BodyOf } from '@skarb/client';
import type { create } from '@skarb/schema/calls/token';
import {
  CREATE_TOKEN_DEFAULTS,
  DESCRIPTION_MAX,
  EDITION_MAX,
  EDITION_MIN,
  NAME_MAX,
  PROPERTIES_MAX,
  PROPERTY_TEXT_MAX,
  ROYALTY_MAX_PERCENT,
} from '@skarb/schema/limits';
import { asLanguage, LANGUAGE, LANGUAGES, type Language, type Locale } from '@skarb/schema/language';
import { isNumeric } from '@skarb/schema/numeric';
import * as z from 'zod/mini';
import { fileProblem, isImage } from './file-check.ts';

// The messages are keys below `create.field` and `create.file`; the server validates again.
export const required = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(max, 'tooLong'));
const optional = (max: number) => z.string().check(z.trim(), z.maxLength(max, 'tooLong'));
/** @param isOptional null is no error */
export const file = (kind: 'token' | 'image', isOptional = false) =>
  z.custom<File | null>().check((context) => {
    const value = context.value;
    const problem = value ? fileProblem(value, kind) : isOptional ? undefined : 'required';
    // Check the other rules as well, so that all errors show at once.
    if (problem) context.issues.push({ code: 'custom', message: problem, input: value, path: [], continue: true });
  });

export const collectionForm = z.object({
  name: required(NAME_MAX),
  description: optional(DESCRIPTION_MAX),
  file: file('image'),
});
export type CollectionForm = z.infer<typeof collectionForm>;

export const tokenForm = z
  .object({
    file: file('token'),
    poster: z.custom<File | null>(),
    name: required(NAME_MAX),
    description: required(DESCRIPTION_MAX),
    type: z.enum(['ERC721', 'ERC1155']),
    quantity: z.string(),
    royalty: z.string(),
    networkUuid: z.string().check(z.minLength(1, 'required')),
    collectionUuid: z.string().check(z.minLength(1, 'required')),
    categoryUuid: z.string().check(z.minLength(1, 'required')),
    properties: z
      .array(
        z.object({
          name: required(PROPERTY_TEXT_MAX),
          value: required(PROPERTY_TEXT_MAX),
          // In the other language; empty: the same.
          otherName: z.optional(optional(PROPERTY_TEXT_MAX)),
          otherValue: z.optional(optional(PROPERTY_TEXT_MAX)),
        }),
      )
      .check(z.maxLength(PROPERTIES_MAX, 'tooMany')),
    /** Whether it has texts in another language. */
    isLocalized: z.boolean(),
    /** `default` is the locale of the main texts; empty: that of the interface. */
    localization: z.object({ default: z.string(), name: optional(NAME_MAX), description: optional(DESCRIPTION_MAX) }),
  })
  .check((context) => {
    const { file: work, type, quantity, royalty, poster, properties, isLocalized, localization } = context.value;
    const refuse = (path: string, message: string) =>
      void context.issues.push({ code: 'custom', message, path: path.split('.'), input: context.value });
    const names = properties.map(({ name }) => name.trim().toLowerCase());
    for (const [index, name] of names.entries())
      if (name && names.indexOf(name) < index) refuse(`properties.${index}.name`, 'sameName');
    for (const field of ['name', 'description'] as const)
      if (isLocalized && localization[field] === '') refuse(`localization.${field}`, 'required');
    if (type === 'ERC1155') {
      const units = Number(quantity);
      if (quantity === '') refuse('quantity', 'required');
      else if (!Number.isInteger(units) || units < EDITION_MIN) refuse('quantity', 'editionMin');
      else if (units > EDITION_MAX) refuse('quantity', 'editionMax');
    }
    if (royalty === '') refuse('royalty', 'required');
    else if (!/^\d+(\.\d{1,2})?$/.test(royalty) || Number(royalty) > ROYALTY_MAX_PERCENT) refuse('royalty', 'royalty');
    // A picture has no cover: one that was chosen for an earlier file is neither shown nor sent.
    const problem = poster && !(work && isImage(work)) ? fileProblem(poster, 'image') : undefined;
    if (problem) refuse('poster', problem);
  });
export type TokenForm = z.infer<typeof tokenForm>;

export const EMPTY_TOKEN: TokenForm = {
  file: null,
  poster: null,
  name: '',
  description: '',
  type: CREATE_TOKEN_DEFAULTS.type,
  quantity: String(CREATE_TOKEN_DEFAULTS.quantity),
  royalty: String(CREATE_TOKEN_DEFAULTS.royalty),
  networkUuid: '',
  collectionUuid: '',
  categoryUuid: '',
  properties: [],
  isLocalized: false,
  localization: { default: '', name: '', description: '' },
};

/** The language that a work in this one can have besides. */
export const otherLanguage = (main: Language): Language => LANGUAGES.find((one) => one !== main) ?? main;

const localizationOf = ({ localization, properties }: TokenForm) => {
  const main = asLanguage(localization.default) ?? LANGUAGES[0];
  const localeOf = (one: Language): Locale => LANGUAGE[one].tag;
  const text = {
    locale: localeOf(otherLanguage(main)),
    name: localization.name,
    description: localization.description,
    properties: properties.map(({ name, value, otherName, otherValue }) => ({
      name: otherName || name,
      value: isNumeric(value) ? value : otherValue || value,
    })),
  };
  return { default: localeOf(main), texts: [text] };
};

/** The form as POST /token accepts it. */
export const tokenBody = (form: TokenForm): BodyOf<typeof create> => {
  const { quantity, file, isLocalized, localization: _, ...rest } = form;
  return {
    ...rest,
    ...(form.type === 'ERC1155' ? { quantity } : {}),
    properties: JSON.stringify(form.properties.map(({ name, value }) => ({ name, value }))),
    ...(isLocalized ? { localization: JSON.stringify(localizationOf(form)) } : {}),
    file: file as File,
  };
};
