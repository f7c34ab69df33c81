import { ApiError } from '../../platform/http/api-error.ts';

/** What the server refused of the fields a form has; the first entry of `properties.3.value` is `properties`. */
export const refusedFields = <F extends string>(error: unknown, fields: readonly F[]): [F, string][] => {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([name, words]): [F, string][] => {
    const field = fields.find((one) => one === name.split('.')[0]);
    return field ? [[field, words]] : [];
  });
};
