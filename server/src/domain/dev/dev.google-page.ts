import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { escapeHtml } from '../mail/mail.messages.ts';
import type { Asked, LocalGoogle } from './dev.google.ts';

const STYLE = `:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:#0B0C10;color:#F4F5F7;font:16px/1.5 'Work Sans',system-ui,sans-serif}
main{width:100%;max-width:400px;background:#12141A;border-radius:16px;padding:32px 24px}
h1{margin:0;font-size:24px;line-height:1.25}p{margin:8px 0 24px;color:#C5CAD6}
ul{list-style:none;margin:0 0 24px;padding:0}li+li{border-top:1px solid #2A2E3A}
a{display:flex;gap:12px;align-items:center;padding:12px 8px;color:inherit;text-decoration:none;border-radius:8px}a:hover{background:#1A1D26}
:focus-visible{outline:2px solid #E8B84B;outline-offset:2px}
.face{flex:none;width:40px;height:40px;border-radius:50%;display:grid;place-items:center;background:#2A2E3A;font-weight:600}
.who{min-width:0}.who b,.who span{display:block;overflow-wrap:anywhere}.who b{font-weight:600}.who span{color:#8A92A6;font-size:14px}
label{display:block;margin-bottom:8px;font-size:14px;color:#C5CAD6}
input{width:100%;font:inherit;color:inherit;background:#0B0C10;border:1px solid #8A92A6;border-radius:8px;padding:10px 12px}
button{width:100%;margin-top:16px;font:inherit;font-weight:600;color:#0B0C10;background:#E8B84B;border:0;border-radius:8px;padding:12px;cursor:pointer}
small{display:block;margin-top:24px;color:#8A92A6;font-size:13px}`;

/** @param formAction the allowed targets of the form and its redirect: this page and the site */
export const choicePolicy = (formAction: readonly string[]): string => standalonePolicy({ style: STYLE, formAction });

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** Shows why a request is refused. */
export const refusedPage = (reason: string): string => page('Local Google', `<p>${escapeHtml(reason)}</p>`);

/** The choice of an account; each option leads back to the same URL with an e-mail address added. */
export const choicePage = (people: LocalGoogle['people'], asked: Asked, path: string): string => {
  const given = Object.entries(asked).filter(([name]) => name !== 'email' && name !== 'name') as [string, string][];
  const link = (email: string) => escapeHtml(`${path}?${new URLSearchParams([...given, ['email', email]])}`);
  const items = people.map(
    ({ email, name }) =>
      `<li><a href="${link(email)}"><span class="face" aria-hidden="true">${escapeHtml([...name][0] ?? '')}</span><span class="who"><b>${escapeHtml(name)}</b><span>${escapeHtml(email)}</span></span></a></li>`,
  );
  const hidden = given.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(
    'Local Google',
    `<p>Choose or enter an account to go on to Skarb.</p><ul>${items.join('')}</ul>
<form action="${escapeHtml(path)}">${hidden.join('')}<label for="email">Another e-mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email"><button>Continue</button></form>
<small>This page stands in for Google in the local stack. It asks for no password, and nothing leaves this machine.</small>`,
  );
};
