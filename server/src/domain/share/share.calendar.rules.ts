import type { Language } from '@skarb/schema/language';
import type { Offer } from '@skarb/schema/offer';
import { inLanguage } from '@skarb/schema/work-text';
import { fill, WORDS } from '../../platform/words.ts';
import { escapeCalendar, foldLine } from './share.text.rules.ts';

/** The entry begins this long before the end, and a reminder as long before that. */
const BEFORE_MS = 15 * 60_000;

/** A moment as iCalendar writes it: 20261123T170000Z. */
const momentOf = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * The end of an auction as an iCalendar file. Late bids move the end: a calendar that reads the file again replaces the
 * entry, because its UID stays and its SEQUENCE grows.
 * @param endsAt milliseconds
 */
export const calendarOf = (offer: Offer, endsAt: number, publicUrl: string, language: Language): string => {
  const words = WORDS[language].share;
  const url = `${publicUrl}/offers/${offer.uuid}`;
  const title = fill(words.auctionEnds, { name: inLanguage(offer.token, language).name });
  const isOff = offer.status === 'CANCELLED';
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Skarb//Auction//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${offer.uuid}@${new URL(publicUrl).hostname}`,
    `DTSTAMP:${momentOf(Date.parse(offer.updatedAt))}`,
    `DTSTART:${momentOf(endsAt - BEFORE_MS)}`,
    `DTEND:${momentOf(endsAt)}`,
    `SEQUENCE:${offer.version}`,
    `STATUS:${isOff ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeCalendar(title)}`,
    `DESCRIPTION:${escapeCalendar(`${words.auctionNote}\n${url}`)}`,
    `URL:${url}`,
    ...(isOff
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', `DESCRIPTION:${escapeCalendar(title)}`, 'END:VALARM']),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n');
};
