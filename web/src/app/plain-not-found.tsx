import { HydrationSignal } from './hydration-signal.tsx';

/** Shown for an unmatched path: the specification requires plain text. The server answers with the same text. */
export const PlainNotFound = () => (
  <pre className="p-4">
    404
    <HydrationSignal />
  </pre>
);
