type Policy = { createHTML: (html: string) => string };
type Factory = { createPolicy: (name: string, rules: Policy) => Policy };

const { trustedTypes } = globalThis as unknown as { trustedTypes: Factory };
const policy = trustedTypes.createPolicy('server-html', { createHTML: (html) => html });

/** An element with markup, as the browser makes it of a page of the server. It is in the document. */
export const serverHtml = (html: string): HTMLDivElement => {
  const place = document.createElement('div');
  place.innerHTML = policy.createHTML(html);
  document.body.append(place);
  return place;
};
