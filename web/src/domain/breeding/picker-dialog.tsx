import type { BreedingFamily, BreedingToken } from '@skarb/schema/breeding';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useChainNow } from '../reference/countdown.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useFailure } from '../../ui/list-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { breedingTokensQuery, openCollectionsQuery, type BreedingTokenFilter } from './breeding.query.ts';
import { obstacleOf } from './obstacle.rules.ts';
import { PickerCard } from './picker-card.tsx';
import type { Role } from './place.tsx';

/** Which tokens are listed. `all` only compares odds. */
const TABS = { matron: ['own', 'all'], sire: ['own', 'siring', 'all'] } as const;
type PickerTab = (typeof TABS)[Role][number];
const SORTS = ['createdAt:DESC', 'generation:ASC', 'generation:DESC'] as const;
/** The most collections that an empty tab leads to. */
const COLLECTIONS_SHOWN = 4;
const SIRING_SORTS = ['siringPrice:ASC', 'siringPrice:DESC', ...SORTS] as const;

const filterOf = (shelf: PickerTab, ownerUuid: string | undefined): BreedingTokenFilter => {
  if (shelf === 'own') return { ownerUuid };
  return shelf === 'siring' ? { siring: true } : {};
};

/** The arrow keys move between cards, as in every grid of tokens. */
const useArrows = () => {
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow') || !list.current) return;
    const cards = [...list.current.querySelectorAll<HTMLElement>('button[data-pick]')];
    const at = cards.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const across = getComputedStyle(list.current).gridTemplateColumns.split(' ').length;
    const to = at + ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key] ?? 0);
    if (!cards[to]) return;
    event.preventDefault();
    cards[to].focus();
  };
  return { list, onKeyDown };
};

/** What is on sale in the collections that are open for breeding: nothing else can breed. */
const OnSale = ({ collectionUuid }: { collectionUuid: string | undefined }) => {
  const { t } = useTranslation();
  const { data: open = [] } = useQuery(openCollectionsQuery);
  const collections = collectionUuid ? open.filter(({ collection }) => collection.uuid === collectionUuid) : open;
  return (
    <div className="flex flex-wrap gap-3">
      {collections.slice(0, COLLECTIONS_SHOWN).map(({ collection: { uuid, name } }) => (
        <Link key={uuid} to={`${path.collection(uuid)}?onSale=true`} className={buttonClass('outlined', 'small')}>
          {t('breeding.picker.buy', { name })}
        </Link>
      ))}
    </div>
  );
};

/** The text of an empty tab, with links to where tokens are. */
const EmptyTab = ({ shelf, collectionUuid }: { shelf: PickerTab; collectionUuid: string | undefined }) => {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start gap-4 py-6">
      <p className="text-ink-200">{t(`breeding.picker.empty.${shelf}`)}</p>
      {shelf === 'own' && <OnSale collectionUuid={collectionUuid} />}
    </div>
  );
};

type Props = {
  role: Role;
  /** The token in the other place: its relatives cannot be partners. */ other: BreedingFamily | null;
  /** The collection to choose from; any open one if not given. */ collectionUuid: string | undefined;
  symbol: string;
  networkUuid: string;
  onPick: (token: BreedingToken) => void;
  onClose: () => void;
};

/** Choosing a parent: own tokens, those offered as sires, or any token to compare odds. */
export const PickerDialog = ({ role, other, collectionUuid, symbol, networkUuid, onPick, onClose }: Props) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const shelves: readonly PickerTab[] = TABS[role].filter((shelf) => shelf !== 'own' || user);
  const [shelf, setShelf] = useState<PickerTab>(shelves[0] ?? 'all');
  const [search, setSearch] = useState('');
  const [sortBy, setSort] = useState<string>('');
  const sorts = shelf === 'siring' ? SIRING_SORTS : SORTS;
  const settled = useDebounced(search.trim());
  const now = useChainNow(networkUuid) ?? 0;
  const { list: cards, onKeyDown } = useArrows();
  const found = useInfiniteQuery(
    breedingTokensQuery({
      ...filterOf(shelf, user?.uuid),
      collectionUuid,
      search: settled || undefined,
      sortBy: sorts.find((sort) => sort === sortBy) ?? sorts[0],
    }),
  );
  const failure = useFailure(found);
  const tokens = found.data?.pages.flatMap((page) => page.data) ?? [];
  const list = (
    <>
      <div className="grid gap-3 tablet:grid-cols-[1fr_14rem]">
        <TextField
          type="search"
          label={t('breeding.picker.search')}
          isLabelHidden
          placeholder={t('breeding.picker.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          label={t('breeding.picker.sort.label')}
          isLabelHidden
          value={sorts.find((sort) => sort === sortBy) ?? sorts[0]}
          onChange={(event) => setSort(event.target.value)}
          options={sorts.map((value) => ({ value, label: t(`breeding.picker.sort.${value.replace(':', '_')}`) }))}
        />
      </div>
      {found.isPending && !failure && <Skeleton className="mt-6 h-72 rounded-2xl" />}
      {found.data && tokens.length === 0 && !found.isFetching && (
        <EmptyTab shelf={shelf} collectionUuid={collectionUuid} />
      )}
      {/* The list only adds arrow keys; each button works without it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={cards}
        onKeyDown={onKeyDown}
        aria-label={t(`breeding.picker.shelf.${shelf}`)}
        className="mt-5 grid grid-cols-2 gap-x-3 gap-y-6 max-[19rem]:grid-cols-1 tablet:grid-cols-3 fluid:gap-x-4"
      >
        {tokens.map((token) => (
          <li key={token.uuid} className="min-w-0">
            <PickerCard
              token={token}
              obstacle={obstacleOf(token, other, now)}
              symbol={symbol}
              networkUuid={networkUuid}
              now={now}
              hasPrice={shelf === 'siring'}
              onPick={() => onPick(token)}
            />
          </li>
        ))}
      </ul>
      <LoadMore list={found} />
    </>
  );
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={t(`breeding.place.${role}.title`)}
      description={t(`breeding.place.${role}.text`)}
    >
      {shelves.length > 1 ? (
        <Tabs
          label={t('breeding.picker.shelves')}
          tabs={shelves.map((value) => ({ value, label: t(`breeding.picker.shelf.${value}`) }))}
          value={shelf}
          onValueChange={(value) => setShelf(value as PickerTab)}
        >
          {list}
        </Tabs>
      ) : (
        list
      )}
    </Dialog>
  );
};
