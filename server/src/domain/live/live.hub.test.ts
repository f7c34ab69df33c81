import { RECENT_CHANGES_MS } from '@skarb/schema/limits';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHub } from './live.hub.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const announcement = (uuid: string, version: number, isPublic = true) =>
  JSON.stringify({ kind: 'token', uuid, version, users: [], isPublic });

/** What a page hears first that was read this long ago. */
const hearFirst = (hub: ReturnType<typeof createHub>, uuid: string, recentMs: number): string[] => {
  let text = '';
  const listener = {
    userUuid: undefined,
    networkAddress: 'here',
    watched: new Set([uuid]),
    recentMs,
    send: (some: string) => {
      text += some;
      return true;
    },
    end: () => {},
  };
  const leave = hub.join(listener);
  hub.giveRecent(listener);
  leave?.();
  return [...text.matchAll(/event: (\w+)\ndata: (.+)/g)].map(([, name, data]) =>
    name === 'change' ? `change ${(JSON.parse(data ?? '') as { version: number }).version}` : String(name),
  );
};

test('a new stream begins with the public changes of what it watches since its page was read, and with nothing unasked', () => {
  const hub = createHub();
  const [seen, other] = [randomUUID(), randomUUID()];
  later(RECENT_CHANGES_MS);
  hub.announce(announcement(seen, 1));
  later(5000);
  hub.announce(announcement(seen, 2));
  hub.announce(announcement(other, 3));
  hub.announce(announcement(seen, 4, false));
  later(1000);
  expect(hearFirst(hub, seen, 4000)).toEqual(['change 2']);
  expect(hearFirst(hub, seen, 10_000)).toEqual(['change 1', 'change 2']);
  expect(hearFirst(hub, seen, 0)).toEqual([]);
});

test('a new stream begins with “resync” when not all changes since its page was read are known', () => {
  const hub = createHub();
  const seen = randomUUID();
  expect(hearFirst(hub, seen, 1000)).toEqual(['resync']);
  later(2000);
  expect(hearFirst(hub, seen, 1000)).toEqual([]);
  hub.resync();
  later(500);
  expect(hearFirst(hub, seen, 1000)).toEqual(['resync']);
  later(2000);
  for (let version = 1; version <= 12_000; version++) {
    later(1);
    hub.announce(announcement(seen, version));
  }
  expect(hearFirst(hub, seen, RECENT_CHANGES_MS)).toEqual(['resync']);
  expect(hearFirst(hub, seen, 4000)).toHaveLength(4001);
});
