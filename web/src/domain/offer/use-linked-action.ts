import { useLocation, useNavigate } from 'react-router';

/** The actions that the fragment of a page's address can name, for a tab that continues what another one began. */
export const ACTION_LINK = { buy: '#buy', offer: '#offer', bid: '#bid' } as const;
export type LinkedAction = keyof typeof ACTION_LINK;

/** The action that the address names, and a function that removes it from there: a reload must not start it again. */
export const useLinkedAction = (): { linked: LinkedAction | undefined; forget: () => void } => {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const linked = (Object.keys(ACTION_LINK) as LinkedAction[]).find((name) => ACTION_LINK[name] === hash);
  return { linked, forget: () => void navigate(pathname + search, { replace: true, preventScrollReset: true }) };
};
