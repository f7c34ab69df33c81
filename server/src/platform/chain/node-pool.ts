import { BaseError, type Hex } from 'viem';

/**
 * Why a node is not trusted: it serves another chain (`wrong`), removes final blocks (`contradicts`), or removes blocks
 * that the other nodes keep (`unconfirmed`).
 */
export type Trouble = 'wrong' | 'contradicts' | 'unconfirmed';
export class NodeNotTrusted extends Error {
  override name = 'NodeNotTrusted';
  constructor(
    readonly trouble: Trouble,
    message: string,
  ) {
    super(message);
  }
}

/** The node answered with an error (as opposed to no answer). */
export class RpcError extends Error {
  override name = 'RpcError';
  constructor(
    readonly code: number,
    message: string,
    /** The revert data, if a contract reverted. */
    readonly data?: Hex | undefined,
  ) {
    super(message);
  }
}

/** The node's answer is not JSON-RPC, as of a broken gateway: counts as no answer. */
export class GarbledAnswer extends SyntaxError {
  override name = 'GarbledAnswer';
}

/** A node that is not used while a better one answers. `node` is its position in CHAIN_RPC_URL, from 1. */
export type LeftOut = { node: number; reason: 'wrong' | 'silent' | 'failing' | 'behind'; since: Date };

type Options = {
  /** The number of nodes, in order of preference. */
  count: number;
  /** Checks a node's chain. @returns its head. @throws NodeNotTrusted when it serves another chain */
  check: (node: number) => Promise<number>;
  /** Aborts when the caller's time is over: then the call fails, and nothing is learnt about its node. */
  deadline?: () => AbortSignal | undefined;
  /** After this time without an answer the next node is asked as well. */
  hedgeMs?: number;
  /** How long a node is left out at first; the time doubles with each failure. */
  restMs?: number;
};
type State = {
  isChecked: boolean;
  check: Promise<void> | undefined;
  reason: LeftOut['reason'] | undefined;
  since: Date;
  failures: number;
  retryAt: number;
  head: number;
};

const REST_MAX_MS = 60_000;
/** How often all nodes are checked, used or not. */
const SURVEY_MS = 30_000;
/** A node more blocks behind than this is left out. */
const LAG_MAX = 32;
/** Why a node that threw this is left out. */
const reasonOf = (error: unknown): LeftOut['reason'] => {
  if (error instanceof NodeNotTrusted) return 'wrong';
  return (error as { name?: string }).name === 'TimeoutError' ? 'silent' : 'failing';
};
/** Calls that a healthy node may take long for. */
const isSlow = (method: string) => method === 'eth_getLogs' || method.startsWith('debug_');
/** Errors of one node that another may not have: no such method, internal error, limit exceeded. */
const OWN_ERRORS = new Set([-32601, -32603, -32004, -32005, 429]);

/** The code with which the node answered; undefined when there was no valid answer. */
const answeredCode = (error: unknown): number | undefined => {
  if (error instanceof RpcError) return error.code;
  // viem gives an answer that it cannot read the code -1.
  const { code } = error as { code?: unknown };
  return error instanceof BaseError && typeof code === 'number' && code !== -1 ? code : undefined;
};
const isOwnError = (code: number, error: unknown) => OWN_ERRORS.has(code) && !/revert/i.test((error as Error).message);

/**
 * Chooses among several nodes of one chain. The first healthy node is asked; the next one as well when it fails or stays
 * silent, and the first valid answer counts. A node that hangs, fails, is behind or serves another chain is left out for
 * a growing time and checked in the background. One of another chain is never used; the others are a last resort.
 */
export const createNodePool = ({ count, check, deadline, hedgeMs = 1000, restMs = 1000 }: Options) => {
  const states = Array.from({ length: count }, (): State => ({
    isChecked: false,
    check: undefined,
    reason: undefined,
    since: new Date(),
    failures: 0,
    retryAt: 0,
    head: 0,
  }));
  const stateOf = (node: number) => states[node] as State;
  let surveyAt = 0;

  const leaveOut = (node: number, reason: LeftOut['reason']): void => {
    const state = stateOf(node);
    // Many calls fail at once: together they count as one failure.
    if (state.reason && reason !== 'wrong' && Date.now() < state.retryAt) return;
    if (!state.reason) state.since = new Date();
    state.reason = reason;
    state.isChecked = false;
    state.retryAt = Date.now() + Math.min(restMs * 2 ** state.failures++, REST_MAX_MS);
  };
  const use = (node: number): void => {
    const state = stateOf(node);
    // A node that fails again soon is left out longer.
    if (!state.reason && Date.now() > state.retryAt + REST_MAX_MS) state.failures = 0;
    state.reason = undefined;
  };

  /** Whether the node is far behind the others. Of three or more nodes, one with an absurd head convinces nobody. */
  const isBehind = (node: number): boolean => {
    const heads = states.filter(({ isChecked }) => isChecked).map(({ head }) => head);
    const reached = heads.sort((a, b) => b - a)[Math.floor((heads.length - 1) / 2)] ?? 0;
    return stateOf(node).head + LAG_MAX < reached;
  };

  /** Checks a node, at most once at a time. @throws when it is not usable */
  const checkNow = (node: number): Promise<void> => {
    const state = stateOf(node);
    state.check ??= check(node)
      .then(
        (head) => {
          Object.assign(state, { head, isChecked: true });
        },
        (error: unknown) => {
          leaveOut(node, reasonOf(error));
          throw error;
        },
      )
      .finally(() => (state.check = undefined));
    return state.check;
  };

  /** Starts the checks that are due, in the background. */
  const survey = (): void => {
    const now = Date.now();
    const isFull = now >= surveyAt;
    if (isFull) surveyAt = now + SURVEY_MS;
    const due = [...states.keys()].filter((node) => {
      const { reason, retryAt, check: running } = stateOf(node);
      return !running && (reason ? now >= retryAt : isFull);
    });
    if (due.length === 0) return;
    const before = due.map((node) => stateOf(node).reason);
    void Promise.allSettled(due.map(checkNow)).then((results) => {
      for (const [index, node] of due.entries()) {
        // What calls or other checks found meanwhile is newer.
        if (results[index]?.status === 'rejected' || stateOf(node).reason !== before[index]) continue;
        if (isBehind(node)) leaveOut(node, 'behind');
        else use(node);
      }
    });
  };

  /**
   * Makes a call at the best node.
   * @param send makes the call at one node; it may be made at several, so it must be a read or idempotent
   * @throws NodeNotTrusted when every node serves another chain; otherwise what the nodes threw
   */
  const run = <T>(method: string, send: (node: number) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      survey();
      const isUsable = (node: number) => stateOf(node).reason !== 'wrong';
      const usable = [...states.keys()].filter(isUsable);
      const waiting = [
        ...usable.filter((node) => !stateOf(node).reason),
        ...usable.filter((node) => stateOf(node).reason),
      ];
      const asked: number[] = [];
      const pending = new Set<number>();
      let isDone = false;
      let answer: unknown;
      let failure: unknown;
      let timer: NodeJS.Timeout | undefined;
      const over = deadline?.();
      const finish = (settle: () => void) => {
        isDone = true;
        clearTimeout(timer);
        over?.removeEventListener('abort', giveUp);
        settle();
      };
      const giveUp = () => finish(() => reject(over?.reason));
      const fail = (node: number, error: unknown): void => {
        if (over?.aborted) return giveUp();
        pending.delete(node);
        const code = answeredCode(error);
        if (code !== undefined) answer ??= error;
        else {
          if (!(error instanceof NodeNotTrusted)) failure = error;
          if (stateOf(node).isChecked) leaveOut(node, reasonOf(error));
        }
        const isFinal = code !== undefined && !isOwnError(code, error);
        // A silent node may have accepted a transaction that another refuses, because it is mined by then.
        const isSending = method === 'eth_sendRawTransaction';
        if (isFinal && !isSending) return finish(() => reject(error));
        if (!isFinal) askNext();
        if (pending.size > 0) return;
        finish(() => reject((isSending ? (failure ?? answer) : (answer ?? failure)) ?? error));
      };
      const succeed = (node: number, value: T): void => {
        // Only a check shows whether a node is of another chain, or has caught up.
        if (!['wrong', 'behind'].includes(stateOf(node).reason ?? '')) use(node);
        for (const earlier of asked.slice(0, asked.indexOf(node)))
          if (pending.has(earlier)) leaveOut(earlier, 'silent');
        finish(() => resolve(value));
      };
      const askNext = (): void => {
        clearTimeout(timer);
        const node = waiting.shift();
        if (node === undefined) return;
        asked.push(node);
        pending.add(node);
        if (waiting.length > 0) timer = setTimeout(askNext, isSlow(method) ? hedgeMs * 4 : hedgeMs);
        const attempt = async () => {
          if (!stateOf(node).isChecked) await checkNow(node);
          return send(node);
        };
        attempt().then(
          (value) => isDone || succeed(node, value),
          (error: unknown) => isDone || fail(node, error),
        );
      };
      if (over?.aborted) return giveUp();
      over?.addEventListener('abort', giveUp, { once: true });
      if (waiting.length > 0) askNext();
      else finish(() => reject(new NodeNotTrusted('wrong', 'every node serves another chain')));
    });

  return {
    run,
    /** Records what a check elsewhere found: whether the node serves another chain. */
    note: (node: number, isWrong: boolean): void => {
      if (isWrong) leaveOut(node, 'wrong');
      else if (stateOf(node).reason === 'wrong') use(node);
    },
    /** The nodes that are not used at the moment. */
    leftOut: (): LeftOut[] =>
      states.flatMap(({ reason, since }, node) => (reason ? [{ node: node + 1, reason, since }] : [])),
  };
};
export type NodePool = ReturnType<typeof createNodePool>;
