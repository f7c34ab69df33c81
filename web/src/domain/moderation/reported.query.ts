import type { SubjectType } from '@skarb/schema/hidden';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { PRIVATE } from '../../platform/query/private.ts';

/** Whether the user has reported a subject since the page was loaded: nothing is asked, the dialog sets it. */
export const reportedQuery = ({ type, uuid }: { type: SubjectType; uuid: string }) =>
  queryOptions<boolean>({ queryKey: [PRIVATE, 'reported', type, uuid], queryFn: skipToken, gcTime: Infinity });
