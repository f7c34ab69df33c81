import type { LANGUAGES } from '@skarb/schema/limits';

export type Language = (typeof LANGUAGES)[number];
export type Mail = { to: string; subject: string; text: string; html: string };

/** What one mail says: short paragraphs, one thing to do. */
type Words = { subject: string; greeting: string; before: string; action: string; after: string };

const WORDS = {
  /** Somebody registered with this address. */
  confirm: {
    en: {
      subject: 'Confirm your e-mail address',
      greeting: 'Welcome to Skarb.',
      before: 'One step is left: confirm that this address is yours. You will be signed in at once.',
      action: 'Confirm my address',
      after:
        'The link works once, for 24 hours. If you did not register with Skarb, leave this mail alone: nothing happens without the link.',
    },
    ukr: {
      subject: 'Підтвердьте свою електронну адресу',
      greeting: 'Вітаємо у Skarb.',
      before: 'Лишився один крок: підтвердьте, що ця адреса ваша. Вхід відбудеться одразу.',
      action: 'Підтвердити адресу',
      after:
        'Посилання діє один раз, протягом 24 годин. Якщо ви не реєструвалися у Skarb, просто не зважайте на цей лист: без посилання нічого не станеться.',
    },
  },
  /** Somebody registered with an address that has an account: only its owner learns that. */
  exists: {
    en: {
      subject: 'You already have an account',
      greeting: 'Hello again.',
      before:
        'Somebody, probably you, tried to register with this address. It has an account already: sign in with your password instead.',
      action: 'Open Skarb',
      after: 'If it was not you, there is nothing to do: your account and password have not changed.',
    },
    ukr: {
      subject: 'У вас уже є обліковий запис',
      greeting: 'Знову вітаємо.',
      before:
        'Хтось, імовірно ви, спробував зареєструватися з цією адресою. Вона вже має обліковий запис: увійдіть зі своїм паролем.',
      action: 'Відкрити Skarb',
      after: 'Якщо це були не ви, нічого робити не треба: обліковий запис і пароль не змінилися.',
    },
  },
} satisfies Record<string, Record<Language, Words>>;

export type MailKind = keyof typeof WORDS;

/** Text made safe inside HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );

/** A mail in the reader's language, as text and as HTML that needs nothing from the network. */
export const writeMail = (kind: MailKind, language: Language, to: string, link: string): Mail => {
  const words = WORDS[kind][language];
  const text = [words.greeting, words.before, `${words.action}:\n${link}`, words.after, 'Skarb'].join('\n\n');
  const href = escapeHtml(link);
  const html = `<!doctype html>
<html lang="${language === 'ukr' ? 'uk' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;background:#F4F5F7;font:16px/1.5 'Work Sans',Arial,sans-serif;color:#12141A">
<div style="max-width:520px;margin:0 auto;padding:32px 24px">
<p style="font-weight:700;font-size:20px;margin:0 0 24px">Skarb</p>
<p>${escapeHtml(words.greeting)}</p>
<p>${escapeHtml(words.before)}</p>
<p style="margin:32px 0"><a href="${href}" style="background:#E8B84B;color:#0B0C10;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(words.action)}</a></p>
<p style="font-size:14px;color:#4a5060;overflow-wrap:anywhere">${href}</p>
<p style="font-size:14px;color:#4a5060">${escapeHtml(words.after)}</p>
</div></body></html>`;
  return { to, subject: words.subject, text, html };
};
