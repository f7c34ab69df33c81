import { AMOUNT_DECIMALS_SHOWN, USD_DECIMALS_SHOWN } from '@skarb/schema/limits';
import { localeOf } from '@skarb/schema/language';
import { useTranslation } from '../i18n/use-translation.ts';

/** Dates in English are as in the reader's country: American ones only for Americans. */
const dateLocaleOf = (locale: string): string => {
  const reader = typeof navigator === 'undefined' ? undefined : navigator.language;
  return reader?.startsWith('en-') && locale.startsWith('en-') ? reader : locale;
};

/** Formatters of numbers, prices and dates for a language. */
export const formatsOf = (language: string) => {
  const locale = localeOf(language);
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const amountRounded = (roundingMode: 'halfExpand' | 'ceil' | 'floor') =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: AMOUNT_DECIMALS_SHOWN, roundingMode });
  const [amount, amountUp, amountDown] = (['halfExpand', 'ceil', 'floor'] as const).map(amountRounded) as [
    Intl.NumberFormat,
    Intl.NumberFormat,
    Intl.NumberFormat,
  ];
  // The decimals of every currency: none has more.
  const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 });
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    // "$" in both languages: the Ukrainian locale writes "USD".
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: USD_DECIMALS_SHOWN,
    maximumFractionDigits: USD_DECIMALS_SHOWN,
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const plain = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 18 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const dates = new Map<string, Intl.DateTimeFormat>();
  /** To make a formatter takes a hundred times as long as to use it. */
  const dateFormat = (timeStyle?: 'short', timeZone?: string, of = dateLocaleOf(locale)): Intl.DateTimeFormat => {
    const key = `${timeStyle} ${timeZone} ${of}`;
    const found = dates.get(key) ?? new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle, timeZone });
    dates.set(key, found);
    return found;
  };
  /** "2026 р." in one piece: the sign of a Ukrainian year does not begin a line. */
  const shownDate = (iso: string, ...how: Parameters<typeof dateFormat>): string =>
    dateFormat(...how)
      .format(new Date(iso))
      .replace(' р.', '\u00a0р.');
  const fiats = new Map<string, Intl.NumberFormat>();
  const fiatFormat = (currency: string): Intl.NumberFormat => {
    const found =
      fiats.get(currency) ??
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: USD_DECIMALS_SHOWN,
        maximumFractionDigits: USD_DECIMALS_SHOWN,
      });
    fiats.set(currency, found);
    return found;
  };
  const smallest = 1 / 10 ** AMOUNT_DECIMALS_SHOWN;
  return {
    count: (value: number) => whole.format(value),
    /** A plain number, such as a year, with all its digits: without separators of thousands. */
    plain: (value: number | string) => plain.format(value as number),
    compact: (value: number) => compact.format(value),
    /** A decimal string with all its digits: where money is paid or received. */
    exact: (text: string) => exact.format(text as unknown as number),
    /** A decimal string with up to four decimals, for cards, lists and charts; a smaller positive amount shows as "< 0.0001". */
    amount: (text: string) => {
      if (!/[1-9]/.test(text)) return amount.format(0);
      // Intl takes the text itself: a float would lose digits.
      const size = Number(text);
      const isTiny = size > 0 && size < smallest;
      return isTiny ? `< ${amount.format(smallest)}` : amount.format(text as unknown as number);
    },
    /** A decimal string rounded up to four decimals: for a minimum. */
    amountUp: (text: string) => amountUp.format(text as unknown as number),
    /** A decimal string rounded down to four decimals: for a maximum. */
    amountDown: (text: string) => amountDown.format(text as unknown as number),
    usd: (value: number) => money.format(value),
    /** An amount of a display currency, e.g. `€12.50`. */
    fiat: (value: number, currency: string) => fiatFormat(currency).format(value),
    percent: (share: number) => percent.format(share),
    /** A duration in its largest unit: "5 minutes", "2 hours", "7 days". */
    duration: (seconds: number) => {
      const [size, unit] =
        seconds < 60
          ? ([1, 'second'] as const)
          : seconds < 3600
            ? ([60, 'minute'] as const)
            : seconds < 86_400
              ? ([3600, 'hour'] as const)
              : ([86_400, 'day'] as const);
      const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
      return new Intl.NumberFormat(locale, style).format(Math.ceil(seconds / size));
    },
    /** As the server writes it, which knows neither the reader's country nor their time zone. */
    serverDate: (iso: string) => shownDate(iso, undefined, 'UTC', locale),
    serverDateTime: (iso: string) => `${shownDate(iso, 'short', 'UTC', locale)} UTC`,
    date: (iso: string, timeZone?: string) => shownDate(iso, undefined, timeZone),
    dateTime: (iso: string, timeZone?: string) => shownDate(iso, 'short', timeZone),
    /** "3 hours ago", "in 2 days". */
    ago: (iso: string, now: number) => {
      const seconds = (Date.parse(iso) - now) / 1000;
      const size = Math.abs(seconds);
      if (size < 60) return relative.format(Math.round(seconds), 'second');
      if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
      if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
      if (size < 30 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
      if (size < 365 * 86_400) return relative.format(Math.round(seconds / (30 * 86_400)), 'month');
      return relative.format(Math.round(seconds / (365 * 86_400)), 'year');
    },
  };
};
export type Formats = ReturnType<typeof formatsOf>;

const kept = new Map<string, Formats>();
/** The formatters of the current language. */
export const useFormats = (): Formats => {
  const { i18n } = useTranslation();
  const made = kept.get(i18n.language) ?? formatsOf(i18n.language);
  kept.set(i18n.language, made);
  return made;
};
