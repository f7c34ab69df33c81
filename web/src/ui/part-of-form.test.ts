import type { UseFormReturn } from 'react-hook-form';
import { expect, it } from 'vitest';
import { partOf } from './part-of-form.ts';

it('a form is one of its fields, and does not compile as one of others', () => {
  const form = {} as UseFormReturn<{ name: string; price: string }>;
  const named: UseFormReturn<{ name: string }> = partOf(form);
  // @ts-expect-error the form has no such field
  const titled: UseFormReturn<{ title: string }> = partOf(form);
  // @ts-expect-error its price is a text
  const priced: UseFormReturn<{ price: number }> = partOf(form);
  expect([named, titled, priced]).toEqual([form, form, form]);
});
