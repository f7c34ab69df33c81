import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SECTION_KEYS, sectionOf, SECTIONS, type SectionKey } from './sections.ts';

/** The list of sections: a column beside them on wide screens, else a row that scrolls to the chosen one. */
const SectionList = ({ chosen }: { chosen: SectionKey }) => {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && link)
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2;
  }, [chosen]);
  return (
    <nav
      ref={list}
      aria-label={t('admin.nav')}
      className="relative -mx-4 mb-8 flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] fluid:-mx-8 fluid:px-8 wide:sticky wide:top-28 wide:mx-0 wide:mb-0 wide:flex-col wide:self-start wide:overflow-visible wide:px-0"
    >
      {SECTION_KEYS.map((key) => (
        <Link
          key={key}
          to={`?section=${key}`}
          preventScrollReset
          aria-current={key === chosen ? 'page' : undefined}
          className={cx(
            'flex min-h-10 shrink-0 items-center rounded-xl px-3 font-medium transition-colors hover:text-ink-50 wide:-ml-3',
            key === chosen ? 'bg-ink-800 text-ink-50' : 'text-ink-200',
          )}
        >
          {t(`admin.section.${key}`)}
        </Link>
      ))}
    </nav>
  );
};

/** The admin dashboard: one section at a time, chosen by the URL. */
export const AdminDashboard = () => {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const chosen = sectionOf(search);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(chosen);
  // Keep the scroll position when the section changes; a new visit starts at the top of the page.
  useEffect(() => {
    if (before.current !== chosen) heading.current?.focus({ preventScroll: true });
    before.current = chosen;
  }, [chosen]);
  const Section = SECTIONS[chosen];
  return (
    <div className="wide:grid wide:grid-cols-[12rem_minmax(0,1fr)] wide:gap-x-12">
      <SectionList chosen={chosen} />
      <section aria-labelledby="dashboard-section" className="min-w-0">
        <h2
          id="dashboard-section"
          ref={heading}
          tabIndex={-1}
          className="mb-6 text-xl font-semibold tracking-tight outline-none"
        >
          {t(`admin.section.${chosen}`)}
        </h2>
        <Section key={chosen} fallback={<Skeleton className="h-64 rounded-2xl" />} />
      </section>
    </div>
  );
};
