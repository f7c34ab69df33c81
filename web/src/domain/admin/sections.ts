import { clientSlot } from '../../platform/slot/client-slot.tsx';

/**
 * The sections of the desk in their order: a key (`?section=key`, words under `admin.section`) and a part whose code
 * comes when it is wanted. A new section is one line here, its words, and a file of its own.
 */
export const SECTIONS = {
  status: clientSlot(async () => (await import('./status-section.tsx')).StatusSection),
  moderation: clientSlot(async () => (await import('../moderation/moderation-section.tsx')).ModerationSection),
  featured: clientSlot(async () => (await import('../moderation/featured-section.tsx')).FeaturedSection),
  words: clientSlot(async () => (await import('./missing-words-section.tsx')).MissingWordsSection),
} as const;

export type SectionKey = keyof typeof SECTIONS;
export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[];

/** The section that an address names, else the first. */
export const sectionOf = (search: URLSearchParams): SectionKey =>
  SECTION_KEYS.find((key) => key === search.get('section')) ?? (SECTION_KEYS[0] as SectionKey);
