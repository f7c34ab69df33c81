import { tagOf, type Language } from '@skarb/schema/language';
import { fill, WORDS, type Words } from '../../platform/words.ts';

export type Mail = { to: string; subject: string; text: string; html: string; headers?: Record<string, string> };

/** The copy of one mail: short paragraphs (an empty line separates them in `before`), and one button. */
export type MailCopy = { subject: string; greeting?: string; before: string; action: string; after: string };

/** A mail about an account; web/locales/<language>/server/account.json holds their copy. */
export type MailKind = Exclude<keyof Words['account'], 'sms'>;

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );

/** The text message with the code that confirms a phone number. */
export const writeSms = (language: Language, code: string): string => fill(WORDS[language].account.sms, { code });

/**
 * A mail about an account in the recipient's language, as text and as HTML that loads nothing from the network.
 * @param values replace `{{name}}` in the copy
 */
export const writeMail = (
  kind: MailKind,
  language: Language,
  to: string,
  link: string,
  values: Record<string, string> = {},
): Mail => {
  const copy = WORDS[language].account[kind];
  const filled = { ...copy, subject: fill(copy.subject, values), before: fill(copy.before, values) };
  return layOutMail(language, to, filled, link);
};

/** A link at the end of a mail, for instance to the notification settings. */
export type FootLink = { label: string; url: string };

/** Dark colours, for mail programs that support the media query; the others show the light ones. */
const STYLE = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){body,.page{background:#0B0C10!important;color:#F4F5F7!important}.quiet,.quiet a{color:#C5CAD6!important}}`;
const QUIET = 'class="quiet" style="font-size:14px;color:#4a5060"';

/** A mail's text and HTML. Its hidden first element is the preview that lists of mails show beside the subject. */
export const layOutMail = (
  language: Language,
  to: string,
  words: MailCopy,
  link: string,
  foot: FootLink[] = [],
): Mail => {
  const text = [
    words.greeting,
    words.before,
    `${words.action}:\n${link}`,
    words.after,
    ...foot.map(({ label, url }) => `${label}:\n${url}`),
    'Skarb',
  ].filter((part) => part !== undefined);
  const href = escapeHtml(link);
  const paragraphs = [words.greeting, ...words.before.split('\n\n')].filter((part) => part !== undefined);
  const html = `<!doctype html>
<html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(words.subject)}</title><style>${STYLE}</style></head>
<body style="margin:0;background:#F4F5F7;font:16px/1.5 'Work Sans',Arial,sans-serif;color:#12141A">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(words.before)}</div>
<div class="page" style="max-width:520px;margin:0 auto;padding:32px 24px;overflow-wrap:anywhere">
<p style="font-weight:700;font-size:20px;margin:0 0 24px">Skarb</p>
${paragraphs.map((part) => `<p>${escapeHtml(part)}</p>`).join('\n')}
<p style="margin:32px 0"><a href="${href}" style="display:inline-block;background:#E8B84B;color:#0B0C10;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(words.action)}</a></p>
<p ${QUIET}>${href}</p>
<p ${QUIET}>${escapeHtml(words.after)}</p>${foot.length ? footOf(foot) : ''}
</div></body></html>`;
  return { to, subject: words.subject, text: text.join('\n\n'), html };
};

const footOf = (links: FootLink[]): string => `
<p class="quiet" style="font-size:14px;color:#4a5060;margin-top:32px">${links
  .map(({ label, url }) => `<a href="${escapeHtml(url)}" style="color:#4a5060">${escapeHtml(label)}</a>`)
  .join(' · ')}</p>`;
