import type { SettingKind } from '@skarb/schema/notification-kind';
import type { Language } from '../mail/mail.messages.ts';

/** What happens to works and offers; what the marketplace itself writes has words of its own (notification.note.ts). */
export type TradeKind = Exclude<SettingKind, 'NOTE'>;
type Said = { subject: string; before: string; action: string };
type Common = {
  why: string;
  settings: string;
  unsubscribe: string;
  /** Where nobody is named. */
  somebody: string;
  /** Of several copies: what was paid or offered for each, what is asked for each, and a lot of an auction. */
  paidEach: string;
  askedEach: string;
  lot: string;
};

/** What mails about each kind say; words in braces are filled in. */
export const WORDS: Record<Language, Common & Record<TradeKind, Said>> = {
  en: {
    why: 'You get this mail because you have an account at Skarb with this address.',
    settings: 'Notification settings',
    unsubscribe: 'No more mails of this kind',
    somebody: 'Somebody',
    paidEach: 'Copies: {quantity}, at {each} each.',
    askedEach: 'Copies: {quantity}, each at that price.',
    lot: 'Copies in the lot: {quantity}.',
    SOLD: {
      subject: 'Sold: “{token}”',
      before: 'Your work “{token}” has been sold for {price}. {actor} bought it.',
      action: 'See the work',
    },
    BOUGHT: {
      subject: '“{token}” is yours',
      before: 'You bought “{token}” for {price}. It is in your wallet now.',
      action: 'See the work',
    },
    OFFER_RECEIVED: {
      subject: '{price} offered for “{token}”',
      before: '{actor} offers {price} for “{token}”. Look at the offer, and accept it if it suits you.',
      action: 'See the offer',
    },
    OFFER_ACCEPTED: {
      subject: 'Your offer for “{token}” was accepted',
      before: '{actor} accepted your offer of {price} for “{token}”. It is in your wallet now.',
      action: 'See the work',
    },
    OFFER_EXPIRED: {
      subject: 'Your offer for “{token}” has ended',
      before: 'Your offer of {price} for “{token}” ran out without being accepted. Nothing was paid.',
      action: 'See the offer',
    },
    OUTBID: {
      subject: 'You were outbid on “{token}”',
      before:
        '{actor} bids {price} for “{token}”, which is more than you did. Your own bid is paid back; what your wallet could not take waits for you on the auction’s page. Bid once more before the end if you want the work.',
      action: 'See the auction',
    },
    WON: {
      subject: 'You won “{token}”',
      before: 'The auction of “{token}” is over, and your bid of {price} was the highest. The work is yours.',
      action: 'See the work',
    },
    AUCTION_ENDING: {
      subject: 'The auction of “{token}” ends soon',
      before: 'The auction of “{token}” ends on {endsAt}. The price is {price} now.',
      action: 'See the auction',
    },
    PRICE_DROP: {
      subject: '“{token}” costs less now',
      before: '“{token}”, which you like, now costs {price} instead of {oldPrice}.',
      action: 'See the work',
    },
    CHILD_BORN: {
      subject: '“{token}” has hatched',
      before: 'A child has hatched, and it is yours: “{token}”. It is in your wallet now.',
      action: 'See the child',
    },
    CHILD_LOST: {
      subject: 'There will be no child of “{token}”',
      before: 'The child of “{token}” that you paid for could not hatch. The fee of {price} is back in your wallet.',
      action: 'See why',
    },
    SIRING_USED: {
      subject: '“{token}” was used as a sire',
      before: '{actor} bred with your “{token}” for {price}. Your share is in your wallet.',
      action: 'See the work',
    },
  },
  ukr: {
    why: 'Ви отримали цей лист, бо маєте у Skarb обліковий запис із цією адресою.',
    settings: 'Налаштування сповіщень',
    unsubscribe: 'Більше не надсилати таких листів',
    somebody: 'невідомо',
    paidEach: 'Примірників: {quantity}, по {each} за кожен.',
    askedEach: 'Примірників: {quantity}, кожен за цю ціну.',
    lot: 'Примірників у лоті: {quantity}.',
    SOLD: {
      subject: 'Продано: «{token}»',
      before: 'Вашу роботу «{token}» продано за {price}. Покупець: {actor}.',
      action: 'Переглянути роботу',
    },
    BOUGHT: {
      subject: 'Робота «{token}» тепер ваша',
      before: 'Ви купили «{token}» за {price}. Робота вже у вашому гаманці.',
      action: 'Переглянути роботу',
    },
    OFFER_RECEIVED: {
      subject: 'За «{token}» пропонують {price}',
      before:
        'За вашу роботу «{token}» пропонують {price}. Від кого: {actor}. Перегляньте пропозицію та прийміть її, якщо вона вам підходить.',
      action: 'Переглянути пропозицію',
    },
    OFFER_ACCEPTED: {
      subject: 'Вашу пропозицію щодо «{token}» прийнято',
      before: 'Вашу пропозицію купити «{token}» за {price} прийнято. Продавець: {actor}. Робота вже у вашому гаманці.',
      action: 'Переглянути роботу',
    },
    OFFER_EXPIRED: {
      subject: 'Строк вашої пропозиції щодо «{token}» минув',
      before: 'Строк вашої пропозиції купити «{token}» за {price} минув: її ніхто не прийняв. Гроші не списано.',
      action: 'Переглянути пропозицію',
    },
    OUTBID: {
      subject: 'Вашу ставку за «{token}» перебито',
      before:
        'За «{token}» тепер пропонують {price} — більше, ніж ви. Від кого: {actor}. Вашу ставку повернуто; якщо гаманець не зміг її прийняти, гроші чекають на вас на сторінці аукціону. Якщо хочете цю роботу, зробіть нову ставку до його завершення.',
      action: 'Переглянути аукціон',
    },
    WON: {
      subject: 'Ви виграли аукціон «{token}»',
      before: 'Аукціон «{token}» завершено, і ваша ставка {price} виявилася найвищою. Робота тепер ваша.',
      action: 'Переглянути роботу',
    },
    AUCTION_ENDING: {
      subject: 'Аукціон «{token}» скоро завершиться',
      before: 'Аукціон «{token}» завершується {endsAt}. Зараз ціна {price}.',
      action: 'Переглянути аукціон',
    },
    PRICE_DROP: {
      subject: 'Робота «{token}» подешевшала',
      before: 'Робота «{token}», яка вам подобається, тепер коштує {price} замість {oldPrice}.',
      action: 'Переглянути роботу',
    },
    CHILD_BORN: {
      subject: 'Вилупилася дитина: «{token}»',
      before: 'Вилупилася дитина, і вона ваша: «{token}». Вона вже у вашому гаманці.',
      action: 'Переглянути дитину',
    },
    CHILD_LOST: {
      subject: 'У «{token}» не буде дитини',
      before:
        'Дитина, за яку ви заплатили, не змогла вилупитися. Її мати: «{token}». Внесок {price} повернуто у ваш гаманець.',
      action: 'Дізнатися чому',
    },
    SIRING_USED: {
      subject: 'Ваш токен «{token}» став батьком',
      before:
        'З вашим токеном «{token}» утворили пару за {price}. Хто саме: {actor}. Ваша частка вже у вашому гаманці.',
      action: 'Переглянути роботу',
    },
  },
};

/** Where a kind means another thing: a seller's sale or auction that ended, an auction's bid, a price in other money, a fee that is spent. */
const OTHERWISE: Record<Language, Record<'saleExpired' | 'auctionExpired' | 'bid' | 'drop' | 'spent', Said>> = {
  en: {
    saleExpired: {
      subject: '“{token}” is no longer on sale',
      before: 'Your listing of “{token}” at {price} ran out, and nobody bought it. You can put it up again.',
      action: 'See the work',
    },
    auctionExpired: {
      subject: 'Nobody bid for “{token}”',
      before: 'Your auction of “{token}” is over without a bid. The work comes back to you.',
      action: 'See the auction',
    },
    bid: {
      subject: '{price} bid for “{token}”',
      before: '{actor} bids {price} in your auction of “{token}”. There is nothing you have to do.',
      action: 'See the auction',
    },
    drop: {
      subject: '“{token}” costs less now',
      before: '“{token}”, which you like, has become cheaper: it costs {price} now.',
      action: 'See the work',
    },
    spent: {
      subject: 'There will be no child of “{token}”',
      before: 'The child of “{token}” that you paid for could not hatch. No fee is given back.',
      action: 'See why',
    },
  },
  ukr: {
    saleExpired: {
      subject: 'Робота «{token}» більше не продається',
      before: 'Строк продажу роботи «{token}» за {price} минув: її ніхто не купив. Ви можете виставити її знову.',
      action: 'Переглянути роботу',
    },
    auctionExpired: {
      subject: 'За «{token}» не було ставок',
      before: 'Ваш аукціон «{token}» завершився без ставок. Робота повертається до вас.',
      action: 'Переглянути аукціон',
    },
    bid: {
      subject: 'Ставка {price} за «{token}»',
      before: 'У вашому аукціоні «{token}» є нова ставка: {price}. Від кого: {actor}. Робити нічого не потрібно.',
      action: 'Переглянути аукціон',
    },
    drop: {
      subject: 'Робота «{token}» подешевшала',
      before: 'Робота «{token}», яка вам подобається, подешевшала: тепер вона коштує {price}.',
      action: 'Переглянути роботу',
    },
    spent: {
      subject: 'У «{token}» не буде дитини',
      before: 'Дитина, за яку ви заплатили, не змогла вилупитися. Її мати: «{token}». Внесок не повертають.',
      action: 'Дізнатися чому',
    },
  },
};

type What = {
  language: Language;
  kind: TradeKind;
  offer_type: 'SALE' | 'AUCTION' | 'BID' | null;
  price: string | null;
  old_price: string | null;
};

/** The words for a notification, by what it is about. */
export const wordsFor = ({ language, kind, offer_type: offerType, price, old_price: oldPrice }: What): Said => {
  const other = OTHERWISE[language];
  if (kind === 'OFFER_EXPIRED' && offerType === 'SALE') return other.saleExpired;
  if (kind === 'OFFER_EXPIRED' && offerType === 'AUCTION') return other.auctionExpired;
  if (kind === 'OFFER_RECEIVED' && offerType === 'AUCTION') return other.bid;
  if (kind === 'PRICE_DROP' && oldPrice === null) return other.drop;
  if (kind === 'CHILD_LOST' && price === null) return other.spent;
  return WORDS[language][kind];
};
