import type { SettingKind } from '@skarb/schema/notification-kind';
import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { escapeHtml, type Language } from '../mail/mail.messages.ts';

/** The kinds as a page names them. */
const KINDS: Record<Language, Record<SettingKind, string>> = {
  en: {
    SOLD: 'your work is sold',
    BOUGHT: 'a purchase of yours goes through',
    OFFER_RECEIVED: 'somebody makes you an offer',
    OFFER_ACCEPTED: 'your offer is accepted',
    OFFER_EXPIRED: 'your offer, listing or auction runs out',
    OUTBID: 'you are outbid',
    WON: 'you win an auction',
    AUCTION_ENDING: 'an auction ends soon',
    PRICE_DROP: 'a work you like costs less',
    CHILD_BORN: 'a child hatches that is yours',
    CHILD_LOST: 'a child you paid for does not hatch',
    SIRING_USED: 'a token of yours is used as a sire',
    NOTE: 'the marketplace writes about something of yours',
  },
  ukr: {
    SOLD: 'вашу роботу продають',
    BOUGHT: 'вашу купівлю здійснено',
    OFFER_RECEIVED: 'вам роблять пропозицію',
    OFFER_ACCEPTED: 'вашу пропозицію приймають',
    OFFER_EXPIRED: 'спливає строк вашої пропозиції, продажу чи аукціону',
    OUTBID: 'вашу ставку перебивають',
    WON: 'ви виграєте аукціон',
    AUCTION_ENDING: 'аукціон скоро завершується',
    PRICE_DROP: 'дешевшає робота, яка вам подобається',
    CHILD_BORN: 'вилуплюється дитина, яка належить вам',
    CHILD_LOST: 'не вилуплюється дитина, за яку ви заплатили',
    SIRING_USED: 'ваш токен стає батьком',
    NOTE: 'маркетплейс пише про щось ваше',
  },
};
const WORDS: Record<Language, Record<'ask' | 'askText' | 'button' | 'done' | 'doneText' | 'settings', string>> = {
  en: {
    ask: 'No more such mails?',
    askText: 'You will get no more mails when {kind}. What you are told in the app stays as it is.',
    button: 'Turn them off',
    done: 'Turned off',
    doneText: 'You will get no more mails when {kind}. You can turn them on again in your settings.',
    settings: 'Notification settings',
  },
  ukr: {
    ask: 'Більше не надсилати таких листів?',
    askText: 'Ви більше не отримуватимете листів, коли {kind}. Сповіщення в застосунку лишаться такими, як є.',
    button: 'Вимкнути',
    done: 'Вимкнено',
    doneText: 'Ви більше не отримуватимете листів, коли {kind}. Увімкнути їх знову можна в налаштуваннях.',
    settings: 'Налаштування сповіщень',
  },
};

const STYLE = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0B0C10;color:#C5CAD6;font:16px/1.5 'Work Sans',system-ui,sans-serif}main{max-width:26rem;padding:2rem;text-align:center}h1{margin:0 0 .75rem;color:#F4F5F7;font-size:1.5rem;line-height:1.25}p{margin:0 0 1.5rem}button{min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.75rem;background:#E8B84B;color:#0B0C10;font:inherit;font-weight:600;cursor:pointer}a{color:#F4F5F7}:focus-visible{outline:2px solid #E8B84B;outline-offset:2px}`;

/** Nothing but this very style and a form that goes back to where the page is from. */
export const PAGE_POLICY = standalonePolicy({ style: STYLE, formAction: ["'self'"] });

const page = (language: Language, title: string, text: string, rest: string) =>
  `<!doctype html><html lang="${language === 'ukr' ? 'uk' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Skarb</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${rest}</main></body></html>`;

/** Asks whether mails of a kind shall stop; the form posts to the page's own address. */
export const askPage = (language: Language, kind: SettingKind): string => {
  const words = WORDS[language];
  const text = words.askText.replace('{kind}', KINDS[language][kind]);
  return page(language, words.ask, text, `<form method="post"><button>${escapeHtml(words.button)}</button></form>`);
};

/** Says that they have stopped. */
export const donePage = (language: Language, kind: SettingKind, settingsUrl: string): string => {
  const words = WORDS[language];
  const text = words.doneText.replace('{kind}', KINDS[language][kind]);
  return page(language, words.done, text, `<a href="${escapeHtml(settingsUrl)}">${escapeHtml(words.settings)}</a>`);
};

/** A link that was cut or changed on its way: whose it was is not known, so in both languages. */
export const strayPage = (): string =>
  page(
    'en',
    'This link does not work',
    'Open it from the mail once more, or turn mails off in your settings.',
    '<p lang="uk">Це посилання не працює. Відкрийте його з листа ще раз або вимкніть листи в налаштуваннях.</p>',
  );
