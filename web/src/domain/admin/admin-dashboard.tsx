import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { sectionLink, SectionNav } from '../../ui/section-nav.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SECTION_KEYS, sectionOf, SECTIONS } from './sections.ts';

/** The admin dashboard: one section at a time, chosen by the URL. */
export const AdminDashboard = () => {
  const { t } = useTranslation();
  const [search] = usePageParameters();
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
      <SectionNav aria-label={t('admin.nav')}>
        {SECTION_KEYS.map((key) => (
          <Link
            key={key}
            to={`?section=${key}`}
            preventScrollReset
            aria-current={key === chosen ? 'page' : undefined}
            className={sectionLink(key === chosen)}
          >
            {t(`admin.section.${key}`)}
          </Link>
        ))}
      </SectionNav>
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
