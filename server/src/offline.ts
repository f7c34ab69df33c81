import { LANGUAGES, languageOfRequest, tagOf, type Language } from '@skarb/schema/language';
import { statusEndpoints } from '@skarb/schema/status';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPT_POLICY, standalonePolicy } from './platform/http/security-headers.ts';
import { WORDS } from './platform/words.ts';

const styleOf = (fonts: readonly string[]): string => {
  const faces = fonts.map(
    (file) =>
      `@font-face{font-family:'${file.includes('onest') ? 'Onest' : 'Work Sans'}';font-weight:400 600;font-display:swap;src:url('${file}') format('woff2')}`,
  );
  return `${faces.join('')}:root{color-scheme:dark}*{box-sizing:border-box}body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:#0B0C10;color:#C5CAD6;font:16px/1.5 'Work Sans','Onest',system-ui,sans-serif}header{display:flex;align-items:center;padding:12px max(16px,min(32px,4vw));min-height:64px}header a{display:flex;align-items:center;gap:10px;color:#F4F5F7;font-size:20px;font-weight:600;letter-spacing:-.025em;text-decoration:none;border-radius:8px}svg{width:24px;height:24px;fill:#E8B84B}main{flex:1;display:flex;flex-direction:column;align-items:center;justify-content:center;text-align:center;padding:32px 24px 64px}h1{margin:0;max-width:32rem;color:#F4F5F7;font-size:30px;line-height:1.25;font-weight:600;letter-spacing:-.025em;text-wrap:balance}p{margin:12px 0 28px;max-width:32rem;text-wrap:pretty}main a{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border-radius:12px;background:#E8B84B;color:#0B0C10;font-weight:600;text-decoration:none}footer{border-top:1px solid #1A1D26;padding:24px max(16px,min(32px,4vw));color:#8A92A6;font-size:14px}:focus-visible{outline:2px solid #E8B84B;outline-offset:2px}`;
};
const MARK =
  '<svg viewBox="8 8 48 48" aria-hidden="true"><path d="M8 28v-4C8 15.2 15.2 8 24 8h16c8.8 0 16 7.2 16 16v4h-8L32 12 16 28z"/><path d="M8 32h8l16 16 16-16h8v18a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z"/><path d="m32 19 11 11-11 11-11-11z"/></svg>';
/** The wanted page opens by itself when the browser is connected again, or the server answers again. */
const SCRIPT = `const open=()=>location.reload();addEventListener('online',open);setInterval(()=>fetch('/api${statusEndpoints.health.path}',{cache:'no-store'}).then(({ok})=>{if(ok)open()},()=>{}),10000)`;

const pageOf = (language: Language, style: string): string => {
  const { offline } = WORDS[language].page;
  return `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="theme-color" content="#0B0C10"><meta name="robots" content="noindex"><title>${offline.title} · Skarb</title><style>${style}</style></head>
<body><header><a href="/nfts">${MARK}Skarb</a></header><main><h1>${offline.title}</h1><p>${offline.text}</p><a href="">${offline.retry}</a></main><footer>${offline.note}</footer><script>${SCRIPT}</script></body></html>`;
};

/**
 * The service worker, and the page that it shows without a connection. The worker contains a hash of everything that it
 * keeps, so that each build that changes any of it is a new worker.
 * @param client the folder of the built client
 * @param fonts the addresses of the fonts that the page needs
 */
export const offlineRoutes = (app: FastifyInstance, { client, fonts }: { client: string; fonts: string[] }): void => {
  const source = join(client, 'sw.js');
  if (!existsSync(source)) return;
  const style = styleOf(fonts);
  const policy = standalonePolicy({ style, script: SCRIPT, isOnSite: true });
  const template = readFileSync(source, 'utf8')
    .replace('%languages%', LANGUAGES.map((language) => `${language}:${tagOf(language)}`).join(' '))
    .replace('%fonts%', fonts.join(' '));
  const pages = LANGUAGES.map((language) => pageOf(language, style));
  const version = createHash('sha256')
    .update(template + pages.join('') + policy)
    .digest('hex')
    .slice(0, 12);
  const worker = template.replace('%version%', version);
  app.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // A browser asks again at each visit, so that no worker outlives its build.
      .header('cache-control', 'no-cache')
      .header('content-security-policy', SCRIPT_POLICY)
      .send(worker),
  );
  app.get<{ Querystring: { lng?: string } }>('/offline', (request, reply) => {
    const language = languageOfRequest({
      query: String(request.query.lng ?? ''),
      accept: request.headers['accept-language'],
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .header('content-security-policy', policy)
      .send(pageOf(language, style));
  });
};
