import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { NOTIFICATION_CLEAR_MS } from '@skarb/schema/limits';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { useHydrated } from '../platform/query/use-hydrated.ts';
import { buttonClass } from './button.tsx';
import { cx } from './class-name.ts';

export type ToastType = 'success' | 'error' | 'info';
type Notice = {
  id: number;
  type: ToastType;
  message: ReactNode;
  isOpen: boolean;
  action?: { label: string; onPress: () => void };
};

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const set = (next: readonly Notice[]) => {
  notices = next;
  for (const listener of listeners) listener();
};

/** Closes a toast; its message is removed 100 ms later, after it has faded out. */
export const closeToast = (id: number): void => {
  set(notices.map((notice) => (notice.id === id ? { ...notice, isOpen: false } : notice)));
  setTimeout(() => set(notices.filter((notice) => notice.id !== id)), NOTIFICATION_CLEAR_MS);
};

/** Removes all toasts at once. @internal tests share the module */
export const clearToasts = (): void => set([]);

const show =
  (type: ToastType) =>
  (message: ReactNode, options: Pick<Notice, 'action'> = {}): number => {
    const id = ++lastId;
    // A toast replaces an earlier one with the same text and type.
    const others = notices.filter((notice) => notice.message !== message || notice.type !== type);
    set([...others.slice(-3), { id, type, message, isOpen: true, ...options }]);
    return id;
  };

/** Shows short messages: `toast.success('Saved')`. Any code may call it; on the server it shows nothing. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };

const looks = {
  success: { Icon: CircleCheck, colour: 'text-green-400' },
  error: { Icon: CircleAlert, colour: 'text-red-400' },
  info: { Icon: Info, colour: 'text-blue-400' },
};
/** Errors stay longer, because the reader may have to act on them. */
const lifeMs = { success: 6000, info: 6000, error: 15_000 };

const Toast = ({ notice }: { notice: Notice }) => {
  const { t } = useTranslation();
  const { Icon, colour } = looks[notice.type];
  const [isHeld, setHeld] = useState(false);
  const left = useRef(lifeMs[notice.type]);
  useEffect(() => {
    if (isHeld || !notice.isOpen) return;
    const since = Date.now();
    const timer = setTimeout(() => closeToast(notice.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [isHeld, notice.id, notice.isOpen]);
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return (
    <li
      {...hold}
      data-toast={notice.type}
      className={cx(
        'flex items-start gap-3 rounded-2xl border border-ink-700 bg-ink-800 p-4 shadow-2xl transition-opacity duration-100',
        !notice.isOpen && 'opacity-0',
      )}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', colour)} />
      <div className="min-w-0 flex-1 text-ink-50">
        <span className="sr-only">{t(`app.notice.${notice.type}`)} </span>
        {notice.message}
        {notice.action && (
          <button
            type="button"
            className="mt-1 block font-semibold text-gold-400 underline-offset-4 hover:underline"
            onClick={() => {
              notice.action?.onPress();
              closeToast(notice.id);
            }}
          >
            {notice.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={t('app.close')}
        onClick={() => closeToast(notice.id)}
        className={buttonClass('icon', 'small', '-my-1.5 -mr-1.5 shrink-0')}
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: readonly Notice[] = [];

/** Keeps the height of the toasts in `--toasts`, while there are any, which an open dialog leaves free on phones. */
const useRoom = () => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { bottom, height } = list.current?.getBoundingClientRect() ?? { bottom: 0, height: 0 };
      // A property of the root counts for every element: the whole page would be styled again, at its first view.
      if (height > 0) root.style.setProperty('--toasts', `${bottom}px`);
      else if (root.style.getPropertyValue('--toasts') !== '') root.style.removeProperty('--toasts');
    });
    if (list.current) observer.observe(list.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--toasts');
    };
  }, []);
  return list;
};

/**
 * Renders the toasts; used once per page. On phones they are at the top, because dialogs are at the bottom. Outside of the
 * app's element, which is below the backdrop of a dialog.
 */
export const Toaster = () => {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const list = useRoom();
  const shown = useSyncExternalStore(
    subscribe,
    () => notices,
    () => none,
  );
  if (!isHydrated) return null;
  return createPortal(
    <section
      aria-label={t('app.notifications')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center p-4 fluid:bottom-14 fluid:top-auto fluid:justify-end fluid:p-6 wide:bottom-0"
    >
      <ul ref={list} className="pointer-events-auto flex w-full max-w-sm flex-col gap-2">
        {shown.map((notice) => (
          <Toast key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>,
    document.body,
  );
};
