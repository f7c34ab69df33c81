import { HydrationSignal } from './hydration-signal.tsx';

/** Any unmatched path: the seed wants plain text. The server answers the same text itself. */
export const PlainNotFound = () => (
  <pre className="p-4">
    404
    <HydrationSignal />
  </pre>
);
