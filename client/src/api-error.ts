import type { Work } from '@skarb/schema/primitive';

/** A constraint that a field violates, by its name, with the server's sentence. */
export type Complaint = { property: string; constraint: string; words: string };

/** What an answer says besides its status and code. */
type Detail = {
  messages?: string[];
  fields?: Record<string, string>;
  retryAfter?: number | undefined;
  complaints?: readonly Complaint[];
  work?: Work | undefined;
};

/**
 * The failure of a call. `status` 0 means that no answer came (`code` is then `network` or `timeout`). `messages` are
 * the server's texts: those of each invalid field, or the one message; empty for any other shape of error.
 */
export class ApiError extends Error {
  /** Every violated constraint, for texts in the user's language. */
  readonly complaints: readonly Complaint[];
  readonly status: number;
  readonly code: string;
  readonly messages: string[];
  /** The first error of each invalid field. */
  readonly fields: Record<string, string>;
  /** Seconds until a retry makes sense, if the server says so. */
  readonly retryAfter: number | undefined;
  /** Proof of work with which the same call passes at once. */
  readonly work: Work | undefined;

  constructor(
    status: number,
    code: string,
    { messages = [], fields = {}, retryAfter, complaints = [], work }: Detail = {},
  ) {
    super(messages.join('; ') || `${status} ${code}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.messages = messages;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.complaints = complaints;
    this.work = work;
  }

  /** Whether the request is valid and a retry may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The texts of an error body: one sentence, or a list of invalid fields. */
export const messagesOf = (
  body: unknown,
): { messages: string[]; fields: Record<string, string>; complaints: Complaint[] } => {
  const message = isRecord(body) ? body.message : undefined;
  if (typeof message === 'string') return { messages: [message], fields: {}, complaints: [] };
  if (!Array.isArray(message)) return { messages: [], fields: {}, complaints: [] };
  const complaints: Complaint[] = [];
  const fields: Record<string, string> = {};
  for (const entry of message) {
    if (!isRecord(entry) || !isRecord(entry.constraints)) continue;
    const property = typeof entry.property === 'string' ? entry.property : '';
    for (const [constraint, words] of Object.entries(entry.constraints)) {
      if (typeof words !== 'string') continue;
      complaints.push({ property, constraint, words });
      if (property) fields[property] ??= words;
    }
  }
  return { messages: complaints.map(({ words }) => words), fields, complaints };
};

const workOf = (body: unknown): Work | undefined => {
  const work = isRecord(body) ? body.work : undefined;
  return isRecord(work) && typeof work.challenge === 'string' && typeof work.bits === 'number'
    ? { challenge: work.challenge, bits: work.bits }
    : undefined;
};

export const readError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  const { messages, fields, complaints } = messagesOf(body);
  const code = isRecord(body) && typeof body.code === 'string' ? body.code : `http.${response.status}`;
  const after = Number(response.headers.get('retry-after'));
  const retryAfter = after > 0 ? after : undefined;
  return new ApiError(response.status, code, { messages, fields, retryAfter, complaints, work: workOf(body) });
};
