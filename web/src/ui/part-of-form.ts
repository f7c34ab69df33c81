import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * A form as one of some of its fields, for controls that several forms have. A field that the form lacks, or that has
 * another type there, does not compile.
 */
export const partOf = <F extends G, G extends FieldValues>(form: UseFormReturn<F>): UseFormReturn<G> =>
  form as unknown as UseFormReturn<G>;
