import type { ReactNode } from 'react';
import { FailureNotice } from './failure-notice.tsx';

/** The last part of a long form in a dialog, why it failed and its button: always in view, above what scrolls. */
export const DialogAction = ({ refusal, children }: { refusal: string | undefined; children: ReactNode }) => (
  <div
    data-dialog-action
    // At the edge of the dialog: its padding counts as outside of what scrolls.
    className="sticky -bottom-[max(1.5rem,env(safe-area-inset-bottom))] z-10 -mx-6 -my-3 grid gap-5 bg-ink-900 px-6 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3 before:bg-linear-to-t before:from-ink-900 fluid:rounded-b-3xl"
  >
    <FailureNotice words={refusal} />
    {children}
  </div>
);
