import { useState } from 'react';
import { SendReceiver } from './send-receiver.tsx';
import type { useReceiver } from './use-receiver.ts';

/** The part of a purchase for whoever buys for somebody else; closed at first. */
export const ForOther = ({ title, fields }: { title: string; fields: ReturnType<typeof useReceiver>['fields'] }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-ink-200 underline underline-offset-4 hover:text-ink-50">
        {title}
      </summary>
      {/* A field that cannot be seen would hold the dialog's focus. */}
      {isOpen && (
        <div className="mt-3 flex flex-col gap-3">
          <SendReceiver {...fields} />
        </div>
      )}
    </details>
  );
};
