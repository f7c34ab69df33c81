import { LANGUAGE, type Language } from '@skarb/schema/language';
import type { LocalizedName } from '@skarb/schema/localization';
import { isFollowKind, pageOfNotification } from '@skarb/schema/notification-kind';
import type { OfferType } from '@skarb/schema/offer';
import { inLanguage } from '@skarb/schema/work-text';
import { shortHex } from '@skarb/schema/short-hex';
import { formatEther, parseEther } from 'viem';
import { amountText } from '../../platform/amount-text.ts';
import { fill, WORDS } from '../../platform/words.ts';
import { layOutMail, type Mail, type MailCopy } from '../mail/mail.messages.ts';
import { KIND, type TokenKind } from './notification.kinds.ts';

/** The input of a notification's mail. Prices are decimal strings in the `currency`. */
export type MailFacts = {
  email: string;
  language: Language;
  kind: TokenKind;
  token_uuid: string;
  token_name: string;
  localization?: LocalizedName | null;
  offer_uuid: string | null;
  /** Null for kinds without an offer. */
  offer_type: OfferType | null;
  /** CHILD_LOST: the breeding that failed. */
  breeding_uuid: string | null;
  /** What the reader follows; then `quantity` counts its works. */
  followed?: { type: 'collection' | 'user'; uuid: string } | null;
  price: string | null;
  /** SOLD: what the seller received for all units. */
  received?: string | null;
  old_price: string | null;
  currency: string | null;
  quantity: string | null;
  /** RECEIVED: how many works came at once. */
  works?: number | null;
  is_edition: boolean;
  actor: string | null;
  actor_name: string | null;
  ends_at: Date | null;
};

const timeText = (at: Date, language: Language): string =>
  `${new Intl.DateTimeFormat(LANGUAGE[language].locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

/** Bidirectional control characters: a name with one could reverse the price after it. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name chosen by a user as one line of at most 80 characters. */
export const plain = (text: string): string => {
  const signs = [
    ...text
      .replace(BIDI_CONTROLS, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  ];
  return signs.length > 80 ? `${signs.slice(0, 79).join('')}…` : signs.join('');
};

/**
 * A notification's mail: a link to its subject, one to the settings, and one that unsubscribes from the kind, which mail
 * programs also show as a button (RFC 8058).
 */
export const layOutNotification = (
  language: Language,
  email: string,
  copy: Pick<MailCopy, 'subject' | 'before' | 'action'>,
  links: { page: string; publicUrl: string; unsubscribeUrl: string },
): Mail => {
  const { why, settings, unsubscribe } = WORDS[language].notification;
  const mail = layOutMail(language, email, { ...copy, after: why }, `${links.publicUrl}${links.page}`, [
    { label: settings, url: `${links.publicUrl}/settings#notifications` },
    { label: unsubscribe, url: links.unsubscribeUrl },
  ]);
  return {
    ...mail,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

/** The mail of a notification about a token. */
export const writeNotification = (facts: MailFacts, publicUrl: string, unsubscribeUrl: string): Mail => {
  const { language, kind, offer_type: offerType } = facts;
  const common = WORDS[language].notification;
  const money = (amount: string | null) =>
    amount === null || facts.currency === null ? '' : `${amountText(amount, language)} ${facts.currency}`;
  const isGathered = isFollowKind(kind);
  const works = isGathered ? Number(facts.quantity ?? 1) : (facts.works ?? 1);
  const quantity = facts.is_edition && !isGathered ? BigInt(facts.quantity ?? 1) : 1n;
  // `price` is per unit. Paid and offered amounts are shown as the total, asking prices per unit; an auction's lot has
  // one price.
  const isLot = offerType === 'AUCTION';
  const isUnitPrice = KIND[kind].isUnitPrice?.(offerType) ?? false;
  const total =
    facts.price === null || isLot || isUnitPrice ? facts.price : formatEther(parseEther(facts.price) * quantity);
  const values: Record<string, string> = {
    token: plain(inLanguage({ name: facts.token_name, localization: facts.localization ?? undefined }, language).name),
    price: money(total),
    each: money(facts.price),
    received: money(facts.received ?? null),
    oldPrice: money(facts.old_price),
    quantity: new Intl.NumberFormat(LANGUAGE[language].locale).format(works > 1 ? works : quantity),
    actor: facts.actor_name !== null ? plain(facts.actor_name) : facts.actor ? shortHex(facts.actor) : common.someone,
    endsAt: facts.ends_at ? timeText(facts.ends_at, language) : '',
  };
  // Two prices that read the same after rounding count as one.
  const oldPrice = values.oldPrice === values.price ? null : facts.old_price;
  const variant = KIND[kind].variant?.({
    offerType,
    price: facts.price,
    oldPrice,
    quantity: isGathered ? works : Number(quantity),
    works,
  });
  const words: Record<string, Pick<MailCopy, 'subject' | 'before' | 'action'>> = WORDS[language].kind.mail;
  const chosen = words[variant ? `${kind}_${variant}` : kind] ?? WORDS[language].kind.mail[kind];
  const each = isLot ? common.lot : isUnitPrice ? common.askedEach : common.paidEach;
  const units = quantity > 1n && facts.price !== null ? ` ${fill(each, values)}` : '';
  const copy = {
    subject: fill(chosen.subject, values),
    before: fill(chosen.before, values) + units + (values.received ? ` ${fill(common.received, values)}` : ''),
    action: chosen.action,
  };
  const page = pageOfNotification({
    kind,
    tokenUuid: facts.token_uuid,
    offerUuid: facts.offer_uuid,
    offerType,
    breedingUuid: facts.breeding_uuid,
    followed: facts.followed ?? null,
    quantity: works,
  });
  return layOutNotification(language, facts.email, copy, { page, publicUrl, unsubscribeUrl });
};
