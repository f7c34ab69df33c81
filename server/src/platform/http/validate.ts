import type { FieldError } from '@skarb/schema/primitive';
import type { z } from 'zod';
import { AppError, invalidField } from './app-error.ts';

const constraintOf = (issue: z.core.$ZodIssue, field: string): [string, string] => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? ['isNotEmpty', 'required'] : ['isType', `${field} must be ${issue.expected}`];
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return ['isNotEmpty', 'required'];
      return issue.origin === 'string'
        ? ['minLength', `${field} must be at least ${issue.minimum} characters`]
        : ['min', `${field} must be at least ${issue.minimum}`];
    case 'too_big':
      if (issue.origin === 'string') return ['maxLength', `${field} must be at most ${issue.maximum} characters`];
      return issue.origin === 'array'
        ? ['arrayMaxSize', `${field} must have at most ${issue.maximum} entries`]
        : ['max', `${field} must be at most ${issue.maximum}`];
    case 'invalid_format':
      return [
        issue.format === 'email'
          ? 'isEmail'
          : issue.format === 'guid' || issue.format === 'uuid'
            ? 'isUuid'
            : 'matches',
        issue.format === 'regex' || !issue.format ? issue.message : `${field} must be a valid ${issue.format}`,
      ];
    case 'invalid_value':
      return ['isIn', `${field} must be one of: ${issue.values.map(String).join(', ')}`];
    case 'invalid_union': {
      const first = issue.errors.flat()[0];
      return first
        ? constraintOf({ ...first, input: first.input } as z.core.$ZodIssue, field)
        : ['isType', issue.message];
    }
    case 'custom':
      return [String(issue.params?.constraint ?? issue.code), issue.message];
    default:
      return [issue.code, issue.message];
  }
};

/** The invalid fields as responses list them: one entry per field with all its violated constraints. */
const toFieldErrors = (error: z.core.$ZodError): FieldError[] => {
  const byField = new Map<string, Record<string, string>>();
  for (const issue of error.issues) {
    const property = issue.path.map(String).join('.') || 'body';
    const [constraint, message] = constraintOf(issue, property);
    byField.set(property, { ...byField.get(property), [constraint]: message });
  }
  return [...byField].map(([property, constraints]) => ({ property, constraints }));
};

/** The path of the first text with NUL, which PostgreSQL cannot store. Iterative, because bodies may be nested deeply. */
const findNul = (root: unknown): string | undefined => {
  const open: [path: string, value: unknown][] = [['', root]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && value.includes('\0')) return path || 'body';
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) open.push([path ? `${path}.${key}` : key, inner]);
  }
  return undefined;
};

/** @throws AppError 400 that names each invalid field */
export const parse = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => {
  const nul = findNul(value);
  if (nul !== undefined) throw invalidField(nul, 'matches', 'must not hold the character NUL');
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new AppError(400, 'invalid', 'Some fields are missing or wrong', { fields: toFieldErrors(parsed.error) });
};
