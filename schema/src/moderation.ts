import { z } from 'zod';
import { person } from './auth.ts';
import { collection } from './collection.ts';
import { endpoint } from './endpoint.ts';
import { hiddenNotice, hideReason, subjectType } from './hidden.ts';
import { FEATURED_MAX, PAGE_SIZE, PAGE_SIZE_MAX, REPORT_NOTE_MAX } from './limits.ts';
import { image } from './media.ts';
import { list, listQuery, one, time, uuid } from './primitive.ts';
import { optionalText, requiredText } from './token.ts';

/** A report about a token, a collection or a profile. */
const report = z.object({
  uuid,
  reason: hideReason,
  note: z.string(),
  /** Null when the account was deleted. */
  reporter: person.nullable(),
  createdAt: time,
});

/** A reported or hidden subject, which the admin decides about. */
const moderationCase = z.object({
  subjectType,
  subjectUuid: uuid,
  /** The name of a token or collection; the name of a user, or their wallet. */
  name: z.string(),
  /** Null for a user without an avatar. */
  image: image.nullable(),
  avatar: z.string().nullable(),
  /** Its creator, or the user. */
  creator: person,
  /** Set while it is hidden itself. */
  hidden: hiddenNotice.nullable(),
  /** Open reports. */
  reportCount: z.number().int(),
  /** Reports by reason, the most frequent first. */
  reasons: z.array(z.object({ reason: hideReason, count: z.number().int() })),
  /** The latest open reports, 10 at most. */
  reports: z.array(report),
  /** Of the latest report, or when it was hidden. */
  lastAt: time,
});
export type ModerationCase = z.infer<typeof moderationCase>;

const subject = z.object({ subjectType, subjectUuid: uuid });
const note = optionalText(REPORT_NOTE_MAX).default('');

export const moderationEndpoints = {
  report: endpoint({
    method: 'POST',
    path: '/report',
    summary: 'Report a token, a collection or a user; one open report per user and subject',
    access: 'user',
    body: subject.extend({ reason: hideReason, note }),
    status: 201,
    response: one(z.object({ uuid, createdAt: time })),
    creates: true,
  }),
  cases: endpoint({
    method: 'GET',
    path: '/admin/moderation',
    summary: 'What is reported and awaits a decision, or what is hidden',
    access: 'admin',
    query: listQuery({ default: PAGE_SIZE.offer, max: PAGE_SIZE_MAX.offer }, ['createdAt'])
      .omit({ search: true })
      .extend({ show: z.enum(['reported', 'hidden']).default('reported'), subjectType: subjectType.optional() }),
    response: list(moderationCase),
  }),
  hide: endpoint({
    method: 'POST',
    path: '/admin/moderation/hide',
    summary:
      'Hide a token, a collection with its tokens, or a user with their works, and send its creator and owners the reason',
    access: 'admin',
    body: subject.extend({ reason: hideReason, note }),
    response: one(moderationCase),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/admin/moderation/restore',
    summary: 'Show again what was hidden, and notify its creator and owners',
    access: 'admin',
    body: subject.extend({ note }),
    response: one(moderationCase),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/admin/moderation/dismiss',
    summary: 'Close the open reports of a subject without hiding it',
    access: 'admin',
    body: subject,
    response: one(moderationCase),
  }),
  note: endpoint({
    method: 'POST',
    path: '/admin/moderation/note',
    summary: 'Send the creator a note about a token, a collection or their profile, by mail and in the app',
    access: 'admin',
    body: subject.extend({ note: requiredText(REPORT_NOTE_MAX) }),
    response: one(moderationCase),
  }),
  verify: endpoint({
    method: 'PUT',
    path: '/admin/verified',
    summary: 'Give the verified mark to a collection or a user, or take it away',
    access: 'admin',
    body: z.object({ subjectType: z.enum(['collection', 'user']), subjectUuid: uuid, isVerified: z.boolean() }),
    status: 204,
  }),
  feature: endpoint({
    method: 'PUT',
    path: '/admin/featured',
    summary: 'Set the collections that come first on the first page, in this order; an empty list removes all',
    access: 'admin',
    body: z.object({ collectionUuids: z.array(uuid).max(FEATURED_MAX) }),
    response: z.object({ data: z.array(collection) }),
  }),
  featured: endpoint({
    method: 'GET',
    path: '/admin/featured',
    summary: 'The collections that come first on the first page, including hidden ones',
    access: 'admin',
    response: z.object({ data: z.array(collection) }),
  }),
};
