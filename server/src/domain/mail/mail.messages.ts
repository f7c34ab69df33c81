import { DELETION_WORDS } from './mail.deletion-words.ts';
import type { LANGUAGES } from '@skarb/schema/limits';

export type Language = (typeof LANGUAGES)[number];
export type Mail = { to: string; subject: string; text: string; html: string; headers?: Record<string, string> };

/** What one mail says: short paragraphs (an empty line parts them in `before`), one thing to do. */
export type Words = { subject: string; greeting?: string; before: string; action: string; after: string };

const WORDS = {
  /** Somebody registered with this address. */
  confirm: {
    en: {
      subject: 'Confirm your e-mail address',
      greeting: 'Welcome to Skarb.',
      before: 'One step is left: confirm that this address is yours. You will be signed in at once.\n\n{place}',
      action: 'Confirm my address',
      after:
        'The link works once, for 24 hours. If you did not register with Skarb, leave this mail alone: nothing happens without the link.',
    },
    ukr: {
      subject: 'Підтвердьте свою електронну адресу',
      greeting: 'Вітаємо у Skarb.',
      before: 'Лишився один крок: підтвердьте, що ця адреса ваша. Вхід відбудеться одразу.\n\n{place}',
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
  /** Somebody asked for a new password. */
  reset: {
    en: {
      subject: 'Set a new password',
      greeting: 'Hello.',
      before:
        'You, or somebody who knows your address, asked for a new password at Skarb:\n\n{place}\n\nChoose it here:',
      action: 'Choose a new password',
      after:
        'The link works once, for one hour, and signs you out everywhere. If you did not ask for it, leave this mail alone: your password stays as it is.',
    },
    ukr: {
      subject: 'Установіть новий пароль',
      greeting: 'Вітаємо.',
      before: 'Ви або хтось, хто знає вашу адресу, попросили новий пароль у Skarb:\n\n{place}\n\nВиберіть його тут:',
      action: 'Вибрати новий пароль',
      after:
        'Посилання діє один раз, протягом години, і завершує всі ваші сеанси. Якщо ви про це не просили, не зважайте на цей лист: пароль лишиться тим самим.',
    },
  },
  /** The password is another now. */
  passwordChanged: {
    en: {
      subject: 'Your password has been changed',
      greeting: 'Hello.',
      before:
        'The password of your Skarb account has just been changed, and your other sessions have ended.\n\n{place}\n\nIf it was not you, undo it: the account goes back to how it was, and everybody is signed out.',
      action: 'It was not me: undo it',
      after:
        'The link works once, for 7 days. After that, set a new password: choose “Forgot your password?” where you sign in.',
    },
    ukr: {
      subject: 'Ваш пароль змінено',
      greeting: 'Вітаємо.',
      before:
        'Пароль вашого облікового запису Skarb щойно змінено, а інші ваші сеанси завершено.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис повернеться до попереднього стану, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after:
        'Посилання діє один раз, протягом 7 днів. Після цього встановіть новий пароль: виберіть «Забули пароль?» у вікні входу.',
    },
  },
  /** To a new address that an account wants. */
  change: {
    en: {
      subject: 'Confirm your new e-mail address',
      greeting: 'Hello.',
      before:
        'This address was given as the new one of a Skarb account. Confirm it only if you asked for it yourself:\n\n{place}',
      action: 'Confirm my new address',
      after:
        'The link works once, for 24 hours. If you did not ask for it, leave this mail alone: nothing happens without the link.',
    },
    ukr: {
      subject: 'Підтвердьте свою нову електронну адресу',
      greeting: 'Вітаємо.',
      before:
        'Цю адресу вказано як нову для облікового запису Skarb. Підтвердьте її, лише якщо це зробили ви:\n\n{place}',
      action: 'Підтвердити нову адресу',
      after:
        'Посилання діє один раз, протягом 24 годин. Якщо ви про це не просили, не зважайте на цей лист: без посилання нічого не станеться.',
    },
  },
  /** To the present address, when another one is asked for. */
  changeAsked: {
    en: {
      subject: 'A new e-mail address was asked for',
      greeting: 'Hello.',
      before:
        'Somebody, probably you, wants to change the e-mail address of your Skarb account to {address}. Until that address is confirmed, this one stays.\n\n{place}',
      action: 'Look at my settings',
      after: 'If it was not you, change your password now: that also calls the change off.',
    },
    ukr: {
      subject: 'Надійшов запит на зміну електронної адреси',
      greeting: 'Вітаємо.',
      before:
        'Хтось, імовірно ви, хоче змінити електронну адресу вашого облікового запису Skarb на {address}. Доки її не підтверджено, діє нинішня.\n\n{place}',
      action: 'Переглянути налаштування',
      after: 'Якщо це були не ви, змініть пароль зараз: це також скасує зміну адреси.',
    },
  },
  /** To the old address, when another one has taken its place. */
  changed: {
    en: {
      subject: 'Your e-mail address has been changed',
      greeting: 'Hello.',
      before:
        'Your Skarb account now has the e-mail address {address}. This one no longer signs you in.\n\n{place}\n\nIf it was not you, undo it: the account gets this address back, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'Вашу електронну адресу змінено',
      greeting: 'Вітаємо.',
      before:
        'Тепер ваш обліковий запис Skarb має електронну адресу {address}. Увійти із цією адресою вже не можна.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис знову матиме цю адресу, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  twoFactorOn: {
    en: {
      subject: 'Two-factor authentication is on',
      greeting: 'Hello.',
      before:
        'From now on signing in to Skarb takes a code of your app as well. Keep the recovery codes where you can find them without your phone.\n\n{place}\n\nIf it was not you, undo it: the account goes back to how it was, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'Двоетапну перевірку ввімкнено',
      greeting: 'Вітаємо.',
      before:
        'Відтепер для входу у Skarb потрібен ще й код із вашого застосунку. Зберігайте резервні коди там, де знайдете їх без телефона.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис повернеться до попереднього стану, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  twoFactorOff: {
    en: {
      subject: 'Two-factor authentication is off',
      greeting: 'Hello.',
      before:
        'Signing in to Skarb no longer takes a code, and the recovery codes no longer work.\n\n{place}\n\nIf it was not you, undo it: two-factor authentication is on again, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'Двоетапну перевірку вимкнено',
      greeting: 'Вітаємо.',
      before:
        'Для входу у Skarb код більше не потрібен, а резервні коди вже не діють.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: двофакторна перевірка знову запрацює, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  /** A sign-in from a device the account has never had. */
  newDevice: {
    en: {
      subject: 'New sign-in to your account',
      greeting: 'Hello.',
      before:
        'Your Skarb account has just been signed in to from a device that it has not seen before.\n\n{place}\n\nIf it was you, there is nothing to do. If it was not you, sign everybody out: whatever has been changed since about how you sign in is undone as well, and you choose a new password.',
      action: 'It was not me: sign everybody out',
      after: 'The link works once, for 7 days. Your settings list every device that is signed in.',
    },
    ukr: {
      subject: 'Новий вхід до вашого облікового запису',
      greeting: 'Вітаємо.',
      before:
        'До вашого облікового запису Skarb щойно ввійшли з пристрою, якого він раніше не бачив.\n\n{place}\n\nЯкщо це були ви, нічого робити не треба. Якщо ні, завершіть усі сеанси: усе, що відтоді змінено у способах входу, теж скасується, а ви виберете новий пароль.',
      action: 'Це не я: завершити всі сеанси',
      after: 'Посилання діє один раз, протягом 7 днів. Усі пристрої, на яких виконано вхід, є у ваших налаштуваннях.',
    },
  },
  /** Another phone number, or none. */
  phoneChanged: {
    en: {
      subject: 'Your phone number has been changed',
      greeting: 'Hello.',
      before:
        'The phone number of your Skarb account has been changed or removed.\n\n{place}\n\nIf it was not you, undo it: the account goes back to how it was, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'Ваш номер телефону змінено',
      greeting: 'Вітаємо.',
      before:
        'Номер телефону вашого облікового запису Skarb змінено або вилучено.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис повернеться до попереднього стану, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  /** A wallet that signs in to the account. */
  walletChanged: {
    en: {
      subject: 'A wallet has been connected to your account',
      greeting: 'Hello.',
      before:
        'The wallet {wallet} now signs in to your Skarb account.\n\n{place}\n\nIf it was not you, undo it: the wallet is disconnected, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'До вашого облікового запису під’єднано гаманець',
      greeting: 'Вітаємо.',
      before:
        'Тепер у ваш обліковий запис Skarb можна ввійти гаманцем {wallet}.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: гаманець буде від’єднано, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  /** A way to sign in was added or removed. */
  passwordRemoved: {
    en: {
      subject: 'Your password has been removed',
      greeting: 'Hello.',
      before:
        'The password of your Skarb account has just been removed: it is signed in to by the account’s other ways only, and your other sessions have ended.\n\n{place}\n\nIf it was not you, undo it: the account goes back to how it was, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'Ваш пароль вилучено',
      greeting: 'Вітаємо.',
      before:
        'Пароль вашого облікового запису Skarb щойно вилучено: увійти тепер можна лише іншими способами, а інші ваші сеанси завершено.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис повернеться до попереднього стану, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  googleRemoved: {
    en: {
      subject: 'Google has been removed from your account',
      greeting: 'Hello.',
      before:
        'Your Skarb account is no longer signed in to with Google, and your other sessions have ended.\n\n{place}\n\nIf it was not you, undo it: the account goes back to how it was, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'Google від’єднано від вашого облікового запису',
      greeting: 'Вітаємо.',
      before:
        'Увійти у ваш обліковий запис Skarb через Google більше не можна, а інші ваші сеанси завершено.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис повернеться до попереднього стану, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  walletRemoved: {
    en: {
      subject: 'A wallet has been removed from your account',
      greeting: 'Hello.',
      before:
        'The wallet {wallet} no longer signs in to your Skarb account, and your other sessions have ended. What the wallet holds is still in it.\n\n{place}\n\nIf it was not you, undo it: the account goes back to how it was, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'Гаманець від’єднано від вашого облікового запису',
      greeting: 'Вітаємо.',
      before:
        'Увійти у ваш обліковий запис Skarb гаманцем {wallet} більше не можна, а інші ваші сеанси завершено. Усе, що є в гаманці, лишилося в ньому.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис повернеться до попереднього стану, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  googleLinked: {
    en: {
      subject: 'Google has been linked to your account',
      greeting: 'Hello.',
      before:
        'The Google account {address} now signs in to your Skarb account.\n\n{place}\n\nIf it was not you, undo it: the account goes back to how it was, and everybody is signed out.',
      action: 'It was not me: undo it',
      after: 'The link works once, for 7 days. After undoing it, set a new password.',
    },
    ukr: {
      subject: 'До вашого облікового запису прив’язано Google',
      greeting: 'Вітаємо.',
      before:
        'Тепер у ваш обліковий запис Skarb можна ввійти через обліковий запис Google {address}.\n\n{place}\n\nЯкщо це були не ви, скасуйте зміну: обліковий запис повернеться до попереднього стану, а всі сеанси завершаться.',
      action: 'Це не я: скасувати',
      after: 'Посилання діє один раз, протягом 7 днів. Скасувавши зміну, встановіть новий пароль.',
    },
  },
  ...DELETION_WORDS,
  /** An admin has blocked the account. */
  blocked: {
    en: {
      subject: 'Your account has been blocked',
      greeting: 'Hello.',
      before:
        'An admin of this marketplace has blocked your Skarb account. The reason:\n\n“{reason}”\n\nYour sessions have ended, and what you offer cannot be bought here. What you own stays yours: it is in your wallet.',
      action: 'Open Skarb',
      after: 'If you think that this is a mistake, write to whoever runs this marketplace.',
    },
    ukr: {
      subject: 'Ваш обліковий запис заблоковано',
      greeting: 'Вітаємо.',
      before:
        'Адміністратор цього маркетплейсу заблокував ваш обліковий запис Skarb. Причина:\n\n«{reason}»\n\nВаші сеанси завершено, а ваші пропозиції тут не можна купити. Усе, чим ви володієте, лишається вашим: воно у вашому гаманці.',
      action: 'Відкрити Skarb',
      after: 'Якщо ви вважаєте це помилкою, напишіть тим, хто утримує цей маркетплейс.',
    },
  },
  /** To the admins: the follower met what it cannot apply. */
  setAside: {
    en: {
      subject: 'Something on the chain could not be read',
      greeting: 'Hello.',
      before:
        'The worker set aside what it could not apply ({count}), and goes on with everything else. Until it is applied, some works or offers may be shown wrongly. The first error:\n\n{error}',
      action: 'Look at the jobs',
      after: 'After an update of the server it is tried again by itself; on that page you can have it tried at once.',
    },
    ukr: {
      subject: 'Дещо з блокчейну не вдалося прочитати',
      greeting: 'Вітаємо.',
      before:
        'Обробник відклав те, що не зміг застосувати ({count}), і працює далі з усім іншим. Доки це не застосовано, деякі роботи або пропозиції можуть показуватися неправильно. Перша помилка:\n\n{error}',
      action: 'Переглянути завдання',
      after: 'Після оновлення сервера спроба повториться сама; на цій сторінці можна повторити її одразу.',
    },
  },
  /** An admin has let the account in again. */
  unblocked: {
    en: {
      subject: 'Your account is open again',
      greeting: 'Hello.',
      before: 'Your Skarb account is not blocked any more. What you had on offer stands again, where it still can.',
      action: 'Open Skarb',
      after: 'You can sign in as before.',
    },
    ukr: {
      subject: 'Ваш обліковий запис знову відкрито',
      greeting: 'Вітаємо.',
      before:
        'Ваш обліковий запис Skarb більше не заблоковано. Ваші пропозиції знову чинні, якщо для цього досі є все потрібне.',
      action: 'Відкрити Skarb',
      after: 'Ви можете ввійти, як раніше.',
    },
  },
  /** To admins: the operator's wallet runs dry. */
  operatorLow: {
    en: {
      subject: 'The marketplace’s wallet is running low',
      greeting: 'Hello.',
      before:
        'The operator’s wallet {address} holds {balance}. That is less than the alarm’s threshold, or will not last as long as it should. When it is empty, people pay their own gas, and auctions and hatches wait for somebody to send them.\n\nSend it more of the native coin.',
      action: 'Look at what was spent',
      after: 'You get this mail once each time the balance falls too low, because you are an admin.',
    },
    ukr: {
      subject: 'У гаманці маркетплейсу закінчуються кошти',
      greeting: 'Вітаємо.',
      before:
        'У гаманці оператора {address} лишилося {balance}. Це менше за поріг сповіщення, або коштів не вистачить на потрібний час. Коли гаманець спорожніє, люди платитимуть за газ самі, а аукціони й вилуплення чекатимуть, доки хтось їх не надішле.\n\nПоповніть його монетою мережі.',
      action: 'Переглянути витрати',
      after: 'Цей лист надходить один раз щоразу, коли баланс падає занизько, бо ви адміністратор.',
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

/** The text message with the code that confirms a phone number. */
export const writeSms = (language: Language, code: string): string =>
  language === 'ukr'
    ? `${code} — ваш код Skarb. Діє 10 хвилин. Нікому його не кажіть.`
    : `${code} is your Skarb code. It works for 10 minutes. Tell it to nobody.`;

/**
 * A mail in the reader's language, as text and as HTML that needs nothing from the network.
 * @param values what stands in the words as `{name}`
 */
export const writeMail = (
  kind: MailKind,
  language: Language,
  to: string,
  link: string,
  values: Record<string, string> = {},
): Mail => {
  const words = { ...WORDS[kind][language] };
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
  words.before = filled(words.before);
  words.subject = filled(words.subject);
  return layMail(language, to, words, link);
};

/** A link at a mail's end: to where such mails are turned off, for instance. */
export type FootLink = { label: string; url: string };

/** What a dark screen wears: the marketplace's own colours. Mail programs that know none of it show the light ones. */
const STYLE = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){body,.page{background:#0B0C10!important;color:#F4F5F7!important}.quiet,.quiet a{color:#C5CAD6!important}}`;
const QUIET = 'class="quiet" style="font-size:14px;color:#4a5060"';

/** Words as a mail, text and HTML. The first of it is what lists of mails show beside the subject: what has happened. */
export const layMail = (language: Language, to: string, words: Words, link: string, foot: FootLink[] = []): Mail => {
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
<html lang="${language === 'ukr' ? 'uk' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
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
