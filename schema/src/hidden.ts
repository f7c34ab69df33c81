import { z } from 'zod';
import { HIDE_REASONS } from './limits.ts';
import { time } from './primitive.ts';

/** Why something is reported, or was hidden. */
export const hideReason = z.enum(HIDE_REASONS);
export type HideReason = z.infer<typeof hideReason>;

export const subjectType = z.enum(['token', 'collection', 'user']);
export type SubjectType = z.infer<typeof subjectType>;

/** The notice for those who may still see something hidden: its creator, its holders, admins. */
export const hiddenNotice = z.object({
  /** What was hidden: the subject itself, or what it belongs to. */
  by: subjectType,
  reason: hideReason,
  /** In the admin's own words to its creator, for them and admins; may be empty. */
  note: z.string(),
  at: time,
});
export type HiddenNotice = z.infer<typeof hiddenNotice>;
