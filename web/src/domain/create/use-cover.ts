import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { coverOf } from './cover-of.ts';
import type { TokenForm } from './create.form.ts';

/** Chooses the cover that is made of an intact file. It goes with the file; one that the maker has chosen stays. */
export const useCover = (form: UseFormReturn<TokenForm>, intact: File | null): void =>
  useEffect(() => {
    if (!intact) return;
    let isCurrent = true;
    let drawn: File | null = null;
    void coverOf(intact).then((cover) => {
      if (!cover || !isCurrent || form.getValues('poster')) return;
      drawn = cover;
      form.setValue('poster', cover);
    });
    return () => {
      isCurrent = false;
      if (drawn && form.getValues('poster') === drawn) form.setValue('poster', null);
    };
  }, [intact, form]);
