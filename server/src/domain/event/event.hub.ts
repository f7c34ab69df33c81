import type { Change } from '@skarb/schema/event';

/** A change as the database tells it: with whom it concerns, and whether others may know. */
type Announced = Change & {
  users: (string | null)[] | null;
  isPublic: boolean;
  /** What else it is news of, for those who watch that. */
  alsoOf?: (string | null)[];
};

/** Somebody who listens. `send` says whether he keeps up. */
export type Listener = {
  userUuid: string | undefined;
  /** Where he is, for the limits. */
  place: string;
  /** Uuids of offers, tokens and collections. */
  watched: ReadonlySet<string>;
  send(text: string): boolean;
  end(): void;
};

const LIMIT = { user: 20, place: 200, all: 10_000 };

/** An event of a stream as it goes over the wire. */
export const eventText = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Hands each change to whom it concerns: those who watch the thing, its token or its collection, if it is public, and
 * its own people in any case. Looks up, never searches: a change costs what its listeners cost.
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
    // Who does not keep up is let go instead of being stored up for: he comes back and reads what is true then.
    if (listener.send(text)) return;
    leave(listener);
    listener.end();
  };

  return {
    /** How many listen. */
    size: () => all.size,
    /** @returns undefined when there are too many already, else what takes him out again */
    join: (listener: Listener): (() => void) | undefined => {
      const users = listener.userUuid ? (byKey.get(`user ${listener.userUuid}`)?.size ?? 0) : 0;
      const places = perPlace.get(listener.place) ?? 0;
      if (all.size >= LIMIT.all || users >= LIMIT.user || places >= LIMIT.place) return undefined;
      all.add(listener);
      perPlace.set(listener.place, places + 1);
      for (const key of keysOf(listener)) byKey.set(key, (byKey.get(key) ?? new Set()).add(listener));
      return () => leave(listener);
    },
    /** A notification of the database. */
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
    /** Something may have been missed. */
    resync: () => {
      for (const listener of all) give(listener, eventText('resync', {}));
    },
    /** Nobody is listened to any more. */
    close: () => {
      for (const listener of all) {
        leave(listener);
        listener.end();
      }
    },
  };
};
export type Hub = ReturnType<typeof createHub>;
