import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EXHIBITION_TEXT_MAX, EXHIBITION_TITLE_MAX, EXHIBITION_WORKS_MAX } from './limits.ts';
import { image } from './media.ts';
import { inEachLanguage, one, time, uuid } from './primitive.ts';
import { optionalText, requiredText } from './token.ts';
import { shownWork } from './shown-work.ts';

/** Works, a collection or an auction that an admin shows on the first page for some time. */
export const exhibition = z.object({
  uuid,
  title: inEachLanguage(z.string()),
  text: inEachLanguage(z.string()),
  startsAt: time,
  /** Null: until an admin ends it. */
  endsAt: time.nullable(),
  /** The chosen works that everybody sees; of a collection the first in its maker's order; of an auction its lot. */
  works: z.array(shownWork),
  /** Set when it shows a collection. */
  collection: z
    .object({
      uuid,
      name: z.string(),
      image,
      /** All its public works. */
      items: z.number().int(),
    })
    .nullable(),
  /** Set when it shows an auction. */
  offerUuid: uuid.nullable(),
});
export type Exhibition = z.infer<typeof exhibition>;

const exhibitionState = z.enum(['PLANNED', 'SHOWN', 'ENDED']);
/** As its admins see it: also what is hidden now. */
const adminExhibition = exhibition.extend({
  state: exhibitionState,
  /** The chosen works, in order, including those that visitors do not see now. */
  tokenUuids: z.array(uuid),
  collectionUuid: uuid.nullable(),
});
export type AdminExhibition = z.infer<typeof adminExhibition>;

const moment = z.iso.datetime({ offset: true });
const exhibitionFields = z.object({
  title: inEachLanguage(requiredText(EXHIBITION_TITLE_MAX)),
  text: inEachLanguage(optionalText(EXHIBITION_TEXT_MAX)),
  startsAt: moment,
  endsAt: moment.nullable(),
  tokenUuids: z.array(uuid).max(EXHIBITION_WORKS_MAX),
  collectionUuid: uuid.nullable(),
  offerUuid: uuid.nullable(),
});
export const exhibitionInput = exhibitionFields
  .extend({
    endsAt: exhibitionFields.shape.endsAt.default(null),
    tokenUuids: exhibitionFields.shape.tokenUuids.default([]),
    collectionUuid: uuid.nullable().default(null),
    offerUuid: uuid.nullable().default(null),
  })
  .refine(({ startsAt, endsAt }) => endsAt === null || Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
    message: 'must be after its start',
  })
  .refine(
    ({ tokenUuids, collectionUuid, offerUuid }) =>
      [tokenUuids.length > 0, collectionUuid !== null, offerUuid !== null].filter(Boolean).length === 1,
    { path: ['tokenUuids'], message: 'choose works, a collection or an auction: one of the three' },
  );

export type ExhibitionInput = z.infer<typeof exhibitionInput>;
/** What is left out stays. What it shows is one field: who sends works, a collection or an auction replaces them all. */
const exhibitionChange = exhibitionFields.partial();
export type ExhibitionChange = z.infer<typeof exhibitionChange>;

const id = z.object({ id: uuid });
export const exhibitionEndpoints = {
  show: endpoint({
    method: 'GET',
    path: '/exhibition/{id}',
    summary: 'An exhibition: for everybody in its time and afterwards, for admins also before',
    access: 'optional',
    params: id,
    response: one(exhibition),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/exhibition',
    summary: 'All exhibitions, in the order of the first page',
    access: 'admin',
    response: one(z.array(adminExhibition)),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/exhibition',
    summary: 'Plan an exhibition of works, a collection or an auction',
    access: 'admin',
    body: exhibitionInput,
    status: 201,
    response: one(adminExhibition),
    creates: true,
  }),
  order: endpoint({
    method: 'PUT',
    path: '/admin/exhibition/order',
    summary: 'Set the order of exhibitions; those that are not named follow',
    access: 'admin',
    body: z.object({ uuids: z.array(uuid).min(1).max(1000) }),
    status: 204,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/admin/exhibition/{id}',
    summary: 'Change an exhibition; fields that are left out stay',
    access: 'admin',
    params: id,
    body: exhibitionChange,
    response: one(adminExhibition),
  }),
  end: endpoint({
    method: 'POST',
    path: '/admin/exhibition/{id}/end',
    summary: 'End an exhibition now; one that has not begun is deleted',
    access: 'admin',
    params: id,
    status: 204,
  }),
};
