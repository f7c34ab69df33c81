import { tagOf, writtenText } from '@skarb/schema/language';
import type { ShownWork } from '@skarb/schema/shown-work';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { useParams } from 'react-router';
import { Link } from 'react-router';
import { exhibitionQuery } from '../domain/front/front.query.ts';
import { beginningOf, sizeOf } from '../domain/front/front.rules.ts';
import { useOwn } from '../domain/front/lead.tsx';
import { PersonLink } from '../domain/profile/person.tsx';
import { Asked } from '../domain/price/asked.tsx';
import { Countdown } from '../domain/reference/countdown.tsx';
import { holdTransitionName, openedWork, useWorkLink } from '../domain/token/opened-work.ts';
import { useTicking, When } from '../platform/format/when.tsx';
import { Head } from '../platform/head/head.tsx';
import { useInLanguage } from '../platform/i18n/use-in-language.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { path } from '../platform/route/path.ts';
import { buttonClass } from '../ui/button.tsx';
import { LanguageNote } from '../ui/language-note.tsx';
import { cx } from '../ui/class-name.ts';
import { SharpPicture } from '../ui/sharp-picture.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export const load = ({ client, params }: LoadContext) => client.fetchQuery(exhibitionQuery(params.id ?? ''));

/** Characters of a text that is centred below the title; the lines of a longer one start at one edge, to be read. */
const SHORT = 160;

/** One of its works, whole, and what it costs. @param offerUuid the auction that is exhibited */
const Work = ({ work, isFirst, offerUuid }: { work: ShownWork; isFirst: boolean; offerUuid: string | null }) => {
  const { t } = useTranslation();
  const shown = useInLanguage()(work);
  const { place, link } = useWorkLink<HTMLDivElement>(shown, 'exhibition');
  // Its first work leads the first page.
  useLayoutEffect(() => {
    if (isFirst && openedWork(work.uuid)) holdTransitionName(place.current?.querySelector('picture')?.parentElement);
  }, [isFirst, work.uuid, place]);
  const ratio = work.image.width / work.image.height;
  return (
    <div
      ref={place}
      data-token={work.uuid}
      className="mx-auto w-full"
      style={{ maxWidth: `calc(min(48rem, 80svh) * ${ratio.toFixed(3)})` }}
    >
      <SharpPicture
        image={work.image}
        alt=""
        isFirst={isFirst}
        hasEdge
        sizes="(min-width: 64rem) 960px, (min-width: 47.5rem) 90vw, 54vw"
        sharpSizes="(min-width: 64rem) 960px, (min-width: 47.5rem) 90vw, 92vw"
        className="rounded-2xl fluid:rounded-3xl"
      />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 dir="auto" className="text-xl font-semibold text-ink-50 fluid:text-2xl">
            <Link to={path.token(work.uuid)} {...link} className="underline-offset-4 hover:underline">
              {shown.name}
            </Link>
          </h2>
          <p className="mt-1 text-ink-200">
            <PersonLink person={work.creator} />
          </p>
        </div>
        {work.auction ? (
          <p className="flex flex-wrap items-baseline gap-x-4 text-lg">
            <Asked isRounded {...work.auction} />
            <span className="inline-flex items-center gap-1.5 text-ink-200">
              <Gavel aria-hidden className="size-4 text-gold-400" />
              <span className="sr-only">{t('offer.auction.endsIn')}</span>
              <Countdown to={work.auction.endsAt} networkUuid={work.networkUuid} />
            </span>
          </p>
        ) : offerUuid ? (
          <Link to={path.offer(offerUuid)} className="text-ink-200 underline underline-offset-4 hover:text-ink-50">
            {t('front.exhibition.over')}
          </Link>
        ) : (
          work.listing && <Asked isRounded isPerCopy={work.type === 'ERC1155'} {...work.listing} className="text-lg" />
        )}
      </div>
    </div>
  );
};

/** That it is over, once it is; for the server, by the server's clock. */
const OverNote = ({ endsAt }: { endsAt: string }) => {
  const { t } = useTranslation();
  const words = useTicking(() => (Date.parse(endsAt) <= Date.now() ? t('front.exhibition.ended') : ''));
  return (
    <span className="block text-ink-200" suppressHydrationWarning>
      {words}
    </span>
  );
};

/** An exhibition: its text, then its works one after the other, each whole. */
export const Component = () => {
  const { t, i18n } = useTranslation();
  const own = useOwn();
  const { id = '' } = useParams();
  const { data: exhibition, error } = useQuery(exhibitionQuery(id, useQueryClient()));
  if (error && !exhibition) throw error;
  if (!exhibition)
    return (
      <div className="page" aria-hidden>
        <Skeleton className="mx-auto h-12 w-2/3" />
        <Skeleton className="mx-auto mt-10 h-96 max-w-3xl rounded-3xl" />
      </div>
    );
  const { works, collection, startsAt, endsAt } = exhibition;
  const title = own(exhibition.title);
  const written = writtenText(exhibition.text, i18n.language);
  // Within a day the dates alone would be the same.
  const form = endsAt && Date.parse(endsAt) - Date.parse(startsAt) < 24 * 3_600_000 ? 'exact' : 'date';
  return (
    <article className="page">
      <Head
        title={title}
        description={beginningOf(own(exhibition.text)) || t('front.exhibition.works', { count: sizeOf(exhibition) })}
        canonical={path.exhibition(id)}
      />
      <header className="mx-auto max-w-3xl pt-4 text-center fluid:pt-12">
        <p className="text-sm font-semibold text-gold-400">{t('front.exhibition.label')}</p>
        <h1 dir="auto" className="mt-3 text-4xl font-semibold leading-[1.1] tracking-tight text-balance fluid:text-6xl">
          {title}
        </h1>
        <p className="mt-4 text-sm text-ink-400">
          {!endsAt && `${t('front.exhibition.since')} `}
          <When at={startsAt} form={form} />
          {endsAt && (
            <>
              {' – '}
              <When at={endsAt} form={form} />
              <OverNote endsAt={endsAt} />
            </>
          )}
        </p>
        {written && (
          <div
            className={cx(
              'mx-auto mt-8 w-fit',
              written.text.length <= SHORT ? 'text-center text-balance' : 'text-left',
            )}
          >
            <p
              lang={tagOf(written.language)}
              dir="auto"
              className="whitespace-pre-line text-lg leading-relaxed text-ink-200"
            >
              {written.text}
            </p>
            <LanguageNote language={written.language} className="mt-2 block" />
          </div>
        )}
        {collection && (
          <Link to={path.collection(collection.uuid)} className={buttonClass('outlined', 'medium', 'mt-8')}>
            {t('front.exhibition.collection', { name: collection.name })}
          </Link>
        )}
      </header>
      {works.length === 0 && <p className="py-24 text-center text-ink-200">{t('front.exhibition.empty')}</p>}
      <ol className="mx-auto mt-12 flex max-w-5xl flex-col gap-16 fluid:mt-20 fluid:gap-28">
        {works.map((work, place) => (
          <li key={work.uuid} className="relative">
            <Work work={work} isFirst={place === 0} offerUuid={exhibition.offerUuid} />
          </li>
        ))}
      </ol>
      {collection && sizeOf(exhibition) > works.length && (
        <p className="mt-16 text-center fluid:mt-28">
          <Link to={path.collection(collection.uuid)} className={buttonClass('outlined')}>
            {t('front.exhibition.all', { count: sizeOf(exhibition) })}
          </Link>
        </p>
      )}
    </article>
  );
};
