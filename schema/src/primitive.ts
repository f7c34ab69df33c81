import { z } from 'zod';
import { forEachLanguage } from './language.ts';
import { SORT_DEFAULT } from './limits.ts';

/** A version-7 UUID as text, any UUID version accepted on input. */
export const uuid = z.guid();
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
/** An address: any letter case in, EIP-55 checksummed out. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address (0x and 40 hex digits)');
/** 32 bytes as hex. */
export const hash32 = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits');
/** Hex data of any length. */
export const hex = z.string().regex(/^0x([0-9a-fA-F]{2})*$/, 'must be hex data');
/** An amount in the currency's own unit, as a decimal string such as "1.25"; never a float. */
export const amount = z.string().regex(/^(0|[1-9]\d{0,59})(\.\d{1,18})?$/, 'must be a decimal number such as 1.25');
/** An amount greater than zero. */
export const price = amount.refine((text) => /[1-9]/.test(text), { error: 'must be greater than 0', abort: true });
/**
 * The last page number: far past any end, where a page is empty and no error; its offset still fits PostgreSQL's
 * bigint and a double.
 */
const PAGE_MAX = 10 ** 12;
/** A count of units of an edition: a number, or digits as a query writes them; no list, boolean or null. */
export const quantity = z.preprocess(
  (value) => (typeof value === 'string' ? (/^\d{1,16}$/.test(value) ? Number(value) : NaN) : value),
  z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
);

/** A filter that may be repeated in the query: `a=1&a=2`, always an array inside. */
export const repeated = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .union([item, z.array(item).max(100)])
    .transform((value) => (Array.isArray(value) ? (value as z.output<T>[]) : [value as z.output<T>]));

/** A boolean in a query string. */
export const queryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true');

/**
 * The query of a list: page, limit, sortBy from a closed set of fields, search.
 * @param size default and largest `limit`
 * @param fields the sort fields; the first is not special, the default is `createdAt:DESC`
 */
export const listQuery = <const F extends readonly string[]>(size: { default: number; max: number }, fields: F) =>
  z.object({
    page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
    limit: z.coerce.number().int().min(1).max(size.max).default(size.default),
    sortBy: z
      .enum(fields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`]) as [`${F[number]}:${'ASC' | 'DESC'}`])
      .default(SORT_DEFAULT as never),
    search: z.string().trim().max(100).optional(),
  });

export const listMeta = z.object({
  itemsPerPage: z.number().int(),
  totalItems: z.number().int(),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  /** false when `totalItems` is a lower bound. */
  totalItemsExact: z.boolean().optional(),
});
export type ListMeta = z.infer<typeof listMeta>;

export const one = <T extends z.ZodType>(data: T) => z.object({ data });
export const list = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), meta: listMeta });

/** One entry for each invalid field. */
const fieldError = z.object({ property: z.string(), constraints: z.record(z.string(), z.string()) });
export type FieldError = z.infer<typeof fieldError>;
/**
 * Proof of work that a 429 `auth.slowDown` requests: the same call passes at once with the header `skarb-work:
 * <challenge>.<number>`, where SHA-256 of (SHA-256 of the challenge, then the number in 8 bytes, big-endian) begins
 * with `bits` zero bits. Valid once, for two minutes, from the same address. Without it, wait for `Retry-After`.
 */
const work = z.object({ challenge: z.string(), bits: z.number().int() });
export type Work = z.infer<typeof work>;

export const errorBody = z.object({
  statusCode: z.number().int(),
  error: z.string(),
  message: z.union([z.string(), z.array(fieldError)]),
  /** A stable code of the cause, which the web app translates (`offer.sold`, `wallet.missing`, …). */
  code: z.string().optional(),
  work: work.optional(),
});
/** The body of every error. @public for other programs */
export type ErrorBody = z.infer<typeof errorBody>;

/** What the wallet must do, in order. */
/**
 * Why the marketplace does not pay the gas of a step that it usually pays: it never does (`off`), its wallet has no
 * more than the reserve, the day's budget of all or of this account is used up, that of
 * settlements and hatches is (of all, or of the seller or breeder), or the contracts involved need too
 * much gas.
 */
export const payReason = z.enum([
  'operator.off',
  'operator.empty',
  'operator.dayBudget',
  'operator.accountBudget',
  'operator.dutyBudget',
  'operator.tooDear',
  'operator.refused',
]);
export type PayReason = z.infer<typeof payReason>;
/** A value for each language of the interface. */
export const inEachLanguage = <T extends z.ZodType>(item: T) => z.object(forEachLanguage(() => item));

const stepBase = { id: z.string(), description: z.string(), status: z.enum(['incomplete', 'complete']) };
const transactionStep = z.object({
  ...stepBase,
  kind: z.literal('transaction'),
  chainId: z.number().int(),
  to: address,
  data: hex,
  /** Native coin to send along, in wei, as a decimal string. */
  value: z.string(),
  why: payReason.optional(),
  /** The part of a permission for money that the sender’s open bids need, in its currency. */
  openBids: z.string().optional(),
});
const signatureStep = z.object({
  ...stepBase,
  kind: z.literal('signature'),
  typedData: z.object({
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    primaryType: z.string(),
    message: z.record(z.string(), z.unknown()),
  }),
  submit: z.object({ method: z.enum(['PUT', 'POST']), path: z.string(), field: z.string() }),
});
export const step = z.discriminatedUnion('kind', [transactionStep, signatureStep]);
export type TransactionStep = z.infer<typeof transactionStep>;
export type SignatureStep = z.infer<typeof signatureStep>;
export type Step = z.infer<typeof step>;

export { fromBaseUnits, splitPrice, toBaseUnits } from './money.ts';
