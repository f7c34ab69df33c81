import type { Call, Endpoint } from '@skarb/schema/endpoint';
import type { z } from 'zod';

type Input<T> = T extends z.ZodType ? z.input<T> : never;
type Output<T> = T extends z.ZodType ? z.output<T> : never;
type Part<E extends Endpoint, K extends keyof Endpoint> = E extends { [P in K]-?: infer T } ? T : undefined;

/** The values of a filter: one, or several of a repeatable filter. */
type Written<T> = T extends readonly (infer Item)[] ? Item | readonly Item[] : T;
type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
/** Values as the server parses them; fields with a default may be omitted. */
type QueryInput<T> = {
  [K in Extract<OptionalKeys<Input<T>>, keyof Output<T>>]?: Written<Output<T>[K]> | null | undefined;
} & { [K in Exclude<keyof Output<T>, OptionalKeys<Input<T>>>]: Written<Output<T>[K]> };

type FileInput<F> = { [K in keyof F as F[K] extends { required: true } ? K : never]: Blob } & {
  [K in keyof F as F[K] extends { required: true } ? never : K]?: Blob | null | undefined;
};
/** A field that is also a file, such as `avatar`, takes either. */
type FormInput<Fields, F> = { [K in keyof Fields]: K extends keyof F ? Fields[K] | Blob | null : Fields[K] } & Omit<
  FileInput<F>,
  keyof Fields
>;
type BodyInput<E extends Endpoint> =
  Part<E, 'files'> extends undefined ? Input<Part<E, 'body'>> : FormInput<Input<Part<E, 'body'>>, Part<E, 'files'>>;

/** The query of a call, as a caller writes it. */
export type QueryOf<C extends Call> = C extends Call<infer E> ? QueryInput<Part<E, 'query'>> : never;
/** The body of a call, as a caller writes it; of a form, its fields and files. */
export type BodyOf<C extends Call> = C extends Call<infer E> ? BodyInput<E> : never;
/** The body of a call's answer: `{ data }` or `{ data, meta }`; undefined where it has none. */
export type Answer<C extends Call> =
  C extends Call<infer E> ? (Part<E, 'response'> extends z.ZodType ? Output<Part<E, 'response'>> : undefined) : never;

/** A property that must be given where its type has required keys. */
type Need<Name extends string, T> = [T] extends [never]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type Common = {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** Sends no token, for a call that something else proves, such as a mail's link: a session that ended refuses nothing. */
  isAnonymous?: boolean | undefined;
  /** 10 s by default; uploads may need more. */
  timeoutMs?: number | undefined;
};
type Parts<E extends Endpoint> = Need<'params', Input<Part<E, 'params'>>> &
  Need<'query', Part<E, 'query'> extends undefined ? never : QueryInput<Part<E, 'query'>>> &
  Need<'body', BodyInput<E>>;
/** The options of a call; of a union of calls, those that each of them needs. */
export type CallOptions<C extends Call> = C extends Call<infer E> ? Parts<E> & Common : never;
/** The options argument, optional when the call needs none. */
export type OptionsArgument<C extends Call> =
  Record<never, never> extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>];
