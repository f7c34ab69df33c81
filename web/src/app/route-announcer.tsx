import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { TITLE_EVENT } from '../platform/head/head.tsx';
import { scrollKey } from './restore-scroll.ts';

/** Links of the content to one address: a work may be on a page more than once. */
const linksTo = (href: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`#content a[href="${CSS.escape(href)}"]`),
];
/** The link that was followed last from each entry of the history. */
const followed = new Map<string, { href: string; index: number }>();
/** That link, for whoever comes back to the entry. */
const linkBack = (entry: string): HTMLElement | undefined => {
  const { href = '', index = 0 } = followed.get(entry) ?? {};
  const links = linksTo(href);
  return links[index] ?? links[0];
};

/**
 * After a navigation inside the app: announces the title of the new page to screen readers, and moves a focus that was
 * lost with the old page to the content of the new one; on the way back, to the link that led away. A browser does these
 * for pages it loads itself.
 */
export const RouteAnnouncer = () => {
  const location = useLocation();
  const { pathname } = location;
  const entry = scrollKey(location);
  const isBack = useNavigationType() === 'POP';
  const [title, setTitle] = useState('');
  const announced = useRef(pathname);
  const announce = useEffectEvent(() => {
    if (announced.current === pathname) return;
    announced.current = pathname;
    setTitle(document.title);
  });
  useEffect(() => {
    addEventListener(TITLE_EVENT, announce);
    return () => removeEventListener(TITLE_EVENT, announce);
  }, []);
  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('#content a[href]') : null;
      const href = link?.getAttribute('href');
      if (link && href) followed.set(entry, { href, index: linksTo(href).indexOf(link) });
    };
    addEventListener('click', remember, true);
    return () => removeEventListener('click', remember, true);
  }, [entry]);
  const focused = useRef(pathname);
  const focus = useEffectEvent(() => {
    const { activeElement } = document;
    const content = document.getElementById('content');
    if (activeElement && activeElement !== document.body && activeElement !== content) return;
    ((isBack && linkBack(entry)) || content)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    focus();
  }, [pathname]);
  return (
    <p aria-live="polite" className="sr-only" data-route-announcer>
      {title}
    </p>
  );
};
