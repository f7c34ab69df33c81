import type { Endpoint } from '@skarb/schema/endpoint';
import { type FieldError, errorBody } from '@skarb/schema/primitive';
import type { z } from 'zod';

type Input<T> = T extends z.ZodType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A request as the server would read it: checked by the endpoint's own schemas. */
export type ApiRequest<E extends Endpoint = Endpoint> = {
  params: Output<E['params']>;
  query: Output<E['query']>;
  /** Of a form, its text fields; `files` has the others. */
  body: Output<E['body']>;
  files: Record<string, File>;
  token: string | null;
  idempotencyKey: string | null;
};

/** A refusal, made by `refuse` and `refuseFields`. */
export class Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
/** A refusal with a message and a code, like the server's AppError. */
export const refuse = (status: number, code: string, message = code, headers: Record<string, string> = {}): Refusal =>
  new Refusal(status, errorBody.parse({ statusCode: status, error: 'Refused', message, code }), headers);
/** A refusal of fields, each with its broken constraints. */
export const refuseFields = (fields: Record<string, FieldError['constraints']>, code = 'invalid'): Refusal =>
  new Refusal(
    400,
    errorBody.parse({
      statusCode: 400,
      error: 'Bad Request',
      message: Object.entries(fields).map(([property, constraints]) => ({ property, constraints })),
      code,
    }),
  );

/** Answers a request, or throws: the request has arrived and its answer is lost. */
export type Handler<E extends Endpoint> = (
  request: ApiRequest<E>,
) => Input<E['response']> | Refusal | Promise<Input<E['response']> | Refusal>;
type Route = { endpoint: Endpoint; pattern: RegExp; names: string[]; handle: Handler<Endpoint> };

/** The parameters of a query: a name that occurs several times is a list. */
const queryOf = (search: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );

const QUIET_MS = 100;

/**
 * The API of one test. Each answer is checked by the schema of its endpoint, and so is each request: an answer that the
 * server could not give, a request that it would refuse and a call without an answer fail the test.
 */
export class ScriptedApi {
  /** What was wrong with the test's answers or the app's requests. */
  readonly problems: string[] = [];
  readonly #routes: Route[] = [];
  readonly #requests: { endpoint: Endpoint; request: ApiRequest }[] = [];

  #underWay = 0;
  #lastAt = 0;

  /** True once no request has been open for a while. */
  get isQuiet(): boolean {
    return this.#underWay === 0 && performance.now() - this.#lastAt > QUIET_MS;
  }

  /** Answers an endpoint from now on; the latest answer wins. */
  answer<E extends Endpoint>(endpoint: E, handle: Handler<E>): this {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const pattern = new RegExp(`^/api${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`);
    this.#routes.unshift({ endpoint, pattern, names, handle: handle as unknown as Handler<Endpoint> });
    return this;
  }

  /** The requests that an endpoint got, the oldest first. */
  requests<E extends Endpoint>(endpoint: E): ApiRequest<E>[] {
    return this.#requests.filter((one) => one.endpoint === endpoint).map(({ request }) => request as ApiRequest<E>);
  }

  /** The response to a request of the page. */
  async respond(...request: [method: string, url: URL, headers: Headers, body: unknown]): Promise<Response> {
    this.#underWay++;
    try {
      return await this.#respond(...request);
    } finally {
      this.#underWay--;
      this.#lastAt = performance.now();
    }
  }

  async #respond(method: string, url: URL, headers: Headers, body: unknown): Promise<Response> {
    const found = this.#routes
      .filter(({ endpoint }) => endpoint.method === method)
      .map((route) => ({ route, match: route.pattern.exec(url.pathname) }))
      .find(({ match }) => match);
    if (!found?.match) {
      this.problems.push(`${method} ${url.pathname}${url.search}: the test has no answer`);
      return Response.json(refuse(404, 'notFound').body, { status: 404 });
    }
    const { endpoint, names, handle } = found.route;
    const name = `${method} ${endpoint.path}`;
    const form = body instanceof FormData ? [...body] : [];
    const fields =
      body instanceof FormData
        ? Object.fromEntries(form.filter(([, value]) => typeof value === 'string'))
        : typeof body === 'string'
          ? JSON.parse(body)
          : undefined;
    const read = (part: string, schema: z.ZodType | undefined, value: unknown): unknown => {
      const read = schema?.safeParse(value);
      if (read?.error) this.problems.push(`${name}: its ${part} breaks the schema: ${read.error.message}`);
      return read?.data;
    };
    const params = Object.fromEntries(names.map((one, index) => [one, found.match?.[index + 1]]));
    const request = {
      params: read('path', endpoint.params, params),
      query: read('query', endpoint.query, queryOf(url.searchParams)),
      body: read('body', endpoint.body, fields),
      files: Object.fromEntries(form.filter((entry): entry is [string, File] => entry[1] instanceof File)),
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      idempotencyKey: headers.get('idempotency-key'),
    } as ApiRequest;
    this.#requests.push({ endpoint, request });
    const answer = (await handle(request)) as unknown;
    if (answer instanceof Refusal)
      return Response.json(answer.body, { status: answer.status, headers: answer.headers });
    if (!endpoint.response) return new Response(null, { status: endpoint.status ?? 204 });
    const checked = endpoint.response.safeParse(answer);
    if (checked.error) this.problems.push(`${name}: the answer breaks the schema: ${checked.error.message}`);
    return Response.json(answer, { status: endpoint.status ?? 200 });
  }
}
