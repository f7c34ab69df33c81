export type RpcRequest = { method: string; params?: readonly unknown[] };
/** An error answer of a node or a wallet. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
// Each method has its own parameters.
// oxlint-disable-next-line typescript/no-explicit-any
type Answers = Record<string, (params: any) => unknown>;

/** A node whose answers the test gives by method; the latest answer wins. */
export class Chain {
  /** The methods that were called without an answer. */
  readonly problems: string[] = [];
  #answers: Answers;

  constructor(answers: Answers = {}) {
    this.#answers = answers;
  }

  on(answers: Answers): this {
    this.#answers = { ...this.#answers, ...answers };
    return this;
  }

  /** @throws RpcFailure */
  async perform({ method, params = [] }: RpcRequest): Promise<unknown> {
    const answer = this.#answers[method];
    if (answer) return answer(params);
    this.problems.push(`${method}: the test has no answer`);
    throw new RpcFailure(-32601, `the test has no answer to ${method}`);
  }

  /** The body that answers a JSON-RPC request. */
  async answer({ id, ...request }: RpcRequest & { id: number }): Promise<object> {
    try {
      return { jsonrpc: '2.0', id, result: await this.perform(request) };
    } catch (error) {
      const { code = -32603, message, data } = error as RpcFailure;
      return { jsonrpc: '2.0', id, error: { code, message, data } };
    }
  }
}
