import { helpOn, path } from '../platform/route/path.ts';
import { PLACES, type Place } from './places.ts';

/** A link of the footer; `isFile` is not a screen of the app. */
type FooterLink = Place & { isFile?: boolean };

/** One's own places, in the sheet "More" alone: elsewhere they are in the menu of the account. */
export const OWN_PLACES = {
  word: 'app.footer.own',
  links: [
    { to: path.portfolio, word: 'portfolio.title' },
    { to: path.feed, word: 'follow.feed.title' },
    { to: path.settings, word: 'auth.menu.settings' },
  ] as readonly FooterLink[],
};

/** The links at the end of each page and in the sheet "More". */
export const FOOTER_GROUPS: readonly { word: string; links: readonly FooterLink[] }[] = [
  { word: 'app.footer.explore', links: Object.values(PLACES) },
  {
    word: 'app.footer.make',
    links: [
      { to: path.createToken, word: 'auth.menu.createToken' },
      { to: path.createCollection, word: 'auth.menu.createCollection' },
      { to: helpOn('sell'), word: 'app.footer.sell' },
    ],
  },
  {
    word: 'app.footer.help',
    links: [
      { to: path.help, word: 'app.footer.answers' },
      { to: helpOn('wallet'), word: 'app.footer.wallet' },
      { to: helpOn('failed'), word: 'app.footer.failed' },
      { to: path.contact, word: 'app.footer.contact' },
    ],
  },
  {
    word: 'app.footer.legal',
    links: [
      { to: path.about, word: 'app.footer.about' },
      { to: path.terms, word: 'app.footer.terms' },
      { to: path.privacy, word: 'app.footer.privacy' },
    ],
  },
  {
    word: 'app.footer.programs',
    links: [
      { to: '/feed/works.rss', word: 'app.footer.feed', isFile: true },
      { to: '/docs', word: 'app.footer.api', isFile: true },
      { to: '/openapi.json', word: 'app.footer.openapi', isFile: true },
    ],
  },
];
