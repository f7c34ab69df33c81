import { tagOf, type Language } from '@skarb/schema/language';
import type { OperatorPage } from '@skarb/schema/operator-page';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useLocation } from 'react-router';
import { operatorPageQuery } from '../domain/operator-page/operator-page.query.ts';
import { PageLink, PieceList } from '../domain/operator-page/piece-list.tsx';
import { When } from '../platform/format/when.tsx';
import { Head } from '../platform/head/head.tsx';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { cx } from '../ui/class-name.ts';
import { Skeleton } from '../ui/skeleton.tsx';

const nameOf = (pathname: string) => pathname.replace(/\/$/, '').slice(1) as OperatorPage['name'];

export const load = ({ client, url, language }: LoadContext) =>
  language && client.fetchQuery(operatorPageQuery(nameOf(url.pathname), language));

/** A page with fewer headings needs no contents. */
const CONTENTS_FROM = 3;

/** Help, about, terms, privacy or contact: a text that the operator may replace. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const name = nameOf(useLocation().pathname);
  const { data: page, error } = useQuery({
    ...operatorPageQuery(name, i18n.language as Language),
    // A switch of the language shows the other text until this one has arrived.
    placeholderData: (before) => (before?.name === name ? before : undefined),
  });
  if (error && !page) throw error;
  if (!page)
    return (
      <div className="page" aria-hidden>
        <Skeleton className="h-10 w-2/3 max-w-md" />
        <Skeleton className="mt-8 h-96 w-full max-w-2xl" />
      </div>
    );
  const hasContents = page.headings.length >= CONTENTS_FROM;
  const contents = (
    <ul>
      {page.headings.map(({ id, text, level }) => (
        <li key={id} className={cx(level === 3 && 'pl-4 text-sm')}>
          <PageLink
            href={`#${encodeURIComponent(id)}`}
            className="inline-flex min-h-8 items-center text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline"
          >
            {text}
          </PageLink>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="page">
      <Head title={page.title} description={page.description} canonical={`/${name}`} />
      <div
        lang={tagOf(page.language)}
        className={cx(
          'mx-auto max-w-2xl',
          hasContents &&
            'wide:grid wide:max-w-5xl wide:grid-cols-[15rem_minmax(0,1fr)] wide:gap-x-16 wide:[view-timeline:--text]',
        )}
      >
        <header className="mb-8 wide:col-start-2">
          <h1 className="text-4xl font-semibold tracking-tight">{page.title}</h1>
          {page.updatedAt && (
            <p className="mt-2 text-sm text-ink-400">
              {t('page.updated')} <When at={page.updatedAt} form="date" />
            </p>
          )}
        </header>
        {hasContents && (
          <nav
            aria-label={t('page.contents')}
            className="mb-10 wide:sticky wide:top-24 wide:col-start-1 wide:row-span-2 wide:row-start-1 wide:-m-2 wide:contents-beside wide:self-start wide:overflow-y-auto wide:p-2 print:hidden"
          >
            <details className="group rounded-2xl bg-ink-900 px-5 py-3 wide:hidden">
              <summary className="flex min-h-8 items-center justify-between font-semibold">
                {t('page.contents')}
                <ChevronDown aria-hidden className="size-4 text-ink-400 transition-transform group-open:rotate-180" />
              </summary>
              {contents}
            </details>
            <div className="hidden wide:block">
              <p aria-hidden className="mb-2 text-sm font-semibold text-ink-400">
                {t('page.contents')}
              </p>
              {contents}
            </div>
          </nav>
        )}
        <article className="min-w-0 text-pretty leading-relaxed text-ink-200 wide:col-start-2">
          <PieceList pieces={page.body} />
        </article>
      </div>
    </div>
  );
};
