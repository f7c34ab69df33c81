import { urlOf } from '@skarb/client';
import * as eventCalls from '@skarb/schema/calls/event';
import type { Change } from '@skarb/schema/event';
import { RECENT_CHANGES_MS, STORAGE_KEY } from '@skarb/schema/limits';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openStream } from '../../platform/live/stream.ts';
import { pageHydrated } from '../../platform/lazy/hydration.tsx';
import { tokenNow } from '../../platform/lazy/use-has-interacted.ts';
import { cardsInView, createLiveCache, namesOf, watchedOf } from './live-cache.ts';

const LOOK_MS = 400;
/** The server keeps a page this long for other visitors, so that it may be as old when it arrives. */
const PAGE_KEPT_MS = 10_000;
/** A hidden tab keeps its connection this long: browsers allow only a few. */
const HIDDEN_MS = 15_000;

const sessionModule = () => import('../../platform/session/use-session.ts');

/** The greatest age of this tab’s data in milliseconds, unless it was hidden: its own, and how long the server kept the page. */
const oldest = (): number => Math.round(performance.now()) + PAGE_KEPT_MS;

/** Keeps one connection to the server for what this tab shows. @returns a function that ends it */
const keepLive = (client: QueryClient): (() => void) => {
  const cache = createLiveCache(client);
  let stream: { close: () => void } | undefined;
  let watched = new Set<string>();
  /** The access token of the stream: another one may be another person’s. */
  let whose: string | null | undefined;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const close = () => {
    stream?.close();
    stream = undefined;
    watched = new Set();
  };
  const open = (query: ReturnType<typeof watchedOf>, hasMissed: boolean) => {
    let before = stream;
    watched = new Set(namesOf(query));
    const opening = openStream({
      url: urlOf(eventCalls.listen, { query: { ...query, recentMs: Math.min(oldest(), RECENT_CHANGES_MS) } }),
      // The server ends the stream when the token expires: with the same one it would refuse the next.
      token: async () => tokenNow() && (await sessionModule()).session.validToken(),
      onRefused: async () => (await sessionModule()).session.refresh().catch(() => null),
      onOpen: (isAgain) => {
        // Keep the old connection until the new one is open.
        before?.close();
        before = undefined;
        if (isAgain || hasMissed) cache.resync();
      },
      onEvent: (name, data) => {
        if (name === 'change') cache.apply(JSON.parse(data) as Change);
        else if (name === 'resync') cache.resync();
      },
    });
    stream = {
      // One that is replaced before it is open still has the one before it.
      close: () => {
        opening.close();
        before?.close();
      },
    };
  };
  const look = () => {
    looking = undefined;
    if (isOver || document.hidden) return;
    const query = watchedOf(client, cardsInView());
    const user = tokenNow();
    const isLacking = namesOf(query).some((name) => !watched.has(name));
    if (stream && !isLacking && user === whose) return;
    whose = user;
    // The stream begins with the changes of the last minute. Without one before it, everything older is read again.
    if (stream)
      cache.show(
        new Set(query.tokenUuid.filter((uuid) => !watched.has(uuid))),
        Date.now() - RECENT_CHANGES_MS + PAGE_KEPT_MS,
      );
    open(query, !stream && oldest() > RECENT_CHANGES_MS);
  };
  const lookSoon = () => (looking ??= setTimeout(look, LOOK_MS));
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, HIDDEN_MS);
    else if (!stream) {
      whose = tokenNow();
      open(watchedOf(client, cardsInView()), true);
    }
  };
  const onStorage = ({ key }: StorageEvent) => (key === null || key === STORAGE_KEY.accessToken) && lookSoon();

  const stops = [
    cache.stop,
    client.getQueryCache().subscribe(({ type }) => {
      if (type === 'observerAdded' || type === 'updated') lookSoon();
    }),
  ];
  addEventListener('scroll', lookSoon, { passive: true });
  addEventListener('storage', onStorage);
  addEventListener('skarb:signed-in', lookSoon);
  document.addEventListener('visibilitychange', onVisibility);
  look();
  return () => {
    isOver = true;
    clearTimeout(looking);
    clearTimeout(hiding);
    close();
    for (const stop of stops) stop();
    removeEventListener('scroll', lookSoon);
    removeEventListener('storage', onStorage);
    removeEventListener('skarb:signed-in', lookSoon);
    document.removeEventListener('visibilitychange', onVisibility);
  };
};

/** Mounted once per page: keeps what is on screen up to date without a reload. */
export const LiveHost = () => {
  const client = useQueryClient();
  useEffect(() => {
    let isOver = false;
    let end = () => {};
    void pageHydrated().then(() => {
      if (!isOver) end = keepLive(client);
    });
    return () => {
      isOver = true;
      end();
    };
  }, [client]);
  return null;
};
