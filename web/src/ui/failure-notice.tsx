import { CircleAlert } from 'lucide-react';

/** An alert that says why an action failed and what to do. */
export const FailureNotice = ({ words }: { words: string | undefined }) =>
  words ? (
    <p role="alert" className="flex gap-3 rounded-2xl bg-ink-800 p-4 text-ink-50">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-red-400" />
      <span className="whitespace-pre-line">{words}</span>
    </p>
  ) : null;
