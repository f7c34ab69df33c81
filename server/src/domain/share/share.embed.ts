import { isolated } from '@skarb/schema/isolated';
import { tagOf, type Language } from '@skarb/schema/language';
import type { Token } from '@skarb/schema/token';
import { WORDS } from '../../platform/words.ts';
import { embedPolicy } from '../../platform/http/security-headers.ts';
import { escapeXml } from './share.text.rules.ts';
import type { Origins } from './share.feed.rules.ts';

const STYLE = `:root{color-scheme:dark}*{box-sizing:border-box}html,body{height:100%}body{margin:0;background:#0B0C10;color:#F4F5F7;font:15px/1.4 'Work Sans','Onest',system-ui,sans-serif}a{color:inherit;text-decoration:none}a:focus-visible{outline:2px solid #E8B84B;outline-offset:-2px}.card{display:flex;flex-direction:column;height:100%;min-height:220px;border:1px solid #2A2E3A;border-radius:16px;overflow:hidden;background:#12141A}.wall{flex:1;min-height:0;padding:20px;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);gap:12px;background:#0B0C10}.grid{grid-template:repeat(2,minmax(0,1fr))/repeat(2,minmax(0,1fr))}.pair{grid-template-columns:repeat(2,minmax(0,1fr))}.art{display:flex;align-items:center;justify-content:center;min-width:0;min-height:0}.art img{max-width:100%;max-height:100%;width:auto;height:auto;object-fit:contain;border-radius:4px;outline:1px solid rgb(244 245 247/8%);outline-offset:-1px}.text{display:flex;align-items:flex-end;gap:12px;padding:14px 18px 16px}.facts{min-width:0;flex:1}h1,p{margin:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}h1{font-size:17px;font-weight:600;white-space:normal;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}p{color:#C5CAD6}.state{white-space:normal;margin-top:4px;color:#F4F5F7;font-weight:600;font-variant-numeric:tabular-nums}.mark{flex:none;display:flex;align-items:center;gap:6px;color:#E8B84B;font-weight:600}svg{width:18px;height:18px;fill:#E8B84B}@media(max-width:340px){.mark{font-size:0}h1{-webkit-line-clamp:3}}`;

/** Allows any site to show the card in a frame, and nothing but its own style and pictures. */
export const embedPolicyOf = (media: string | undefined): string => embedPolicy({ style: STYLE, media });

const MARK =
  '<svg viewBox="8 8 48 48" aria-hidden="true"><path d="M8 28v-4C8 15.2 15.2 8 24 8h16c8.8 0 16 7.2 16 16v4h-8L32 12 16 28z"/><path d="M8 32h8l16 16 16-16h8v18a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z"/><path d="m32 19 11 11-11 11-11-11z"/></svg>';

/** What a frame on another site shows of a page. */
export type EmbedCard = {
  /** The page's path. */
  path: string;
  title: string;
  by: string;
  state: string;
  /** One picture fills the card; up to four form a grid. */
  pictures: { path: string; name: string; image: Token['image'] }[];
};

/** In the frame of a site that still shows a page which is not public any more. */
export const goneCard = (language: Language): EmbedCard => {
  const { gone, goneText } = WORDS[language].share;
  return { path: '/nfts', title: gone, by: '', state: goneText, pictures: [] };
};

/** How so many pictures hang. */
const SHAPE: Record<number, string> = { 2: ' pair', 3: ' grid', 4: ' grid' };

/** A card for a frame on another site: a page of its own, without script. */
export const embedPage = (card: EmbedCard, language: Language, { pages, media }: Origins): string => {
  const linkTo = (path: string) => `href="${escapeXml(pages + path)}" target="_blank" rel="noopener"`;
  const [title, link] = [escapeXml(card.title), linkTo(card.path)];
  // The single picture leads to the title's page: one link is enough for a keyboard and a screen reader.
  const isGrid = card.pictures.length > 1;
  const pictures = card.pictures.map(({ path, name, image: { preview, width, height } }) => {
    const picture = `<img src="${escapeXml(media + preview)}" alt="${isGrid ? escapeXml(name) : ''}" width="${width}" height="${height}">`;
    return `<a class="art" ${isGrid ? linkTo(path) : `${link} tabindex="-1" aria-hidden="true"`}>${picture}</a>`;
  });
  return `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="canonical" href="${escapeXml(pages + card.path)}"><title>${isolated(title)} · Skarb</title><style>${STYLE}</style></head>
<body><article class="card"><div class="wall${SHAPE[card.pictures.length] ?? ''}">${pictures.join('')}</div>
<div class="text"><div class="facts"><h1><a ${link} dir="auto">${title}</a></h1><p>${escapeXml(card.by)}</p><p class="state">${escapeXml(card.state)}</p></div>
<a class="mark" ${link}>${MARK}Skarb</a></div></article></body></html>`;
};
