/** A choice of the reader that the server needs for the next page; for a year. A browser may refuse it. */
export const keepCookie = (name: string, value: string): void => {
  document.cookie = `${name}=${value}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
};
