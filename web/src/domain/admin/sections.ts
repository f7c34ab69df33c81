import type { PageParameters } from '@skarb/schema/page-parameters';
import { clientOnly } from '../../platform/lazy/client-only.tsx';

/**
 * The sections of the dashboard in order: a key (`?section=key`, texts under `admin.section`) and a component that is
 * loaded on demand. A new section needs one line here, its texts, and a file of its own.
 */
export const SECTIONS = {
  dashboard: clientOnly(async () => (await import('./dashboard-section.tsx')).DashboardSection),
  moderation: clientOnly(async () => (await import('../moderation/moderation-section.tsx')).ModerationSection),
  users: clientOnly(async () => (await import('./users-section.tsx')).UsersSection),
  featured: clientOnly(async () => (await import('../moderation/featured-section.tsx')).FeaturedSection),
  exhibitions: clientOnly(async () => (await import('./exhibitions-section.tsx')).ExhibitionsSection),
  categories: clientOnly(async () => (await import('./categories-section.tsx')).CategoriesSection),
  currencies: clientOnly(async () => (await import('./currencies-section.tsx')).CurrenciesSection),
  networks: clientOnly(async () => (await import('./networks-section.tsx')).NetworksSection),
  operator: clientOnly(async () => (await import('./operator-section.tsx')).OperatorSection),
  jobs: clientOnly(async () => (await import('./jobs-section.tsx')).JobsSection),
  status: clientOnly(async () => (await import('./status-section.tsx')).StatusSection),
  words: clientOnly(async () => (await import('./missing-words-section.tsx')).MissingWordsSection),
  audit: clientOnly(async () => (await import('./audit-section.tsx')).AuditSection),
} as const;

export type SectionKey = keyof typeof SECTIONS;
export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[];

/** The section named by the URL, else the first. */
export const sectionOf = (query: PageParameters): SectionKey =>
  SECTION_KEYS.find((key) => key === query.get('section')) ?? (SECTION_KEYS[0] as SectionKey);
