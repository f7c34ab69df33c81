import type { DevMail } from '@skarb/schema/dev';
import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { escapeHtml } from '../mail/mail.messages.ts';

const STYLE = `:root{color-scheme:dark}body{margin:0 auto;max-width:720px;padding:24px 16px 64px;background:#0B0C10;color:#F4F5F7;font:16px/1.5 'Work Sans',system-ui,sans-serif}
article{background:#12141A;border-radius:12px;padding:16px 20px;margin:16px 0}h2{margin:0;font-size:18px}.head{margin:4px 0 12px;color:#8A92A6;font-size:14px;overflow-wrap:anywhere}
.text{white-space:pre-wrap;overflow-wrap:anywhere}a{color:#E8B84B}`;
export const MAILBOX_POLICY = standalonePolicy({ style: STYLE });

/** Makes the links in a mail's text clickable; everything else stays text. */
const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');

/** The mailbox of the local stack as a page: mails are shown as text, so nothing in them can run. */
export const mailboxPage = (mails: readonly DevMail[]): string => {
  const items = mails.map(
    (
      mail,
    ) => `<article><h2>${escapeHtml(mail.subject)}</h2><p class="head">To ${escapeHtml(mail.to)} · <time datetime="${mail.createdAt}">${mail.createdAt.replace('T', ' ').slice(0, 19)} UTC</time></p>
<div class="text">${withLinks(mail.text)}</div></article>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox – Skarb</title>
<style>${STYLE}</style></head>
<body><h1>Mailbox</h1><p>Every mail and text message this local stack has sent, newest first. Reload to see new ones.</p>
${items.join('\n') || '<p>Nothing yet: register with an e-mail address, and its mail will be here.</p>'}</body></html>`;
};
