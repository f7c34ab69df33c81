import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

/** A panel under a button. Takes the focus and returns it to the button; Escape and a press outside close it. */
export const Popover = ({
  trigger,
  title,
  open,
  onOpenChange,
  children,
}: {
  trigger: ReactElement;
  /** Its heading, also its name for screen readers. */ title: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) => (
  <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner align="end" sideOffset={8} collisionPadding={16} className="z-40 outline-none">
        <Base.Popup className="flex max-h-[min(40rem,var(--available-height))] w-104 max-w-(--available-width) flex-col overflow-hidden rounded-2xl border border-ink-700 bg-ink-900 shadow-2xl outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Base.Title className="px-5 pb-2 pt-4 text-lg font-semibold leading-tight text-ink-50">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
