import { Menu as Base } from '@base-ui/react/menu';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { comeTo, hasDialog } from './dialog-focus.ts';

/**
 * A menu under a button, which gets the focus back unless a link of the menu led to another page or an item opened a
 * dialog. `trigger` is the button's element, e.g. `<button className=…>…</button>`.
 */
export const Menu = ({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
}) => {
  const isLeaving = useRef(false);
  return (
    <Base.Root modal={false} onOpenChange={(isOpen) => isOpen && (isLeaving.current = false)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={8} className="z-40 outline-none">
          <Base.Popup
            onClickCapture={({ target }) => (isLeaving.current = target instanceof Element && !!target.closest('a'))}
            finalFocus={() => (isLeaving.current ? comeTo(document.getElementById('content')) : !hasDialog())}
            className="max-w-(--available-width) min-w-56 rounded-2xl max-[19rem]:min-w-0 border border-ink-700 bg-ink-800 p-1.5 shadow-2xl outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};

const itemClass =
  'flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-xl px-3 text-left text-ink-200 outline-none data-highlighted:bg-ink-700 data-highlighted:text-ink-50 data-disabled:cursor-not-allowed data-disabled:opacity-50';

/** An item of a menu. `render` makes it a link: `render={<Link to=… />}`. */
export const MenuItem = ({
  children,
  onSelect,
  render,
  icon,
  isDisabled,
  staysOpen = false,
}: {
  children?: ReactNode;
  onSelect?: () => void;
  render?: ReactElement;
  icon?: ReactNode;
  isDisabled?: boolean;
  /** The menu stays open after it. */ staysOpen?: boolean;
}) => (
  <Base.Item className={itemClass} onClick={onSelect} render={render} disabled={isDisabled} closeOnClick={!staysOpen}>
    {icon}
    {children}
  </Base.Item>
);

/** Items under what a screen reader says before the first of them: a menu may hold nothing else. */
export const MenuGroup = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel>{label}</Base.GroupLabel>
    {children}
  </Base.Group>
);

export const MenuSeparator = () => <Base.Separator className="mx-2 my-1.5 h-px bg-ink-700" />;
