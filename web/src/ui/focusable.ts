/** Excludes controls that the keyboard skips. */
export const NOT = ':not([type=hidden], [type=file], [aria-hidden=true], [tabindex="-1"], :disabled)';
export const FIELD = `input${NOT}, textarea${NOT}, select${NOT}`;
/** What the keyboard can reach. */
export const FOCUSABLE = `a[href], button${NOT}, ${FIELD}, summary, [tabindex="0"]`;

/** The shown controls within an element. */
export const controlsOf = (place: Element): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility());

/** The words of a control, by which its successor is found. */
export const wordsOf = (control: Element): string => control.getAttribute('title') || control.textContent.trim();
