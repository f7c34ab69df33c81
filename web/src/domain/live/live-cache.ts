import type { Change } from '@skarb/schema/event';
import { WATCHED_MAX } from '@skarb/schema/limits';
import type { Token } from '@skarb/schema/token';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { PRIVATE } from '../../platform/query/private.ts';
import { cardQueries, hasCard, setTerms } from './card-answers.ts';
import { followReads } from './reads.ts';

export type Watched = {
  offerUuid: string[];
  tokenUuid: string[];
  collectionUuid: string[];
  /** Of these collections only the properties, floors and ranks. */
  propertiesOf: string[];
  /** A list of activity, or a feed, is on screen. */
  activity?: true;
};

/** Names of everything watched. */
export const namesOf = ({ activity, propertiesOf, ...uuids }: Watched): string[] => [
  ...Object.values(uuids).flat(),
  ...propertiesOf.map((uuid) => `properties ${uuid}`),
  ...(activity ? ['activity'] : []),
];

/**
 * The newest lines of activity and of a feed. A busy market reports something new all the time: each is read no more often
 * than this.
 */
const NEWEST = [
  { queryKey: ['activity', 'newest'], ms: 1000 },
  { queryKey: [PRIVATE, 'feed', 'newest'], ms: 3000 },
];

const uuidIn = (part: unknown): part is string => typeof part === 'string' && /^[0-9a-f-]{36}$/i.test(part);

/** The collection whose properties a query shows: its own, or those of a work, with their floors. */
const propertiesIn = ({ queryKey: [domain, what, id], state }: Query): unknown =>
  domain === 'collection' && what === 'traits'
    ? id
    : domain === 'token' && what === 'one'
      ? (state.data as Token | undefined)?.collection.uuid
      : undefined;

/** What is on screen: the subjects of the active queries, and the cards in and near the viewport. */
export const watchedOf = (client: QueryClient, cards: readonly string[]): Watched => {
  const watched = { offer: new Set<string>(), token: new Set<string>(), collection: new Set<string>() };
  const propertiesOf = new Set<string>();
  for (const query of client.getQueryCache().findAll({ type: 'active' })) {
    const shown = propertiesIn(query);
    if (uuidIn(shown)) propertiesOf.add(shown);
    const [domain, what, id] = query.queryKey as [string, string, unknown];
    if (what === 'one' && uuidIn(id) && domain in watched) watched[domain as keyof typeof watched].add(id);
  }
  for (const card of cards) {
    if (watched.offer.size + watched.token.size + watched.collection.size + propertiesOf.size >= WATCHED_MAX) break;
    watched.token.add(card);
  }
  return {
    offerUuid: [...watched.offer],
    tokenUuid: [...watched.token],
    collectionUuid: [...watched.collection],
    propertiesOf: [...propertiesOf],
    ...(NEWEST.some(({ queryKey }) => client.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0) && {
      activity: true,
    }),
  };
};

/** Tokens whose cards are in the viewport or within a screen of it. */
export const cardsInView = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-token]')].flatMap((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return bottom > -innerHeight && top < 2 * innerHeight && card.dataset.token ? [card.dataset.token] : [];
  });

/** Lists of offers are about one token, or about one user's own offers. */
const isOfferList = (query: Query, tokenUuid: string | undefined): boolean => {
  const [first, second, filter] = query.queryKey as [string, string, { tokenUuid?: string } | undefined];
  return second === 'offers' && (first === PRIVATE || !filter?.tokenUuid || filter.tokenUuid === tokenUuid);
};

const GATHER_MS = 40;
/** How often a read is repeated that is older than the change it follows (a replica lags). */
const AGAIN = { times: 5, ms: 250 };

/**
 * Updates the screen after a change: prices on cards are replaced in place, everything else is fetched again. Outdated
 * changes are dropped by version; changes of the same moment cause one fetch.
 */
export const createLiveCache = (client: QueryClient) => {
  const reads = followReads(client);
  const seen = new Map<string, number>();
  const offers = new Map<string, number>();
  const stale = new Map<string, (query: Query) => boolean>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readOffer = async (uuid: string, version: number) => {
    for (let times = 0; times < AGAIN.times; times++) {
      const held = client.getQueryData<{ version: number }>(['offer', 'one', uuid]);
      if (held && held.version >= version) return;
      await client.refetchQueries({ queryKey: ['offer', 'one', uuid], type: 'active' });
      if (times > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN.ms));
    }
  };
  const readAgain = () => {
    timer = undefined;
    const wanted = [...stale.values()];
    stale.clear();
    for (const [uuid, version] of offers) void readOffer(uuid, version);
    offers.clear();
    reads.again((query) => wanted.some((isStale) => isStale(query)));
  };
  const isStale = (key: string, predicate: (query: Query) => boolean) => {
    stale.set(key, predicate);
    timer ??= setTimeout(readAgain, GATHER_MS);
  };

  const patchCards = ({ uuid, listing, auction }: Change) => {
    if (listing === undefined) return;
    const terms = { listing, ...(auction !== undefined && { auction }) };
    for (const query of cardQueries(client, 'all')) {
      const patch = () => setTerms(query, uuid, terms);
      patch();
      // What is on its way may be from before; a next page brings the pages back as they were when it was wanted.
      reads.afterRunning(query, uuid, patch);
    }
  };

  const waiting = new Set<QueryKey>();
  const readNewest = () => {
    for (const { queryKey, ms } of NEWEST) {
      if (waiting.has(queryKey)) continue;
      waiting.add(queryKey);
      setTimeout(() => {
        waiting.delete(queryKey);
        void client.invalidateQueries({ queryKey });
      }, ms);
    }
  };

  return {
    stop: reads.stop,
    /** Cards come into view: answers are read again in which one of them was read before a time. */
    show: (uuids: ReadonlySet<string>, time: number): void => {
      for (const query of cardQueries(client, 'active'))
        reads.againIfOlder(query, time, (page) => hasCard(page, uuids));
    },
    apply: (change: Change): void => {
      if (change.kind === 'activity') return readNewest();
      const key = `${change.kind} ${change.uuid}`;
      if ((seen.get(key) ?? 0) >= change.version) return;
      seen.set(key, change.version);
      // Most notifications follow a transfer of money (outbid and refunded, sold, credited), so read balances again.
      if (change.kind === 'notification')
        return isStale(
          key,
          ({ queryKey }) => queryKey[0] === PRIVATE && /^(notification|balance|credit)$/.test(String(queryKey[1])),
        );
      // Money bought by card has reached the wallet.
      if (change.kind === 'onramp')
        return isStale(
          key,
          ({ queryKey }) => queryKey[0] === PRIVATE && /^(onramp|balance|preflight)$/.test(String(queryKey[1])),
        );
      if (change.kind === 'transaction') return;
      if (change.kind === 'collection')
        return isStale(
          key,
          (query) =>
            propertiesIn(query) === change.uuid ||
            (query.queryKey[0] === 'collection' && query.queryKey[2] === change.uuid),
        );
      const { tokenUuid, collectionUuid } = change;
      // Removed from all lists, including this one.
      if (change.isGone) isStale(`gone ${key}`, ({ queryKey }) => queryKey[0] === 'token' && queryKey[1] !== 'history');
      if (change.kind === 'breeding') return isStale(key, ({ queryKey }) => queryKey[0] === 'breeding');
      if (change.kind === 'token') patchCards(change);
      else offers.set(change.uuid, change.version);
      isStale(key, (query) => {
        const [domain, what, id] = query.queryKey;
        // A parent that was listed or transferred has other obstacles.
        if (domain === 'breeding') return what === 'pair' || what === 'family' || what === 'tokens';
        if (domain === 'token') return id === tokenUuid && (what === 'one' || what === 'history');
        if (domain === 'offer' && id === change.uuid) return what === 'history';
        if (domain === 'collection') return id === collectionUuid;
        return isOfferList(query, tokenUuid);
      });
    },
    /** Changes may have been missed: fetch everything on screen again. */
    resync: (): void => {
      void client.invalidateQueries({
        // Lines that are being read do not move: the newest ones say that there are new ones.
        predicate: ({ queryKey: [domain, what, list] }) =>
          domain !== 'reference' &&
          !(domain === 'activity' && what === 'list') &&
          !(what === 'feed' && list === 'list'),
      });
    },
  };
};
