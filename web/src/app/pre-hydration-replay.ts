/** What tells two controls of one page apart, and finds one again after React has put another node in its place. */
export const nameOf = (control: HTMLElement): string =>
  [
    control.tagName,
    control.getAttribute('aria-label'),
    control.getAttribute('name'),
    control.getAttribute('href'),
    control.textContent,
  ].join('|');

const placeOf = (control: HTMLElement): number[] => {
  const place: number[] = [];
  for (let node: Element = control; node.parentElement; node = node.parentElement)
    place.unshift([...node.parentElement.children].indexOf(node));
  return place;
};

const findAgain = (control: HTMLElement): (() => HTMLElement | undefined) => {
  const [name, place] = [nameOf(control), placeOf(control)];
  return () => {
    if (control.isConnected) return control;
    const same = (found: Element | undefined) => (found && nameOf(found as HTMLElement) === name ? found : undefined);
    const there = place.reduce<Element | undefined>((node, at) => node?.children[at], document.documentElement);
    const found = same(there) ?? [...document.getElementsByTagName(control.tagName)].find(same);
    return found as HTMLElement | undefined;
  };
};

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isField = (target: EventTarget | undefined | null): target is Field =>
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type));

/** Tells React of a value that came into a field before React watched it. */
const tellAgain = (field: Field, value: string): void => {
  // React compares with the last value it saw set on the element itself, and passes over what is no change to it.
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};

/**
 * A button or box pressed before the app can answer is pressed again when it can, and what was typed or chosen is told
 * again; links work by themselves.
 * @returns gives back what was kept, and keeps nothing more
 */
export const keepPress = (): (() => void) => {
  let pressed: (() => HTMLElement | undefined) | undefined;
  const filled = new Map<string, { find: () => HTMLElement | undefined; value: string }>();
  const keep = (event: Event) => {
    const target = (event.target as Element).closest<HTMLElement>('button, label, input[type="checkbox"]');
    if (!target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = findAgain(target);
  };
  const note = ({ target }: Event) => {
    if (isField(target)) filled.set(placeOf(target).join(), { find: findAgain(target), value: target.value });
  };
  addEventListener('click', keep, true);
  for (const name of ['input', 'change']) addEventListener(name, note, true);
  return () => {
    removeEventListener('click', keep, true);
    for (const name of ['input', 'change']) removeEventListener(name, note, true);
    for (const { find, value } of filled.values()) {
      const field = find();
      if (isField(field)) tellAgain(field, (field instanceof HTMLInputElement && field.value) || value);
    }
    pressed?.()?.click();
  };
};
