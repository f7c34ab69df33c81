/** Typed calls of the API by simulated users. A refusal is a normal answer: each simulation decides what it means. */
import { urlOf, type Answer, type OptionsArgument } from '@skarb/client';
import type { Call } from '@skarb/schema/endpoint';
import type { SignatureStep, Step } from '@skarb/schema/primitive';
import type { Person, World } from './world.ts';

/** An answer with a status of 300 or more, with its body. */
export class Refusal {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/**
 * @param request sends a call: the world's own `call`, or one that goes to several servers
 * @returns functions that make calls for a person and return the answer's body or a `Refusal`
 */
export const createCalls = (request: World['call']) => {
  const send = async <C extends Call>(as: Person, call: C, ...[options]: OptionsArgument<C>) => {
    const args = (options === undefined ? [] : [options]) as OptionsArgument<C>;
    const path = urlOf(call, ...args).slice('/api'.length);
    const json = (options as { body?: unknown } | undefined)?.body;
    const { status, body } = await request<Answer<C>>(call.method, path, { as, json });
    return status < 300 ? body : new Refusal(status, body);
  };
  return {
    send,
    /** As `send`. @throws Error for a refusal */
    must: async <C extends Call>(as: Person, call: C, ...options: OptionsArgument<C>): Promise<Answer<C>> => {
      const answer = await send(as, call, ...options);
      if (answer instanceof Refusal)
        throw new Error(`${call.method} ${call.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    },
    /** Submits a step's signature. @returns the steps that follow from it */
    submit: async (as: Person, { submit: { method, path, field } }: SignatureStep, signature: string) => {
      const { status, body } = await request<{ data: { steps?: Step[] } }>(method, path, {
        as,
        json: { [field]: signature },
      });
      return status < 300 ? body.data : new Refusal(status, body);
    },
  };
};
