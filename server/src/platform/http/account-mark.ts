import { STORAGE_KEY } from '@skarb/schema/limits';
import { createHash } from 'node:crypto';

/**
 * The one script within the page, run before its first paint: marks `<html>` when somebody is signed in here, so that
 * his place in the header is kept from the beginning (`for-account`, `for-visitor` in web/src/style.css).
 */
export const ACCOUNT_MARK = `try{document.documentElement.toggleAttribute('data-account',localStorage.getItem('${STORAGE_KEY.accessToken}')!==null)}catch{}`;

/** As the content security policy allows this script and no other. */
export const ACCOUNT_MARK_SOURCE = `'sha256-${createHash('sha256').update(ACCOUNT_MARK).digest('base64')}'`;
