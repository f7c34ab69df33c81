import type { Change } from '@skarb/schema/event';

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
  place: string;
  /** The watched uuids of offers, tokens and collections, and `activity` for all of it. */
  watched: ReadonlySet<string>;
  send(text: string): boolean;
  end(): void;
};

const LIMIT = { user: 20, place: 200, all: 10_000 };

/** An event in the wire format. */
export const eventText = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Sends each change to those it concerns: to watchers of the subject, its token or its collection when it is public,
 * and always to the users involved. Uses lookups only: a change costs what its listeners cost.
 */
export const createHub = () => {
  const byKey = new Map<string, Set<Listener>>();
  const all = new Set<Listener>();
  const perPlace = new Map<string, number>();
  const keysOf = ({ userUuid, watched }: Listener) => [
    ...[...watched].map((uuid) => `of ${uuid}`),
    ...(userUuid ? [`user ${userUuid}`] : []),
  ];

  const leave = (listener: Listener) => {
    if (!all.delete(listener)) return;
    const left = (perPlace.get(listener.place) ?? 1) - 1;
    if (left > 0) perPlace.set(listener.place, left);
    else perPlace.delete(listener.place);
    for (const key of keysOf(listener)) {
      const some = byKey.get(key);
      some?.delete(listener);
      if (some?.size === 0) byKey.delete(key);
    }
  };
  const give = (listener: Listener, text: string) => {
    // Disconnect clients that do not keep up instead of buffering: they reconnect and read the current state.
    if (listener.send(text)) return;
    leave(listener);
    listener.end();
  };

  return {
    /** The number of listeners. */
    size: () => all.size,
    /** @returns a function that removes the listener; undefined when there are too many already */
    join: (listener: Listener): (() => void) | undefined => {
      const users = listener.userUuid ? (byKey.get(`user ${listener.userUuid}`)?.size ?? 0) : 0;
      const places = perPlace.get(listener.place) ?? 0;
      if (all.size >= LIMIT.all || users >= LIMIT.user || places >= LIMIT.place) return undefined;
      all.add(listener);
      perPlace.set(listener.place, places + 1);
      for (const key of keysOf(listener)) byKey.set(key, (byKey.get(key) ?? new Set()).add(listener));
      return () => leave(listener);
    },
    /** A NOTIFY of the database. */
    announce: (payload: string) => {
      const { users, isPublic, alsoOf = [], ...change } = JSON.parse(payload) as Announced;
      const keys = (users ?? []).flatMap((uuid) => (uuid ? [`user ${uuid}`] : []));
      if (isPublic)
        for (const uuid of new Set([change.uuid, change.tokenUuid, change.collectionUuid, ...alsoOf]))
          if (uuid) keys.push(`of ${uuid}`);
      const concerned = new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]));
      if (concerned.size === 0) return;
      const text = eventText('change', change satisfies Change);
      for (const listener of concerned) give(listener, text);
    },
    /** Changes may have been missed. */
    resync: () => {
      for (const listener of all) give(listener, eventText('resync', {}));
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
