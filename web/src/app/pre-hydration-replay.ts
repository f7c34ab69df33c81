type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const NO_VALUE = new Set(['checkbox', 'radio', 'file']);
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !NO_VALUE.has(target.type));

/** Makes React notice a value that was entered before it listened. */
const replayValue = (field: Field): void => {
  const { value } = field;
  // React compares with the value that was last set on the element itself, and ignores an event without a change.
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
};

/**
 * Records the last press and all values entered from now on, until React can handle them; links work without it.
 * docs/decisions/0022 says how much input comes that early, and which of it React replays by itself.
 * @returns `press`, to call once React listens: it hydrates what is pressed first. `fields`, to call once the screen is
 *   hydrated: until then React would take over a ticked box or a typed value without an event.
 */
export const recordEarlyInput = (): { press: () => void; fields: () => void } => {
  let pressed: HTMLElement | undefined;
  let box: HTMLElement | undefined;
  let isReactListening = false;
  const filled = new Set<Field>();
  const onClick = (event: Event) => {
    const control = (event.target as Element).closest<HTMLElement>('button, label, input[type="checkbox"]');
    if (!control) return;
    const isButton = control instanceof HTMLButtonElement;
    if (isButton && isReactListening) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isButton) pressed = control;
    else box = control;
  };
  const onInput = ({ target }: Event) => {
    if (isField(target)) filled.add(target);
  };
  addEventListener('click', onClick, true);
  for (const name of ['input', 'change']) addEventListener(name, onInput, true);
  return {
    press: () => {
      isReactListening = true;
      pressed?.click();
    },
    fields: () => {
      removeEventListener('click', onClick, true);
      for (const name of ['input', 'change']) removeEventListener(name, onInput, true);
      for (const field of filled) replayValue(field);
      box?.click();
    },
  };
};
