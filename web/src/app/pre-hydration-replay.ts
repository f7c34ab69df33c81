/** What people enter in: a field, a box that they tick, or a list that they choose from. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** A text, or whether a box is ticked. */
export type Entered = string | boolean;

const isBox = (field: Field): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type);

const stateOf = (field: Field): Entered => (isBox(field) ? field.checked : field.value);
/** What the server rendered. */
const renderedOf = (field: Field): Entered => {
  if (field instanceof HTMLSelectElement)
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
  return isBox(field) ? field.defaultChecked : field.defaultValue;
};

/** What an event has entered, and where; a chosen file is nothing that can be entered again. */
export const enteredBy = ({ target }: Event): [Field, Entered] | undefined => {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  return isField && target.type !== 'file' ? [target, stateOf(target)] : undefined;
};

/** Enters again what React did not notice: it ignores an event after which an element is as React last knew it. */
export const enterAgain = async (filled: ReadonlyMap<Field, Entered>): Promise<void> => {
  for (const [field, entered] of filled) {
    if (isBox(field)) {
      field.checked = !entered;
      field.click();
    } else {
      const isList = field instanceof HTMLSelectElement;
      if (!isList) field.value = '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, entered);
      field.dispatchEvent(new Event(isList ? 'change' : 'input', { bubbles: true }));
      // Forms act when a field is left: it was, if something else has the focus now.
      if (field !== document.activeElement) field.dispatchEvent(new Event('focusout', { bubbles: true }));
    }
    // React renders before the next one, as between two inputs of a person.
    await Promise.resolve();
  }
};

/**
 * Records the last press from now on and everything that is entered, until React listens; links work without it.
 * docs/decisions/0022 says how much input comes that early, and which of it React replays by itself.
 * @returns `press`, to call once React listens: it hydrates what is pressed first. `fields`, to call once the screen is
 *   hydrated: until then React would take over a ticked box or a typed value without an event.
 */
export const recordEarlyInput = (): { press: () => void; fields: () => void } => {
  let pressed: HTMLElement | undefined;
  let isReactListening = false;
  const filled = new Map<Field, Entered>();
  // Entered before this script came. Others may have what the browser has restored.
  for (const field of document.querySelectorAll<Field>(':is(input, select, textarea)[autocomplete=off]'))
    if (stateOf(field) !== renderedOf(field)) filled.set(field, stateOf(field));
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
      void enterAgain(filled);
    },
  };
};
