/** The last searches, kept by this browser only. */
const KEY = 'skarb.searches';
const MOST = 6;

export const recentSearches = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
};

const keep = (searches: string[]): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Without storage nothing is kept.
  }
};

export const keepSearch = (text: string): void => {
  const wanted = text.trim();
  if (wanted)
    keep([wanted, ...recentSearches().filter((one) => one.toLowerCase() !== wanted.toLowerCase())].slice(0, MOST));
};

export const clearSearches = (): void => keep([]);
