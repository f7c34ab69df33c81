import type { SubjectType } from '@skarb/schema/hidden';

/** A token, a collection or a person that somebody reports and an admin decides about. */
export type Subject = { type: SubjectType; uuid: string };
