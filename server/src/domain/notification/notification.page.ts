import { LANGUAGE_FALLBACK, LANGUAGES, tagOf, type Language } from '@skarb/schema/language';
import type { SettingKind } from '@skarb/schema/notification-kind';
import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { fill, WORDS } from '../../platform/words.ts';
import { escapeHtml } from '../mail/mail.messages.ts';

const STYLE = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0B0C10;color:#C5CAD6;font:16px/1.5 'Work Sans',system-ui,sans-serif}main{max-width:26rem;padding:2rem;text-align:center}h1{margin:0 0 .75rem;color:#F4F5F7;font-size:1.5rem;line-height:1.25}p{margin:0 0 1.5rem}button{min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.75rem;background:#E8B84B;color:#0B0C10;font:inherit;font-weight:600;cursor:pointer}a{color:#F4F5F7}:focus-visible{outline:2px solid #E8B84B;outline-offset:2px}`;

/** Allows only this style and a form that posts to the page's own origin. */
export const PAGE_POLICY = standalonePolicy({ style: STYLE, formAction: ["'self'"] });

const page = (language: Language, title: string, text: string, rest: string) =>
  `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Skarb</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${rest}</main></body></html>`;

/** The kind's name as shown in the settings. */
const kindName = (language: Language, kind: SettingKind) => WORDS[language].kind.setting[kind];

/** Page that asks for confirmation to stop the mails of a kind; its form posts to the page's own URL. */
export const askPage = (language: Language, kind: SettingKind): string => {
  const words = WORDS[language].page.unsubscribe;
  const text = fill(words.askText, { kind: kindName(language, kind) });
  return page(language, words.ask, text, `<form method="post"><button>${escapeHtml(words.button)}</button></form>`);
};

/** Page that confirms that the mails of the kind have stopped. */
export const donePage = (language: Language, kind: SettingKind, settingsUrl: string): string => {
  const words = WORDS[language].page.unsubscribe;
  const text = fill(words.doneText, { kind: kindName(language, kind) });
  const { settings } = WORDS[language].notification;
  return page(language, words.done, text, `<a href="${escapeHtml(settingsUrl)}">${escapeHtml(settings)}</a>`);
};

/** Page for a truncated or altered link. Its reader and their language are unknown, so it has every language. */
export const invalidLinkPage = (): string => {
  const { strayTitle, strayText } = WORDS[LANGUAGE_FALLBACK].page.unsubscribe;
  const others = LANGUAGES.filter((language) => language !== LANGUAGE_FALLBACK).map((language) => {
    const words = WORDS[language].page.unsubscribe;
    return `<p lang="${tagOf(language)}">${escapeHtml(`${words.strayTitle}. ${words.strayText}`)}</p>`;
  });
  return page(LANGUAGE_FALLBACK, strayTitle, strayText, others.join(''));
};
