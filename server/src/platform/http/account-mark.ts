import { STORAGE_KEY } from '@skarb/schema/limits';

/**
 * The only inline script of the page, run before its first paint: marks `<html>` when a user is signed in on this
 * browser, so that the header reserves their place from the start (`for-account`, `for-visitor` in
 * web/src/style.css).
 */
export const ACCOUNT_MARK = `try{document.documentElement.toggleAttribute('data-account',localStorage.getItem('${STORAGE_KEY.accessToken}')!==null)}catch{}`;
