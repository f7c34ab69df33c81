import { STORAGE_KEY } from '@skarb/schema/limits';

/**
 * The one script within the page, run before its first paint: marks `<html>` when somebody is signed in here, so that
 * their place in the header is kept from the beginning (`for-account`, `for-visitor` in web/src/style.css).
 */
export const ACCOUNT_MARK = `try{document.documentElement.toggleAttribute('data-account',localStorage.getItem('${STORAGE_KEY.accessToken}')!==null)}catch{}`;
