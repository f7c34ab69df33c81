import { ApiError } from '@skarb/client';
import type { Translate } from '../../platform/i18n/translations.ts';
import { complaintWords } from '../../platform/http/api-error.ts';

/** The server's errors for the fields of a form, as text; `properties.3.value` belongs to `properties`. */
export const refusedFields = <F extends string>(t: Translate, error: unknown, fields: readonly F[]): [F, string][] => {
  if (!(error instanceof ApiError)) return [];
  const refused = new Map<F, string>();
  for (const complaint of error.complaints) {
    const field = fields.find((one) => one === complaint.property.split('.')[0]);
    if (field && !refused.has(field)) refused.set(field, complaintWords(t, complaint));
  }
  return [...refused];
};
