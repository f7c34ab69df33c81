const ID = 'rendered-styles';

const ATTRIBUTE = ' style="';

/**
 * Moves the style attributes of rendered HTML into the rules of one style element. The content security policy blocks
 * style attributes in markup, but allows this element by its hash. Equal attributes share a rule.
 * @param html rendered by React: an unescaped quotation mark occurs only around attributes
 * @returns the HTML in pieces, which cost less than another string of its size
 */
export const withoutStyleAttributes = (html: string): { html: string[]; css: string } => {
  const names = new Map<string, number>();
  const [first = '', ...others] = html.split(ATTRIBUTE);
  const pieces = [first];
  for (const other of others) {
    const end = other.indexOf('"');
    const text = other.slice(0, end).replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
    // Our styles never contain these characters, which could close the rule or the element.
    if (!/[<{}]/.test(text)) {
      const name = names.get(text) ?? names.size;
      names.set(text, name);
      pieces.push(` data-style="${name}"`);
    }
    pieces.push(other.slice(end + 1));
  }
  return { html: pieces, css: [...names].map(([text, name]) => `[data-style="${name}"]{${text}}`).join('') };
};

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/**
 * Restores the style attributes before hydration, so that the page equals what React rendered: the policy allows a
 * script to set them.
 */
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
