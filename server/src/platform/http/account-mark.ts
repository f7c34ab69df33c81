import { STORAGE_KEY } from '@skarb/schema/limits';

/**
 * The only inline script of the page, run before its first paint: marks `<html>` when a user is signed in on this
 * browser, so that the header reserves their place from the start (`for-account`, `for-visitor` in
 * web/src/style.css), with the view that the reader has chosen for lists of works
 * (web/src/domain/token/view-switch.tsx), and after a reload or Back, which lead to a place in the page, as laid out whole
 * (web/src/app/reveal-late.ts).
 */
export const ACCOUNT_MARK = `try{const d=document.documentElement,s=localStorage;d.toggleAttribute('data-account',s.getItem('${STORAGE_KEY.accessToken}')!==null);const v=s.getItem('skarb.view');if(/^(small|masonry|list)$/.test(v))d.dataset.view=v;if(performance.getEntriesByType('navigation').at(0).type!=='navigate')d.dataset.revealed=''}catch{}`;
