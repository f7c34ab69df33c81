import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { TITLE_EVENT } from '../platform/head/head.tsx';

/**
 * After a navigation inside the app: announces the title of the new page to screen readers, and moves a focus that was
 * lost with the old page to the content of the new one. A browser does both for pages it loads itself.
 */
export const RouteAnnouncer = () => {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const present = useRef(pathname);
  const announced = useRef(pathname);
  // Before the effect of the new page's head.
  useLayoutEffect(() => {
    present.current = pathname;
  }, [pathname]);
  useEffect(() => {
    const announce = () => {
      if (announced.current === present.current) return;
      announced.current = present.current;
      setTitle(document.title);
    };
    addEventListener(TITLE_EVENT, announce);
    return () => removeEventListener(TITLE_EVENT, announce);
  }, []);
  const focused = useRef(pathname);
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only" data-route-announcer>
      {title}
    </p>
  );
};
