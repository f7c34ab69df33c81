/** The rules for every answer, whatever the request. */
import { errorBody } from '@skarb/schema/primitive';
import { isDeepStrictEqual } from 'node:util';
import type { Attack } from './attack-requests.ts';
import type { Answer } from './attack-wire.ts';

/** Documented statuses above 499: a dependency of the server is unavailable, or the disk is full. */
const AWAY = new Set([503, 507]);
/** Words from stacks, drivers and libraries, which no answer may contain. */
const INTERNAL =
  /\n\s+at |node_modules|\/work\/|\.ts:\d|PostgresError|ECONN|EPIPE|ENOENT|violates|relation "|syntax error at|invalid input syntax|invalid byte|out of range for type|TypeError|RangeError|ReferenceError|Cannot (read|set|convert)|is not a function|is not iterable|viem|eth_call|Fastify|FST_|Unexpected (token|end)|prepared statement/;

/** The local stack's mailbox shows every mail to anyone, by design. */
const SHOWS_ALL_MAIL = /^\/(api\/)?dev\/mail/;

export type Judge = (attack: Attack, answer: Answer) => string[];

/** @returns undefined for invalid JSON */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const judgeError = (attack: Attack, { status, headers, text }: Answer): string[] => {
  const isApi = attack.raw === undefined && attack.target.startsWith('/api/');
  const isJson = headers['content-type']?.includes('json') ?? false;
  if (attack.method === 'HEAD' || (attack.raw && text === '')) return [];
  if (!isJson) return isApi ? [`an error of the API that is no JSON: ${headers['content-type']}`] : [];
  const parsed = errorBody.safeParse(parseJson(text));
  if (!parsed.success) return ['an error without statusCode, error and message'];
  const wrong: string[] = [];
  if (parsed.data.statusCode !== status) wrong.push(`statusCode ${parsed.data.statusCode} in an answer ${status}`);
  if (!parsed.data.code) wrong.push('an error without a code');
  if ((status === 429 || status === 503) && !headers['retry-after']) wrong.push(`${status} without Retry-After`);
  return wrong;
};

const judgeSuccess = ({ endpoint, method, target }: Attack, { status, headers, text }: Answer): string[] => {
  if (!endpoint || method !== endpoint.method || !target.startsWith('/api/')) return [];
  if (headers['content-type']?.startsWith('text/event-stream')) return [];
  // A path such as /api/token/%2e%2e leads to another route with another schema.
  const [path = ''] = target.slice(4).split('?');
  if (!new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path) || /%2[ef]|\.\./i.test(path)) return [];
  if (status !== (endpoint.status ?? 200)) return [`${status} where ${endpoint.status ?? 200} is documented`];
  if (!endpoint.response) return text === '' ? [] : ['a body where none is documented'];
  const type = endpoint.text ?? 'application/json';
  if (!headers['content-type']?.startsWith(type)) return [`${headers['content-type']} where ${type} is documented`];
  const body = endpoint.text ? text : parseJson(text);
  const parsed = endpoint.response.safeParse(body);
  if (!parsed.success)
    return [
      `an answer that does not fit its schema: ${JSON.stringify(parsed.error.issues.slice(0, 3).map(({ path: at, message }) => `${at.join('.')}: ${message}`))}`,
    ];
  return isDeepStrictEqual(parsed.data, body)
    ? []
    : [`an answer with fields its schema does not name: ${extra(body, parsed.data)}`];
};

/** The first path that exists in `whole` and not in `known`. */
const extra = (whole: unknown, known: unknown, at = ''): string => {
  if (typeof whole !== 'object' || whole === null || typeof known !== 'object' || known === null)
    return isDeepStrictEqual(whole, known) ? '' : at;
  for (const [key, value] of Object.entries(whole)) {
    if (!(key in known)) return `${at}.${key}`;
    const found = extra(value, (known as Record<string, unknown>)[key], `${at}.${key}`);
    if (found) return found;
  }
  return '';
};

/**
 * @param markers texts that only their owner and admins may see
 * @returns a function that returns the problems of an answer; none for a correct one
 */
export const createJudge =
  (markers: readonly string[]): Judge =>
  (attack, answer) => {
    const { status, headers, text, failure } = answer;
    if (failure?.startsWith('unsendable')) return [];
    if (status === 0) return attack.raw ? [] : [`no answer: ${failure ?? 'closed'}`];
    const wrong: string[] = [];
    if (status >= 500) {
      const code = (parseJson(text) as { code?: string } | undefined)?.code;
      if (!AWAY.has(status) || (!code && attack.method !== 'HEAD')) wrong.push(`answered ${status}`);
    }
    if (status >= 400) wrong.push(...judgeError(attack, answer));
    else if (status >= 200 && status < 300) wrong.push(...judgeSuccess(attack, answer));
    const said = `${JSON.stringify(headers)}${text}`;
    if (status >= 400) {
      // Text that the answer repeats from the request is not a leak. A page contains its file names, which include names
      // of libraries.
      const words = text.replace(/ (href|src)="[^"]*"/g, '');
      const leak = INTERNAL.exec(words.replaceAll('\\n', '\n').replaceAll('\\"', '"'));
      if (leak && !decodeURIComponentSafe(attack.target).includes(leak[0].trim()))
        wrong.push(`an answer with internals: ${leak[0].trim()}`);
    }
    if (attack.actor !== 'admin' && !SHOWS_ALL_MAIL.test(attack.target) && !attack.target.includes('/dev/mail'))
      for (const marker of markers) if (said.includes(marker)) wrong.push(`another person's data: ${marker}`);
    return wrong;
  };

const decodeURIComponentSafe = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
