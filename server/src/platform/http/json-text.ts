/** JSON that PostgreSQL has written: a response includes its bytes as they are, without parsing and writing them again. */
class JsonText {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A value of a response's type, given as its JSON. Only for `data` of an answer. */
export const jsonText = <T>(json: Buffer | string): T =>
  new JsonText(typeof json === 'string' ? Buffer.from(json) : json) as unknown as T;

/** What the data of an answer are, for a reader in this process. */
export const parsed = <T>(data: T): T => (data instanceof JsonText ? (JSON.parse(String(data.bytes)) as T) : data);

/**
 * Serializes an answer whose `data` may be a `JsonText`.
 * @param stringify for everything else
 * @param ofBytes what `stringify` does to values, for JSON that is written already
 */
export const serialize = (
  answer: unknown,
  stringify: (value: unknown) => string = JSON.stringify,
  ofBytes: (bytes: Buffer) => Buffer = (bytes) => bytes,
): string | Buffer => {
  const data = (answer as { data?: unknown } | null | undefined)?.data;
  if (!(data instanceof JsonText)) return stringify(answer);
  const { data: _data, ...rest } = answer as { data: unknown };
  const others = stringify(rest);
  return Buffer.concat([
    Buffer.from('{"data":'),
    ofBytes(data.bytes),
    Buffer.from(others === '{}' ? '}' : `,${others.slice(1)}`),
  ]);
};
