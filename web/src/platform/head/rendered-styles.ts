const ID = 'rendered-styles';

/**
 * The content security policy lets no style attribute of a page's markup through. What React rendered as such becomes
 * rules of one style element, which the policy names by its hash; equal attributes share a rule.
 * @param html React's rendering: a bare quotation mark stands nowhere but around attributes
 */
export const withoutStyleAttributes = (html: string): { html: string; css: string } => {
  const names = new Map<string, number>();
  const bare = html.replace(/ style="([^"]*)"/g, (_attribute, escaped: string) => {
    const text = escaped.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
    // Such signs have no business in a style of ours, and would end the rule or the element.
    if (/[<{}]/.test(text)) return '';
    const name = names.get(text) ?? names.size;
    names.set(text, name);
    return ` data-style="${name}"`;
  });
  return { html: bare, css: [...names].map(([text, name]) => `[data-style="${name}"]{${text}}`).join('') };
};

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** Makes the rendered page what React rendered, before it is taken over: from a script, style attributes are allowed. */
export const giveBackStyles = (): void => {
  const element = document.getElementById(ID) as HTMLStyleElement | null;
  for (const rule of element?.sheet?.cssRules ?? []) {
    const { selectorText, style } = rule as CSSStyleRule;
    for (const target of document.querySelectorAll<HTMLElement>(selectorText)) {
      target.style.cssText = style.cssText;
      delete target.dataset.style;
    }
  }
  element?.remove();
};
