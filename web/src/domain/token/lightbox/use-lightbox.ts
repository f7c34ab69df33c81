import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../../platform/query/use-hydrated.ts';

type State = { isFullSize?: boolean } | null;

/** Whether the lightbox is open: an entry of the history, so that Back closes it, as phones expect. */
export const useLightbox = () => {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const { state, ...here } = useLocation() as Omit<ReturnType<typeof useLocation>, 'state'> & { state: State };
  const isOpen = isHydrated && state?.isFullSize === true;
  /** A second press of Escape before the history has moved must not leave the page. */
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [isOpen]);
  return {
    isOpen,
    open: () => void navigate(here, { state: { ...state, isFullSize: true }, preventScrollReset: true }),
    close: () => {
      if (!isOpen || isClosing.current) return;
      isClosing.current = true;
      void navigate(-1);
    },
  };
};
