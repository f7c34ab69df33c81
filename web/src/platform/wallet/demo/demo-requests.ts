import type { SignatureStep } from '@skarb/schema/primitive';

/** A request of the demo wallet for the user's approval, as its dialog shows it. */
export type DemoRequest =
  | { kind: 'text'; text: string }
  | { kind: 'typedData'; from: string; typedData: SignatureStep['typedData'] }
  | { kind: 'transaction'; from: string; to: string; data: string; value: bigint };
export type PendingDemoRequest = DemoRequest & { id: number };

const listeners = new Set<() => void>();
let queue: { request: PendingDemoRequest; answer: (allowed: boolean) => void }[] = [];
let nextId = 1;
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Asks the user for approval and resolves with the answer. Shows one request at a time. */
export const askPerson = (request: DemoRequest): Promise<boolean> =>
  new Promise((answer) => {
    queue = [...queue, { request: { ...request, id: nextId++ }, answer }];
    notifyListeners();
  });

/** The request to show now, or null. */
export const pendingRequest = (): PendingDemoRequest | null => queue[0]?.request ?? null;

export const subscribeRequests = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Answers a request; a second answer to the same request is ignored. */
export const answerRequest = (id: number, allowed: boolean): void => {
  const entry = queue.find(({ request }) => request.id === id);
  if (!entry) return;
  queue = queue.filter((other) => other !== entry);
  notifyListeners();
  entry.answer(allowed);
};
