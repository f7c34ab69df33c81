/**
 * JSON that PostgreSQL writes by `format`, in two thirds of the time of json_build_object. All expressions are text of
 * ours, never of a request.
 */
import { getAddress } from 'viem';
import type { Fragment, Tx } from './database.ts';

/** A value: its text with `%s` for each of these expressions. */
export type Value = { form: string; of: string[] };

/** What is JSON as text and never null: a number, a JSON document. */
export const plain = (expression: string): Value => ({ form: '%s', of: [expression] });
/** What needs no escapes and is never null: an id, a word of ours, an amount. */
export const code = (expression: string): Value => ({ form: '"%s"', of: [expression] });
export const codeOrNull = (expression: string): Value => plain(`coalesce('"' || ${expression} || '"', 'null')`);
/** A text that is JSON. */
export const textOrNull = (expression: string): Value => plain(`coalesce(${expression}, 'null')`);
/** Any text, or any jsonb. */
export const jsonOrNull = (expression: string): Value => plain(`coalesce(to_json(${expression})::text, 'null')`);
export const truth = (condition: string): Value => plain(`(${condition})::text`);

const isoOf = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** A time as `Date.toISOString` writes it. */
export const time = (column: string): Value => code(isoOf(column));
export const timeOrNull = (column: string): Value => codeOrNull(isoOf(column));

/** Basis points as a percentage. */
export const percent = (bps: string): Value => plain(`trim_scale(${bps} / 100.0)`);

/** @param fields those in an array are left out when they are null; never the last one */
export const object = (fields: Record<string, Value | [string]>): Value => {
  const values = Object.entries(fields).map(([name, value]) =>
    Array.isArray(value)
      ? plain(`coalesce('"${name}": ' || to_json(${value[0]})::text || ', ', '')`)
      : { form: `"${name}": ${value.form}, `, of: value.of },
  );
  const form = values.map((value) => value.form).join('');
  return { form: `{${form.slice(0, -2)}}`, of: values.flatMap(({ of }) => of) };
};
/** The expression of its JSON. */
export const written = ({ form, of }: Value): string => `format('${form}', ${of.join(', ')})`;
export const objectIf = (condition: string, fields: Parameters<typeof object>[0]): Value =>
  plain(`case when ${condition} then ${written(object(fields))} else 'null' end`);

/** The expression of a JSON array of these, one for each row. @param by their order */
export const arrayOf = (value: Value, by: string): string =>
  `'[' || coalesce(string_agg(${written(value)}, ', ' order by ${by}), '') || ']'`;

const HEX = ': "0x';
const QUOTE = 0x22;
/** The key whose value's colon is here: keys are short, so a search would take longer to begin. */
const keyBefore = (json: Buffer, colon: number): string => {
  let at = colon - 2;
  while (at >= 0 && json[at] !== QUOTE) at--;
  return json.toString('latin1', at + 1, colon - 1);
};
const ADDRESS = /^0x[0-9a-f]{40}"$/;
/** Addresses with their checksums: viem's own cache puts what it finds at its end, twice, each time. */
const checksummed = new Map<string, string>();
const CHECKSUMMED_MAX = 8192;
/**
 * @param json written by PostgreSQL, with a space after each colon; it is changed: what replaces a part of it is as long
 * @param fields those with addresses, which it writes in lower case; a quote inside of a text has a backslash before it
 */
export const withChecksums = (json: Buffer, fields: readonly string[]): Buffer => {
  // One search for all fields, by what texts seldom begin with: a quote comes everywhere.
  for (let at = json.indexOf(HEX, 0, 'latin1'); at >= 0; at = json.indexOf(HEX, at + HEX.length, 'latin1')) {
    const start = at + 3;
    if (json[start + 42] !== QUOTE || !fields.includes(keyBefore(json, at))) continue;
    const quoted = json.toString('latin1', start, start + 43);
    let address = checksummed.get(quoted);
    if (address === undefined) {
      if (!ADDRESS.test(quoted)) continue;
      if (checksummed.size >= CHECKSUMMED_MAX) checksummed.clear();
      address = getAddress(quoted.slice(0, 42));
      checksummed.set(quoted, address);
    }
    json.write(address, start, 'latin1');
  }
  return json;
};

/**
 * The JSON of an array of these, addresses with their checksums.
 * @param from the `from` of the statement
 * @param by their order
 * @param addresses see `withChecksums`
 */
export const readArray = async (
  sql: Tx,
  value: Value,
  { from, by, addresses }: { from: Fragment; by: string; addresses: readonly string[] },
): Promise<Buffer> => {
  const [row] = await sql`select ${sql.unsafe(arrayOf(value, by)) as unknown as Fragment} ${from}`.raw();
  const [json] = row as unknown as [Buffer];
  return withChecksums(json, addresses);
};
