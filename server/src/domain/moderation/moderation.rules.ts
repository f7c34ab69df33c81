import type { SubjectType } from '@skarb/schema/hidden';

/** A token, a collection or a user that users report and an admin decides about. */
export type Subject = { type: SubjectType; uuid: string };
