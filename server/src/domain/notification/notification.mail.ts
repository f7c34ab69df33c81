import { pageOfNotification } from '@skarb/schema/notification-kind';
import { AMOUNT_DECIMALS_SHOWN } from '@skarb/schema/limits';
import { layMail, type Language, type Mail, type Words } from '../mail/mail.messages.ts';
import { WORDS, wordsFor, type TradeKind } from './notification.words.ts';

/** What a notification's mail is written from. Prices are decimal strings in the `currency`. */
export type Told = {
  email: string;
  language: Language;
  kind: TradeKind;
  token_uuid: string;
  token_name: string;
  offer_uuid: string | null;
  /** Null for what is about no offer. */
  offer_type: 'SALE' | 'AUCTION' | 'BID' | null;
  price: string | null;
  old_price: string | null;
  currency: string | null;
  quantity: string | null;
  is_edition: boolean;
  actor: string | null;
  actor_name: string | null;
  ends_at: Date | null;
};

const LOCALE = { en: 'en-GB', ukr: 'uk-UA' } as const;

/** An amount in a language's form, at most four decimals; what is smaller is not shown as nothing. */
export const amountText = (amount: string, language: Language): string => {
  const format = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits: AMOUNT_DECIMALS_SHOWN });
  const smallest = 1 / 10 ** AMOUNT_DECIMALS_SHOWN;
  // Intl takes the text itself: no digit is lost on the way through a float.
  return /[1-9]/.test(amount) && Number(amount) < smallest
    ? `< ${format.format(smallest)}`
    : format.format(amount as unknown as number);
};

const timeText = (at: Date, language: Language): string =>
  `${new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** Names are whatever people chose: on one line, and no longer than reads well. */
export const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 80);

/**
 * Words as a mail about something that happened, with a link to what it is about, one to the settings, and one that turns
 * its kind off, which mail programs show as a button of their own (RFC 8058).
 */
export const layNotice = (
  language: Language,
  email: string,
  words: Pick<Words, 'subject' | 'before' | 'action'>,
  links: { page: string; publicUrl: string; unsubscribeUrl: string },
): Mail => {
  const common = { greeting: WORDS[language].greeting, after: WORDS[language].why };
  const mail = layMail(language, email, { ...common, ...words }, `${links.publicUrl}${links.page}`, [
    { label: WORDS[language].settings, url: `${links.publicUrl}/settings#notifications` },
    { label: WORDS[language].unsubscribe, url: links.unsubscribeUrl },
  ]);
  return {
    ...mail,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

/** The mail of a notification about a work or an offer. */
export const writeNotification = (told: Told, publicUrl: string, unsubscribeUrl: string): Mail => {
  const { language, kind } = told;
  const money = (amount: string | null) =>
    amount === null || told.currency === null ? '' : `${amountText(amount, language)} ${told.currency}`;
  const values: Record<string, string> = {
    token: plain(told.token_name),
    price: money(told.price),
    oldPrice: money(told.old_price),
    quantity: told.quantity ?? '1',
    actor:
      told.actor_name !== null
        ? plain(told.actor_name)
        : told.actor
          ? `${told.actor.slice(0, 6)}…${told.actor.slice(-4)}`
          : WORDS[language].somebody,
    endsAt: told.ends_at ? timeText(told.ends_at, language) : '',
  };
  const chosen = wordsFor(told);
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
  const units = told.is_edition && Number(told.quantity ?? 1) > 1 ? ` ${fill(WORDS[language].units)}` : '';
  const words = { subject: fill(chosen.subject), before: fill(chosen.before) + units, action: chosen.action };
  const page = pageOfNotification(kind, told.token_uuid, told.offer_uuid);
  return layNotice(language, told.email, words, { page, publicUrl, unsubscribeUrl });
};
