/** JSON that PostgreSQL has written: a response includes it as it is, without parsing it and writing it again. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a response's type, given as its JSON. Only for `data` of an answer. */
export const jsonText = <T>(text: string): T => new JsonText(text) as unknown as T;

/**
 * Serializes an answer whose `data` may be a `JsonText`.
 * @param stringify for everything else
 * @param ofText what `stringify` does to values, for JSON that is text already
 */
export const serialize = (
  answer: unknown,
  stringify: (value: unknown) => string = JSON.stringify,
  ofText: (text: string) => string = (text) => text,
): string => {
  const data = (answer as { data?: unknown } | null | undefined)?.data;
  if (!(data instanceof JsonText)) return stringify(answer);
  const { data: _data, ...rest } = answer as { data: unknown };
  const others = stringify(rest);
  return `{"data":${ofText(data.text)}${others === '{}' ? '}' : `,${others.slice(1)}`}`;
};
