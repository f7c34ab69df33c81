import { pageOfNotification } from '@skarb/schema/notification-kind';
import { AMOUNT_DECIMALS_SHOWN } from '@skarb/schema/limits';
import { formatEther, parseEther } from 'viem';
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
  /** Of a child that will not be. */
  breeding_uuid: string | null;
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

/** Signs that turn the direction of what follows them: a name must not turn a price around. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Names are whatever people chose: on one line, no longer than reads well, and each in a direction of its own. */
export const plain = (text: string): string => {
  const signs = [
    ...text
      .replace(TURNS, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  ];
  const short = signs.length > 80 ? `${signs.slice(0, 79).join('')}…` : signs.join('');
  // First strong isolate … pop directional isolate.
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
};

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
  const mail = layMail(language, email, { ...words, after: WORDS[language].why }, `${links.publicUrl}${links.page}`, [
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
  const { language, kind, offer_type: offerType } = told;
  const common = WORDS[language];
  const money = (amount: string | null) =>
    amount === null || told.currency === null ? '' : `${amountText(amount, language)} ${told.currency}`;
  const quantity = told.is_edition ? BigInt(told.quantity ?? 1) : 1n;
  // A price is of one copy: what was paid or offered for several is said in all, what is asked for each. A lot has one price.
  const isLot = offerType === 'AUCTION';
  const isAsked = kind === 'PRICE_DROP' || (kind === 'OFFER_EXPIRED' && offerType === 'SALE');
  const paid = told.price === null || isLot || isAsked ? told.price : formatEther(parseEther(told.price) * quantity);
  const values: Record<string, string> = {
    token: plain(told.token_name),
    price: money(paid),
    each: money(told.price),
    oldPrice: money(told.old_price),
    quantity: new Intl.NumberFormat(LOCALE[language]).format(quantity),
    actor:
      told.actor_name !== null
        ? plain(told.actor_name)
        : told.actor
          ? `${told.actor.slice(0, 6)}…${told.actor.slice(-4)}`
          : common.somebody,
    endsAt: told.ends_at ? timeText(told.ends_at, language) : '',
  };
  // Prices that differ in what is not shown are not told as two.
  const chosen = wordsFor({ ...told, old_price: values.oldPrice === values.price ? null : told.old_price });
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
  const each = isLot ? common.lot : isAsked ? common.askedEach : common.paidEach;
  const units = quantity > 1n ? ` ${fill(each)}` : '';
  const words = { subject: fill(chosen.subject), before: fill(chosen.before) + units, action: chosen.action };
  const page = pageOfNotification({
    kind,
    tokenUuid: told.token_uuid,
    offerUuid: told.offer_uuid,
    offerType,
    breedingUuid: told.breeding_uuid,
  });
  return layNotice(language, told.email, words, { page, publicUrl, unsubscribeUrl });
};
