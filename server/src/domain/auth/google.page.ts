import { LANGUAGES, tagOf } from '@skarb/schema/language';
import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { WORDS } from '../../platform/words.ts';

/**
 * The page in a popup window to which the issuer redirects. The result is in the URL's fragment, which no server sees;
 * the page passes it to the opening page of the same origin and closes.
 */
const SCRIPT = `const given=new URLSearchParams(location.hash.slice(1));
history.replaceState(null,'',location.pathname);
const channel=new BroadcastChannel('skarb-google');
channel.postMessage({idToken:given.get('id_token'),state:given.get('state'),error:given.get('error')});
channel.close();
close();`;
const STYLE = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0B0C10;color:#C5CAD6;font:16px/1.5 'Work Sans',system-ui,sans-serif;text-align:center}`;

export const GOOGLE_RETURN_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Skarb</title><style>${STYLE}</style></head>
<body><main>${LANGUAGES.map((language) => `<p lang="${tagOf(language)}">${WORDS[language].page.closeWindow}</p>`).join('')}</main><script>${SCRIPT}</script></body></html>`;

/** Allows only this script and style: the token in the URL is as sensitive as a password. */
export const GOOGLE_RETURN_POLICY = standalonePolicy({ style: STYLE, script: SCRIPT });
