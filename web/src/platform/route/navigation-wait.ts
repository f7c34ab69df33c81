import { useSyncExternalStore } from 'react';
import { useLocation, type DataRouter } from 'react-router';

/** A screen that loads faster than this gets no placeholder: a short flash of one would feel slower. */
const PATIENCE_MS = 150;

/** The path of a screen that takes noticeably long to load. */
let awaited: string | undefined;
const listeners = new Set<() => void>();
const wait = (path: string | undefined) => {
  if (path === awaited) return;
  awaited = path;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Follows the router's navigations beside React, whose own updates of them are transitions: these wait for scripts of late
 * parts that are still loading, on a slow network for many seconds. `data-going` shows the bar at the top (style.css).
 */
export const watchNavigation = (router: DataRouter): void => {
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  router.subscribe(({ navigation, location: { pathname } }) => {
    document.documentElement.toggleAttribute('data-going', navigation.state !== 'idle');
    wanted = navigation.location?.pathname;
    if (wanted === undefined || wanted === pathname) {
      clearTimeout(timer);
      timer = undefined;
      // What has arrived is awaited until React shows it: otherwise the screen before would come back for a moment.
      if (awaited !== pathname) wait(undefined);
    } else if (awaited !== undefined && awaited !== pathname) wait(wanted);
    else timer ??= setTimeout(() => wait(wanted), PATIENCE_MS);
  });
};

/** True while another screen takes noticeably long to load. */
export const useNavigationWait = (): boolean => {
  const { pathname } = useLocation();
  const path = useSyncExternalStore(
    subscribe,
    () => awaited,
    () => undefined,
  );
  return path !== undefined && path !== pathname;
};
