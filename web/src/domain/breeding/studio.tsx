import type { BreedingTerms, BreedingToken } from '@skarb/schema/breeding';
import { useQuery } from '@tanstack/react-query';
import { Egg } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { errorWords, leavesNothing } from '../../platform/http/api-error.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { path } from '../../platform/route/path.ts';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { cx } from '../../ui/class-name.ts';
import { useChainNow } from '../reference/countdown.tsx';
import { breedingPath, uuidIn } from './breeding-path.ts';
import { familyQuery } from './breeding-family.query.ts';
import { pairQuery } from './breeding.query.ts';
import { PairPanel } from './pair-panel.tsx';
import { Place, type Role } from './place.tsx';
import { OddsRoom } from './breeding-room.tsx';
import { TraitOdds } from './trait-odds.tsx';
import { useNetworkOf } from './use-network-of.ts';
import { useVocabulary } from './use-vocabulary.ts';

const PickerDialog = lazyDialog(async () => (await import('./picker-dialog.tsx')).PickerDialog);

/** Poll, because a rest ends and a sale happens without the viewer; live updates bring most of it. */
const PAIR_MS = 10_000;

/** The pair in the URL, and how to change it. Each choice is a history entry. */
const usePair = () => {
  const [query, change] = usePageParameters();
  const navigate = useNavigate();
  return {
    matron: uuidIn(query, 'matron'),
    sire: uuidIn(query, 'sire'),
    set: (role: Role, uuid: string) => change({ [role]: uuid }),
    showBreeding: (uuid: string | undefined) => void navigate(uuid ? breedingPath(uuid) : path.breeding),
  };
};

/** Choosing a pair, and what would come of it. */
export const Studio = ({ collections }: { collections: readonly BreedingTerms[] }) => {
  const { t } = useTranslation();
  const pair = usePair();
  const { user } = useSession();
  const [picking, setPicking] = useState<Role>();
  const matron = useQuery({ ...familyQuery(pair.matron), enabled: !!pair.matron });
  const sire = useQuery({ ...familyQuery(pair.sire), enabled: !!pair.sire });
  const found = useQuery({
    ...pairQuery(pair.matron, pair.sire, user?.uuid),
    enabled: !!pair.matron && !!pair.sire,
    refetchInterval: PAIR_MS,
  });
  // A breeding that is unknown, or fits neither place, leaves the places empty.
  const familyIn = (uuid: string, { data, error }: typeof matron) =>
    uuid && !leavesNothing(error, data) ? data : null;
  const families = { matron: familyIn(pair.matron, matron), sire: familyIn(pair.sire, sire) };
  const chosen = families.matron ?? families.sire ?? null;
  const terms = chosen?.terms ?? collections[0];
  const vocabulary = useVocabulary(pair.matron && pair.sire ? terms : undefined);
  const networkUuid = useNetworkOf(terms?.currency.uuid);
  const now = useChainNow(networkUuid);
  const failure = [matron, sire, found].find(({ error, data }) => leavesNothing(error, data))?.error;
  const isFlat = !pair.matron && !pair.sire;
  const place = (role: Role) => (
    <Place
      isFlat={isFlat}
      role={role}
      family={families[role]}
      networkUuid={networkUuid}
      now={now}
      onPick={() => setPicking(role)}
      onClear={() => pair.set(role, '')}
    />
  );
  const pick = (role: Role) => (token: BreedingToken) => {
    setPicking(undefined);
    pair.set(role, token.uuid);
  };
  const shown = pair.matron && pair.sire ? found.data : undefined;
  return (
    <div>
      <div className="@container mx-auto max-w-5xl">
        <div className="grid grid-cols-2 items-start gap-3 max-[19rem]:grid-cols-1 fluid:grid-cols-[1fr_8rem_1fr] fluid:gap-6">
          {place('matron')}
          {/* As high as the places beside it. */}
          <div
            aria-hidden
            className={cx(
              'hidden h-[calc((100cqw-11rem)/2)] items-center justify-center fluid:flex',
              isFlat && 'wide:h-[calc((100cqw-11rem)*9/32)]',
            )}
          >
            <span className="flex size-24 items-center justify-center rounded-full border border-dashed border-ink-700">
              <Egg className={shown?.obstacles.length === 0 ? 'size-9 text-gold-400' : 'size-9 text-ink-400'} />
            </span>
          </div>
          {place('sire')}
        </div>
      </div>
      {failure && (
        <p role="alert" className="mt-8 text-center text-ink-200">
          {errorWords(t, failure)[0]}
        </p>
      )}
      {pair.matron &&
        pair.sire &&
        // The payment is within: a poll that fails must not close it.
        !leavesNothing(found.error, found.data) &&
        (shown && terms && vocabulary ? (
          <div className="mt-12 grid grid-cols-[minmax(0,1fr)] gap-8 wide:grid-cols-[minmax(0,1fr)_24rem] wide:gap-12">
            <div className="wide:order-last">
              <PairPanel
                pair={shown}
                isForVisitors={!user || found.isPlaceholderData}
                terms={terms}
                networkUuid={networkUuid}
                onBred={pair.showBreeding}
              />
            </div>
            <TraitOdds matron={shown.matron} sire={shown.sire} vocabulary={vocabulary} />
          </div>
        ) : (
          <OddsRoom />
        ))}
      {picking && (
        <Suspense fallback={null}>
          <PickerDialog
            role={picking}
            other={families[picking === 'matron' ? 'sire' : 'matron'] ?? null}
            collectionUuid={(families[picking === 'matron' ? 'sire' : 'matron'] ?? null)?.token.collection.uuid}
            symbol={terms?.currency.symbol ?? ''}
            networkUuid={networkUuid}
            onPick={pick(picking)}
            onClose={() => setPicking(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
};
