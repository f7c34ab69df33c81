import { useMemo, useSyncExternalStore } from 'react';

/** An object URL that exists as long as something shows it. */
const fileUrlOf = (file: File | '' | null) => {
  let url: string | undefined;
  return {
    get: () => url,
    subscribe: () => {
      if (!file) return () => {};
      const made = URL.createObjectURL(file);
      url = made;
      return () => {
        URL.revokeObjectURL(made);
        url = undefined;
      };
    },
  };
};

/** The object URL of a chosen file, revoked when it is no longer needed. */
export const useFileUrl = (file: File | '' | null): string | undefined => {
  const { get, subscribe } = useMemo(() => fileUrlOf(file), [file]);
  return useSyncExternalStore(subscribe, get, get);
};
