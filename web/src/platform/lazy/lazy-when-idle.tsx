import type { ComponentType, ReactNode } from 'react';
import { clientOnly } from './client-only.tsx';
import { useHasInteracted } from './use-has-interacted.ts';
import { useIsPageIdle } from './use-is-page-idle.ts';

/**
 * A client-only component of the first view that the page is useful without: its script is fetched when the page is
 * idle, on the first interaction, or at once for a signed-in user.
 */
export const lazyWhenIdle = <P extends object>(load: () => Promise<ComponentType<P>>) => {
  const Part = clientOnly(load);
  return (props: P & { fallback?: ReactNode }) => {
    const hasInteracted = useHasInteracted();
    const isPageIdle = useIsPageIdle();
    return hasInteracted || isPageIdle ? <Part {...props} /> : props.fallback;
  };
};
