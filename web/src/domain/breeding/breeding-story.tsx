import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { Breeding } from '@skarb/schema/breeding';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { untilRead } from '../../platform/query/client.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { path } from '../../platform/route/path.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useGate } from '../auth/use-gate.ts';
import { Countdown, useChainNow } from '../reference/countdown.tsx';
import { Price } from '../price/price.tsx';
import { PersonLink } from '../profile/person.tsx';
import { StoryRoom } from './breeding-room.tsx';
import { termsQuery } from './breeding-family.query.ts';
import { breedingQuery } from './breeding.query.ts';
import { EggPicture } from './egg.tsx';
import { namedStories, storyOf } from './replay/replay.rules.ts';
import { TraitStories } from './replay/trait-stories.tsx';
import { useNetworkOf } from './use-network-of.ts';
import { useVocabulary } from './use-vocabulary.ts';

const HatchDialog = lazyDialog(async () => (await import('./hatch-dialog.tsx')).HatchDialog);
const ReplayPanel = lazy(() => import('./replay/replay-panel.tsx').then((module) => ({ default: module.ReplayPanel })));

/** A child that is due hatches within seconds; until then live updates and the clock are enough. */
const DUE_MS = 2_000;
const EXPECTING_MS = 15_000;
/** This long after a child is due, the page says that it is late or lost. */
const OVERDUE_MS = 120_000;

const ParentLink = ({ parent, part }: { parent: Breeding['matron']; part: 'matron' | 'sire' }) => {
  const { t } = useTranslation();
  const { name } = useInLanguage()(parent);
  return (
    <Link to={path.token(parent.uuid)} data-token={parent.uuid} className="group block min-w-0 rounded-2xl text-center">
      <Picture image={parent.image} alt="" sizes="(min-width: 47.5rem) 200px, 30vw" fit="mat" className="rounded-2xl" />
      <span className="mt-2 block text-sm text-ink-400">{t(`breeding.role.${part}`)}</span>
      {/* Room for two lines: the portraits of both parents are equally high. */}
      <span className="line-clamp-2 font-semibold text-ink-50 underline-offset-4 group-hover:underline fluid:min-h-12">
        {name}
      </span>
    </Link>
  );
};

/** The middle of the stage: the egg, the child, or neither. */
const Middle = ({ breeding, isDue }: { breeding: Breeding; isDue: boolean }) => {
  const own = useInLanguage();
  const { child, status } = breeding;
  if (child)
    return (
      <Link
        to={path.token(child.uuid)}
        data-child={child.uuid}
        className="block animate-[hatch_700ms_var(--ease-quiet)_both] overflow-hidden rounded-3xl motion-reduce:animate-none"
      >
        <Picture image={child.image} alt={own(child).name} sizes="(min-width: 47.5rem) 480px, 90vw" fit="mat" isFirst />
      </Link>
    );
  return (
    <div className="flex aspect-square items-center justify-center rounded-3xl bg-ink-900">
      <EggPicture isReady={isDue} className={status === 'LOST' ? 'h-3/5 opacity-25 grayscale' : 'h-3/5'} />
    </div>
  );
};

/** The current state in words, and what the viewer can do. */
const Words = ({
  breeding,
  isDue,
  isOverdue,
  networkUuid,
  isAsking,
  onHatch,
}: {
  breeding: Breeding;
  isDue: boolean;
  isOverdue: boolean;
  networkUuid: string;
  isAsking: boolean;
  onHatch: () => void;
}) => {
  const { t } = useTranslation();
  const { child, status, readyAt, matron, sire, loss, currency, owner } = breeding;
  const own = useInLanguage();
  const both = { matron: own(matron).name, sire: own(sire).name };
  const head = (text: string, more: ReactNode) => (
    <>
      <h1 className="text-3xl font-semibold leading-tight tracking-tight fluid:text-4xl">{text}</h1>
      {more}
    </>
  );
  if (child)
    return head(
      own(child).name,
      <>
        <p className="mt-3 text-balance text-lg text-ink-200">
          {t('breeding.story.born', both)} {t('breeding.generation', { number: breeding.generation })}.
        </p>
        <p className="mt-6">
          <Link to={path.token(child.uuid)} className={buttonClass('contained', 'large')}>
            {t('breeding.story.toChild')}
          </Link>
        </p>
      </>,
    );
  if (status === 'LOST')
    return head(
      t('breeding.story.lost'),
      <>
        <p className="mt-3 text-lg text-ink-200">{t(`breeding.story.loss.${loss?.reason ?? 'missed'}`)}</p>
        {loss && /[1-9]/.test(loss.refund) && (
          <p className="mt-2 text-ink-200">
            {t('breeding.story.refund')} <Price amount={loss.refund} currency={currency.symbol} hasMark={false} />
          </p>
        )}
      </>,
    );
  if (status === 'DRAFT')
    return head(
      t('breeding.story.draft'),
      <p className="mt-3 text-lg text-ink-200">{t('breeding.story.draftText')}</p>,
    );
  return head(
    isOverdue ? t('breeding.story.overdue') : isDue ? t('breeding.story.ready') : t('breeding.story.expecting', both),
    <>
      {!isDue && readyAt && (
        <p className="mt-4">
          <Countdown to={readyAt} networkUuid={networkUuid} className="text-4xl font-semibold text-ink-50" />
        </p>
      )}
      <p className="mt-3 text-lg text-ink-200">
        {t(
          isOverdue
            ? 'breeding.story.overdueText'
            : isDue
              ? 'breeding.story.readyText'
              : 'breeding.story.expectingText',
        )}
      </p>
      {owner && (
        <p className="mt-3 flex flex-wrap items-center justify-center gap-2 text-ink-200">
          {t('breeding.story.owner')} <PersonLink person={owner} />
        </p>
      )}
      {isDue && (
        <p className="mt-6">
          <Button variant="outlined" isBusy={isAsking} onClick={onHatch}>
            {t(isOverdue ? 'breeding.lose.open' : 'breeding.hatch.open')}
          </Button>
        </p>
      )}
    </>,
  );
};

/** One breeding from its payment to the child, with the draw to verify. */
export const BreedingStory = ({ uuid }: { uuid: string }) => {
  const { t } = useTranslation();
  const gate = useGate();
  const [action, setAction] = useState<'hatch' | 'lose'>();
  const [isAsking, setAsking] = useState(false);
  const [hasReplay, setReplay] = useState(false);
  const replayed = useRef<HTMLHeadingElement>(null);
  const { data: breeding, error } = useQuery({
    ...breedingQuery(uuid),
    refetchInterval: ({ state }) => {
      const { data } = state;
      if (!data) return untilRead(state);
      if (data.status === 'HATCHED' || data.status === 'LOST') return false;
      const isNear = data.readyAt !== null && Date.parse(data.readyAt) - Date.now() < EXPECTING_MS;
      return data.status === 'READY' || data.status === 'DRAFT' || isNear ? DUE_MS : EXPECTING_MS;
    },
  });
  const { data: terms } = useQuery({
    ...termsQuery(breeding?.collection.uuid ?? ''),
    enabled: !!breeding,
  });
  const networkUuid = useNetworkOf(breeding?.currency.uuid);
  const now = useChainNow(networkUuid);
  const proof = breeding?.proof;
  const vocabulary = useVocabulary(terms);
  const stories = useMemo(
    () =>
      proof && vocabulary
        ? namedStories(
            storyOf(
              BigInt(proof.matronGenes),
              BigInt(proof.sireGenes),
              BigInt(proof.seed),
              proof.traits,
              BigInt(proof.counts),
            ),
            vocabulary,
          )
        : [],
    [proof, vocabulary],
  );
  if (error && !breeding) throw error;
  if (!breeding) return <StoryRoom />;
  // Normally the marketplace hatches the child on request; if it cannot, the visitor's own wallet gets the steps.
  const hatch = async () => {
    setAsking(true);
    try {
      const { data } = await call(breedingCalls.hatch, { params: { id: uuid } });
      const [step] = data.steps ?? [];
      if (step) setAction(step.id === 'lose' ? 'lose' : 'hatch');
      else toast.info(t('breeding.hatch.asked'));
    } catch (failure) {
      toast.error(errorWords(t, failure)[0] ?? t('error.general'));
    } finally {
      setAsking(false);
    }
  };
  const dueSince =
    now === null || breeding.readyAt === null || !['READY', 'EXPECTING'].includes(breeding.status)
      ? null
      : now - Date.parse(breeding.readyAt);
  const isDue = breeding.status === 'READY' || (dueSince !== null && dueSince >= 0);
  const isOverdue = breeding.status === 'EXPECTING' && dueSince !== null && dueSince > OVERDUE_MS;
  return (
    <article data-breeding={breeding.uuid} data-status={breeding.status}>
      {/* What follows stays out of view until the traits are there. */}
      <div className={breeding.child && !vocabulary ? 'min-h-dvh' : ''}>
        <div className="mx-auto grid max-w-5xl grid-cols-2 items-start gap-4 fluid:items-center fluid:grid-cols-[12rem_minmax(0,1fr)_12rem] fluid:gap-8">
          <ParentLink parent={breeding.matron} part="matron" />
          <div className="order-first col-span-2 mx-auto w-full max-w-md fluid:order-none fluid:col-span-1">
            <Middle breeding={breeding} isDue={isDue} />
          </div>
          <ParentLink parent={breeding.sire} part="sire" />
        </div>
        <div className="mx-auto mt-8 max-w-2xl text-center" aria-live="polite">
          <Words
            breeding={breeding}
            isDue={isDue}
            isOverdue={isOverdue}
            networkUuid={networkUuid}
            isAsking={isAsking}
            onHatch={() => gate('wallet', () => void hatch())}
          />
        </div>
        {proof && stories.length > 0 && (
          <section className="mx-auto mt-14 max-w-6xl">
            <div className="flex flex-wrap items-end justify-between gap-4">
              <div className="max-w-2xl">
                <h2 ref={replayed} tabIndex={-1} className="text-2xl font-semibold outline-none">
                  {hasReplay ? t('breeding.replay.title') : t('breeding.story.traits')}
                </h2>
                <p className="mt-2 text-ink-200">{t('breeding.replay.text')}</p>
              </div>
              {!hasReplay && (
                <Button
                  variant="outlined"
                  onClick={() => {
                    setReplay(true);
                    // The button goes, and what it asked for is below.
                    replayed.current?.focus({ preventScroll: true });
                  }}
                >
                  {t('breeding.replay.open')}
                </Button>
              )}
            </div>
            <div className="mt-6">
              {hasReplay && vocabulary ? (
                <Suspense fallback={<Skeleton className="h-64 rounded-2xl" />}>
                  <ReplayPanel breeding={breeding} vocabulary={vocabulary} networkUuid={networkUuid} />
                </Suspense>
              ) : (
                <TraitStories stories={stories} breeding={breeding} />
              )}
            </div>
          </section>
        )}
      </div>
      <p className="mt-14 text-center">
        <Link to={path.breeding} className={buttonClass('outlined')}>
          {t('breeding.story.back')}
        </Link>
      </p>
      {action && (
        <Suspense fallback={null}>
          <HatchDialog
            breeding={breeding}
            action={action}
            networkUuid={networkUuid}
            onClose={() => setAction(undefined)}
          />
        </Suspense>
      )}
    </article>
  );
};
