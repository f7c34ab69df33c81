/** What people enter in: a field, a box that they tick, or a list that they choose from. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** A text, or whether a box is ticked. */
export type Entered = string | boolean;

const isBox = (field: Field): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type);

/** What an event has entered, and where; a chosen file is nothing that can be entered again. */
export const enteredBy = ({ target }: Event): [Field, Entered] | undefined => {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  if (!isField || target.type === 'file') return undefined;
  return [target, isBox(target) ? target.checked : target.value];
};

/** Enters again what React did not notice: it ignores an event after which an element is as React last knew it. */
export const enterAgain = (field: Field, entered: Entered): void => {
  if (isBox(field)) {
    field.checked = !entered;
    return field.click();
  }
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, entered);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};

/**
 * Records the last press and everything entered from now on, until React listens; links work without it.
 * docs/decisions/0022 says how much input comes that early, and which of it React replays by itself.
 * @returns `press`, to call once React listens: it hydrates what is pressed first. `fields`, to call once the screen is
 *   hydrated: until then React would take over a ticked box or a typed value without an event.
 */
export const recordEarlyInput = (): { press: () => void; fields: () => void } => {
  let pressed: HTMLElement | undefined;
  let isReactListening = false;
  const filled = new Map<Field, Entered>();
  const onClick = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = button;
  };
  const onInput = (event: Event) => {
    const [field, entered] = enteredBy(event) ?? [];
    if (!field || entered === undefined) return;
    // React knows what is entered from then on.
    if (isReactListening) filled.delete(field);
    else filled.set(field, entered);
  };
  addEventListener('click', onClick, true);
  for (const name of ['input', 'change']) addEventListener(name, onInput, true);
  return {
    press: () => {
      isReactListening = true;
      removeEventListener('click', onClick, true);
      pressed?.click();
    },
    fields: () => {
      for (const name of ['input', 'change']) removeEventListener(name, onInput, true);
      for (const [field, entered] of filled) enterAgain(field, entered);
    },
  };
};
