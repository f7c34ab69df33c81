import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useInLanguage } from '../platform/i18n/use-in-language.ts';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { uuidIn } from '../domain/breeding/breeding-path.ts';
import { familyQuery } from '../domain/breeding/breeding-family.query.ts';
import { breedingQuery, breedingsQuery, openCollectionsQuery, pairQuery } from '../domain/breeding/breeding.query.ts';
import { BreedingRow } from '../domain/breeding/breeding-row.tsx';
import { StoryRoom, StudioRoom } from '../domain/breeding/breeding-room.tsx';
import { Studio } from '../domain/breeding/studio.tsx';
import { TermsList } from '../domain/breeding/terms-list.tsx';
import { collectionTraitsQuery } from '../domain/collection/collection-parts.query.ts';
import { currenciesQuery, networksQuery } from '../domain/reference/reference.query.ts';
import { pricesQuery } from '../domain/price/fiat.tsx';
import { Head } from '../platform/head/head.tsx';
import { errorWords } from '../platform/http/api-error.ts';
import type { LoadContext } from '../platform/route/page-module.ts';
import { path } from '../platform/route/path.ts';
import { clientOnly } from '../platform/lazy/client-only.tsx';
import { usePageParameters } from '../platform/route/use-page-parameters.ts';

const BreedingStory = clientOnly(async () => (await import('../domain/breeding/breeding-story.tsx')).BreedingStory);
const OwnBreedings = clientOnly(async () => (await import('../domain/breeding/own-breedings.tsx')).OwnBreedings);

const bornQuery = breedingsQuery({ status: 'HATCHED' });

/** The pair in the address, its odds and the words for them. */
const loadPair = async ({ client, url }: LoadContext) => {
  const [matron, sire] = [uuidIn(url.searchParams, 'matron'), uuidIn(url.searchParams, 'sire')];
  // The page says what is wrong with one that is not found.
  const familyOf = async (uuid: string) => (uuid ? client.fetchQuery(familyQuery(uuid)).catch(() => null) : null);
  const [first, second] = await Promise.all([
    familyOf(matron),
    familyOf(sire),
    matron && sire && client.prefetchQuery(pairQuery(matron, sire)),
  ]);
  const terms = (first ?? second)?.terms;
  if (matron && sire && terms) await client.prefetchQuery(collectionTraitsQuery(terms.collection.uuid));
};

export const load = (context: LoadContext) => {
  const { client, url } = context;
  const story = uuidIn(url.searchParams, 'breeding');
  return Promise.all([
    // One that does not exist is a missing page.
    story && client.fetchQuery(breedingQuery(story)),
    loadPair(context),
    client.fetchQuery(openCollectionsQuery),
    client.prefetchInfiniteQuery(bornQuery),
    client.prefetchQuery(networksQuery),
    client.prefetchQuery(currenciesQuery),
    client.prefetchQuery(pricesQuery),
  ]);
};

const STEPS = ['choose', 'genes', 'rest', 'hatch'] as const;

const How = () => {
  const { t } = useTranslation();
  return (
    <section className="mt-20">
      <h2 className="text-2xl font-semibold">{t('breeding.how')}</h2>
      <ol className="mt-6 grid gap-x-10 gap-y-8 tablet:grid-cols-2 wide:grid-cols-4">
        {STEPS.map((step, index) => (
          <li key={step} className="border-t border-ink-700 pt-4">
            <p aria-hidden className="num text-sm text-ink-400">
              {index + 1}
            </p>
            <h3 className="mt-1 text-lg font-semibold">{t(`breeding.step.${step}.title`)}</h3>
            <p className="mt-1 text-ink-200">{t(`breeding.step.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** The latest children of all collections. */
const Born = () => {
  const { t } = useTranslation();
  const list = useInfiniteQuery(bornQuery);
  return <BreedingRow title={t('breeding.latest')} list={list} className="mt-20" />;
};

/** Breeding: choose a pair and see its odds, with others' results; or one breeding, if the URL names it. */
export const Component = () => {
  const { t } = useTranslation();
  const [query] = usePageParameters();
  const { data: collections, error } = useQuery(openCollectionsQuery);
  const story = uuidIn(query, 'breeding');
  const room = <StudioRoom pair={[query.has('matron'), query.has('sire')]} />;
  const own = useInLanguage();
  const { data: shown } = useQuery({ ...breedingQuery(story), enabled: story !== '' });
  const named = shown && [shown.child ?? [shown.matron, shown.sire]].flat().map((one) => own(one).name);
  const title = [named?.join(' × '), t('breeding.title')].filter(Boolean).join(' · ');
  const head = <Head title={title} description={t('breeding.lead')} canonical={path.breeding} />;
  if (story)
    return (
      <div className="page">
        {head}
        <BreedingStory key={story} uuid={story} fallback={<StoryRoom />} />
      </div>
    );
  return (
    <div className="page">
      {head}
      <header className="mx-auto max-w-3xl text-center">
        <h1 className="text-4xl font-semibold leading-tight tracking-tight wide:text-5xl">{t('breeding.title')}</h1>
        {/* On phones the font that the page waits for takes a line less than the one before it. */}
        <p className="mt-4 min-h-21 text-balance text-lg text-ink-200 fluid:min-h-0">{t('breeding.lead')}</p>
      </header>
      <div className="mt-8 fluid:mt-12">
        {error && !collections ? (
          <p role="alert" className="text-center text-ink-200">
            {errorWords(t, error)[0]}
          </p>
        ) : collections?.length === 0 ? (
          <p className="mx-auto max-w-xl text-center text-ink-200">{t('breeding.none')}</p>
        ) : collections ? (
          <Studio collections={collections} />
        ) : (
          room
        )}
      </div>
      <OwnBreedings />
      {collections && collections.length > 0 && (
        <section className="mt-20">
          <h2 className="mb-6 text-2xl font-semibold">{t('breeding.collections')}</h2>
          <TermsList collections={collections} />
        </section>
      )}
      <Born />
      <How />
    </div>
  );
};
