import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus near its place when the row with the pressed button leaves its list: it goes to the row that is there
 * now, or to the field that finds or filters rows.
 * @param count of rows
 * @returns the ref of the element that holds the lists
 */
export const useFocusNearby = (count: number): RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ list: Element; index: number }>(undefined);
  useEffect(() => {
    const element = box.current;
    const note = ({ target }: Event) => {
      const row = (target as Element).closest('li');
      const list = row?.parentElement;
      pressed.current = list ? { list, index: Array.from(list.children).indexOf(row) } : undefined;
    };
    element?.addEventListener('click', note, true);
    return () => element?.removeEventListener('click', note, true);
  }, []);
  useLayoutEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return;
    const { list, index } = pressed.current;
    const row = list.isConnected ? list.children[Math.min(index, list.children.length - 1)] : undefined;
    const find = (within: Element | null | undefined, what: string) => within?.querySelector<HTMLElement>(what);
    (find(row, 'button:enabled') ?? find(box.current, 'input, select') ?? find(box.current, 'button:enabled'))?.focus();
  }, [count]);
  return box;
};
