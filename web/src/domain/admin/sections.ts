import { clientSlot } from '../../platform/slot/client-slot.tsx';

/**
 * The sections of the desk in their order: a key (`?section=key`, words under `admin.section`) and a part whose code
 * comes when it is wanted. A new section is one line here, its words, and a file of its own.
 */
export const SECTIONS = {
  dashboard: clientSlot(async () => (await import('./dashboard-section.tsx')).DashboardSection),
  moderation: clientSlot(async () => (await import('../moderation/moderation-section.tsx')).ModerationSection),
  users: clientSlot(async () => (await import('./users-section.tsx')).UsersSection),
  featured: clientSlot(async () => (await import('../moderation/featured-section.tsx')).FeaturedSection),
  categories: clientSlot(async () => (await import('./categories-section.tsx')).CategoriesSection),
  currencies: clientSlot(async () => (await import('./currencies-section.tsx')).CurrenciesSection),
  networks: clientSlot(async () => (await import('./networks-section.tsx')).NetworksSection),
  operator: clientSlot(async () => (await import('./operator-section.tsx')).OperatorSection),
  jobs: clientSlot(async () => (await import('./jobs-section.tsx')).JobsSection),
  status: clientSlot(async () => (await import('./status-section.tsx')).StatusSection),
  words: clientSlot(async () => (await import('./missing-words-section.tsx')).MissingWordsSection),
  audit: clientSlot(async () => (await import('./audit-section.tsx')).AuditSection),
} as const;

export type SectionKey = keyof typeof SECTIONS;
export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[];

/** The section that an address names, else the first. */
export const sectionOf = (search: URLSearchParams): SectionKey =>
  SECTION_KEYS.find((key) => key === search.get('section')) ?? (SECTION_KEYS[0] as SectionKey);
