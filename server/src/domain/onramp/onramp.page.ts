import { LANGUAGES, tagOf } from '@skarb/schema/language';
import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { WORDS } from '../../platform/words.ts';

/**
 * The page that a provider redirects the browser to. In a popup it closes itself; otherwise it links to the given path,
 * which has to be on this site.
 */
const SCRIPT = `const to=new URL(new URLSearchParams(location.search).get('to')||'/',location.origin);
const there=to.origin===location.origin?to.href:location.origin;
document.querySelector('a').href=there;
const channel=new BroadcastChannel('skarb-onramp');
channel.postMessage('back');
channel.close();
close();
setTimeout(()=>location.replace(there),400);`;
const STYLE = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0B0C10;color:#C5CAD6;font:16px/1.5 'Work Sans',system-ui,sans-serif;text-align:center}a{color:#E8B84B}`;

export const ONRAMP_RETURN_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Skarb</title><style>${STYLE}</style></head>
<body><main><p><a href="/">${LANGUAGES.map((language) => `<span lang="${tagOf(language)}">${WORDS[language].page.backToSkarb}</span>`).join(' · ')}</a></p></main><script>${SCRIPT}</script></body></html>`;

export const ONRAMP_RETURN_POLICY = standalonePolicy({ style: STYLE, script: SCRIPT });
