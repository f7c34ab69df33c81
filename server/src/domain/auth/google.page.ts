import { LANGUAGES } from '@skarb/schema/language';
import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { tagOf, WORDS } from '../../platform/words.ts';

/**
 * Where the issuer sends the browser back to, in a window of its own. What it gives stands in the address' fragment,
 * which no server sees; this page hands it to the page that asked, on the same origin, and goes.
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

/** Nothing but this very script and style: what arrives here is as good as a password. */
export const GOOGLE_RETURN_POLICY = standalonePolicy({ style: STYLE, script: SCRIPT });
