import type { Change } from '@skarb/schema/event';
import { RECENT_CHANGES_MS } from '@skarb/schema/limits';

/** A change by the database: whom it concerns, and whether it is public. */
type Announced = Change & {
  users: (string | null)[] | null;
  isPublic: boolean;
  /** Further subjects whose watchers receive it. */
  alsoOf?: (string | null)[];
};

/** A listener. `send` returns whether the client keeps up. */
export type Listener = {
  userUuid: string | undefined;
  /** The client's network address, for the limits. */
  networkAddress: string;
  /** The watched uuids of offers, tokens and collections, `properties` and the uuid of a collection, and `activity` for all of it. */
  watched: ReadonlySet<string>;
  /** Begins with the public changes of these last milliseconds. */
  recentMs: number;
  send(text: string): boolean;
  end(): void;
};

/** The most public changes that are kept for new listeners. */
const RECENT_MAX = 5000;
const LIMIT = { user: 20, networkAddress: 200, all: 10_000 };

/** An event in the wire format. */
export const eventText = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Sends each change to those it concerns: to watchers of the subject, its token or its collection when it is public,
 * and always to the users involved. Uses lookups only: a change costs what its listeners cost.
 */
export const createHub = () => {
  const byKey = new Map<string, Set<Listener>>();
  const all = new Set<Listener>();
  const perNetworkAddress = new Map<string, number>();
  /** The newest public changes, oldest first, with their watched uuids. */
  let recent: { at: number; uuids: Set<string>; text: string }[] = [];
  /** Nothing before this moment is kept. */
  let recentSince = Date.now();
  const keysOf = ({ userUuid, watched }: Listener) => [
    ...[...watched].map((uuid) => `of ${uuid}`),
    ...(userUuid ? [`user ${userUuid}`] : []),
  ];

  const leave = (listener: Listener) => {
    if (!all.delete(listener)) return;
    const left = (perNetworkAddress.get(listener.networkAddress) ?? 1) - 1;
    if (left > 0) perNetworkAddress.set(listener.networkAddress, left);
    else perNetworkAddress.delete(listener.networkAddress);
    for (const key of keysOf(listener)) {
      const some = byKey.get(key);
      some?.delete(listener);
      if (some?.size === 0) byKey.delete(key);
    }
  };
  const sendText = (listener: Listener, text: string) => {
    // Disconnect clients that do not keep up instead of buffering: they reconnect and read the current state.
    if (listener.send(text)) return;
    leave(listener);
    listener.end();
  };

  const keep = (uuids: Set<string>, text: string) => {
    const at = Date.now();
    recent.push({ at, uuids, text });
    if (recent.length < 2 * RECENT_MAX && at - recent[0]!.at < 2 * RECENT_CHANGES_MS) return;
    const oldest = Math.max(at - RECENT_CHANGES_MS, recent.at(-RECENT_MAX)?.at ?? 0);
    recent = recent.filter((change) => change.at > oldest);
    recentSince = Math.max(recentSince, oldest);
  };
  const giveRecent = (listener: Listener) => {
    if (!listener.recentMs) return;
    const since = Date.now() - listener.recentMs;
    if (since < recentSince) return sendText(listener, eventText('resync', {}));
    const watched = [...listener.watched];
    const missed = recent.filter(({ at, uuids }) => at >= since && watched.some((uuid) => uuids.has(uuid)));
    if (missed.length > 0) sendText(listener, missed.map(({ text }) => text).join(''));
  };

  return {
    /** The number of listeners. */
    size: () => all.size,
    /** @returns a function that removes the listener; undefined when there are too many already */
    join: (listener: Listener): (() => void) | undefined => {
      const users = listener.userUuid ? (byKey.get(`user ${listener.userUuid}`)?.size ?? 0) : 0;
      const connections = perNetworkAddress.get(listener.networkAddress) ?? 0;
      if (all.size >= LIMIT.all || users >= LIMIT.user || connections >= LIMIT.networkAddress) return undefined;
      all.add(listener);
      perNetworkAddress.set(listener.networkAddress, connections + 1);
      for (const key of keysOf(listener)) byKey.set(key, (byKey.get(key) ?? new Set()).add(listener));
      return () => leave(listener);
    },
    /** Sends what a listener may have missed before it joined, or `resync` if not all of that is kept. */
    giveRecent,
    /** A NOTIFY of the database. */
    announce: (payload: string) => {
      const { users, isPublic, alsoOf = [], ...change } = JSON.parse(payload) as Announced;
      const keys = (users ?? []).flatMap((uuid) => (uuid ? [`user ${uuid}`] : []));
      const text = eventText('change', change satisfies Change);
      if (isPublic) {
        const subjects = [change.uuid, change.tokenUuid, change.collectionUuid, ...alsoOf];
        const uuids = new Set(subjects.filter((uuid): uuid is string => !!uuid));
        for (const uuid of uuids) keys.push(`of ${uuid}`);
        keep(uuids, text);
      }
      const concerned = new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]));
      for (const listener of concerned) sendText(listener, text);
    },
    /** Changes may have been missed. */
    resync: () => {
      recent = [];
      recentSince = Date.now();
      for (const listener of all) sendText(listener, eventText('resync', {}));
    },
    /** Removes all listeners. */
    close: () => {
      for (const listener of all) {
        leave(listener);
        listener.end();
      }
    },
  };
};
export type Hub = ReturnType<typeof createHub>;
