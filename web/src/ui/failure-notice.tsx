import { CircleAlert } from 'lucide-react';

/** Why it did not work and what to do, where the eye and the screen reader are. */
export const FailureNotice = ({ words }: { words: string | undefined }) =>
  words ? (
    <p role="alert" className="flex gap-3 rounded-2xl bg-ink-800 p-4 text-ink-50">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-red-400" />
      <span className="whitespace-pre-line">{words}</span>
    </p>
  ) : null;
