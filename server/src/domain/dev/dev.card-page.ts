import { LANGUAGE_FALLBACK, tagOf } from '@skarb/schema/language';
import { shortHex } from '@skarb/schema/short-hex';
import { getAddress } from 'viem';
import { standalonePolicy } from '../../platform/http/security-headers.ts';
import { WORDS } from '../../platform/words.ts';
import { escapeHtml } from '../mail/mail.messages.ts';
import type { Bought } from './dev.card.store.ts';
import { OUTCOMES, type CardFault, type CardForm, type Outcome } from './dev.card.rules.ts';

const STYLE = `:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:#0B0C10;color:#F4F5F7;font:16px/1.5 'Work Sans',system-ui,sans-serif}
main{width:100%;max-width:420px;background:#12141A;border-radius:24px;padding:28px 24px}
h1{margin:0 0 4px;font-size:22px;line-height:1.25}p{margin:0;color:#C5CAD6}.quiet{color:#8A92A6;font-size:14px;overflow-wrap:anywhere}
dl{margin:20px 0;padding:16px;background:#1A1D26;border-radius:16px;display:grid;grid-template-columns:1fr auto;gap:6px 16px;font-variant-numeric:tabular-nums}
dt{color:#8A92A6}dd{margin:0;text-align:right}.sum{font-size:20px;font-weight:600}
label,legend{display:block;margin:0 0 6px;padding:0;font-size:14px;color:#C5CAD6}.row{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.field{margin-bottom:16px}input[type=text]{width:100%;font:inherit;font-variant-numeric:tabular-nums;color:inherit;background:#0B0C10;border:1px solid #8A92A6;border-radius:12px;padding:11px 14px}
input[aria-invalid]{border-color:#F2555A}.fault{margin-top:6px;color:#F2555A;font-size:14px}
fieldset{border:0;margin:0 0 20px;padding:0;display:grid;grid-template-columns:1fr 1fr;gap:8px}legend{grid-column:1/-1}
fieldset label{margin:0;display:flex;gap:8px;align-items:center;min-height:44px;padding:8px 12px;border:1px solid #2A2E3A;border-radius:12px;color:#F4F5F7;cursor:pointer}
fieldset label:has(:checked){border-color:#E8B84B}input[type=radio]{accent-color:#E8B84B;margin:0}
button,.button{display:block;width:100%;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:#0B0C10;background:#E8B84B;border:0;border-radius:12px;padding:12px;cursor:pointer}
.way{margin-top:24px}.plain{background:none;color:#F4F5F7;margin-top:8px}.notice{margin:16px 0;padding:14px 16px;border:1px solid #F2555A;border-radius:16px;color:#F4F5F7}
:focus-visible{outline:2px solid #E8B84B;outline-offset:2px}small{display:block;margin-top:20px;color:#8A92A6;font-size:13px}`;
export const CARD_POLICY = standalonePolicy({ style: STYLE, formAction: ["'self'"] });

const page = (language: Bought['language'], title: string, body: string) =>
  `<!doctype html><html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

const said = (language: Bought['language'], [title = '', text = '']: string[], back: string) =>
  page(
    language,
    title,
    `<h1>${title}</h1><p role="status">${text}</p><p class="way"><a class="button" href="${escapeHtml(back)}">${WORDS[language].card.back}</a></p><small>${WORDS[language].card.note}</small>`,
  );

/** The page for an invalid order, which cannot be paid. */
export const strayPage = (): string => said(LANGUAGE_FALLBACK, WORDS[LANGUAGE_FALLBACK].card.stray, '/');
export const paidPage = (bought: Bought): string =>
  said(bought.language, WORDS[bought.language].card.paid, bought.returnUrl);
/** The result of the payment, with a link back. */
export const donePage = (bought: Bought, outcome: Exclude<Outcome, 'declined'>): string =>
  said(bought.language, WORDS[bought.language].card.done[outcome], bought.returnUrl);

/** The card form. It keeps the typed values except the security code. */
export const cardPage = (
  bought: Bought,
  shown: { price: string; amount: string; form?: CardForm; faults?: CardFault[]; isDeclined?: boolean },
): string => {
  const { language, currency, amount, address, returnUrl } = bought;
  const words = WORDS[language].card;
  const { form, faults = [] } = shown;
  const field = (name: CardFault, complete: string, placeholder: string, value: string) => {
    const isWrong = faults.includes(name);
    return `<div class="field"><label for="${name}">${words[name]}</label><input id="${name}" name="${name}" type="text" inputmode="${name === 'expiry' ? 'text' : 'numeric'}" autocomplete="${complete}" placeholder="${placeholder}" maxlength="24" required value="${escapeHtml(value)}"${isWrong ? ` aria-invalid="true" aria-describedby="${name}-fault"` : ''}>${isWrong ? `<p class="fault" id="${name}-fault">${words[`fault_${name}`]}</p>` : ''}</div>`;
  };
  const outcomes = OUTCOMES.map(
    (one) =>
      `<label><input type="radio" name="outcome" value="${one}"${one === (form?.outcome ?? 'success') ? ' checked' : ''}>${words[one]}</label>`,
  );
  return page(
    language,
    words.title,
    `<h1>${words.title}</h1><p class="quiet">${words.name}</p>
${shown.isDeclined ? `<p class="notice" role="alert">${words.declinedNow}</p>` : ''}
<dl><dt>${words.buy}</dt><dd title="${escapeHtml(amount)}">${escapeHtml(shown.amount)} ${escapeHtml(currency === 'WETH' ? 'ETH' : currency)}</dd><dt>${words.to}</dt><dd title="${escapeHtml(address)}">${escapeHtml(shortHex(getAddress(address)))}</dd><dt>${words.price}</dt><dd class="sum">${escapeHtml(shown.price)}</dd></dl>
<form method="post" novalidate>${field('number', 'cc-number', '4242 4242 4242 4242', form?.number ?? '')}
<div class="row">${field('expiry', 'cc-exp', '12/30', form?.expiry ?? '')}${field('cvc', 'cc-csc', '123', '')}</div>
<fieldset><legend>${words.outcome}</legend>${outcomes.join('')}</fieldset>
<button>${words.pay} ${escapeHtml(shown.price)}</button></form>
<a class="button plain" href="${escapeHtml(returnUrl)}">${words.cancel}</a><small>${words.note}</small>`,
  );
};
