/** A misbehaving node: it fails, is slow, repeats and reorders logs, lags behind and returns old heads. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';

type Request = { id: number; method: string; params: unknown[] };
type Answer = {
  jsonrpc: '2.0';
  id: number;
  result?: unknown;
  error?: { code: number; message: string; data?: string };
};
type Filter = { blockHash?: string; fromBlock?: string };

/** The index of logs lags behind the blocks by at most this many. */
const LOG_LAG = 3;
/** The number of times a single block's logs may be late: a follower waits no longer than that. */
const LATE_LOGS = 2;
const KEPT_HEADS = 5;

/** A misbehaving node in front of a good one. `calm()` ends the faults. */
export const startWildNode = async (rpcUrl: string, chance: Chance) => {
  let isWild = true;
  const faults: Record<string, number> = {};
  const heads: unknown[] = [];
  const late = new Map<string, number>();
  const note = (fault: string) => void (faults[fault] = (faults[fault] ?? 0) + 1);
  const happens = (fault: string, probability: number): boolean => {
    if (!isWild || !chance.is(probability)) return false;
    note(fault);
    return true;
  };

  const ask = async (request: Request): Promise<Answer> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', ...request }),
    });
    return (await response.json()) as Answer;
  };

  const tamperLogs = (filter: Filter, logs: { blockNumber: string }[], head: number) => {
    let given = logs;
    if (filter.blockHash) {
      const before = late.get(filter.blockHash) ?? 0;
      if (logs.length > 0 && before < LATE_LOGS && happens('late logs', 0.15)) {
        late.set(filter.blockHash, before + 1);
        return [];
      }
    } else if (happens('logs of the newest blocks missing', 0.2))
      given = logs.filter((log) => Number(log.blockNumber) <= head - chance.between(1, LOG_LAG));
    if (happens('logs twice and mixed up', 0.2)) given = chance.shuffle([...given, ...given]);
    return given;
  };

  const answer = async (request: Request): Promise<Answer> => {
    const { id, method, params } = request;
    if (happens('error', 0.02))
      return { jsonrpc: '2.0', id, error: { code: -32603, message: 'internal error, try again' } };
    const given = await ask(request);
    if (method === 'eth_getLogs' && given.result) {
      const head = Number((await ask({ id: 0, method: 'eth_blockNumber', params: [] })).result);
      return { ...given, result: tamperLogs(params[0] as Filter, given.result as { blockNumber: string }[], head) };
    }
    if (method === 'eth_getBlockByNumber') {
      if (params[0] !== 'latest') return happens('block not there', 0.02) ? { ...given, result: null } : given;
      if (heads.length > 0 && happens('an old head', 0.06)) return { ...given, result: chance.pick(heads) };
      heads.push(given.result);
      if (heads.length > KEPT_HEADS) heads.shift();
    }
    return given;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Request | Request[];
    if (happens('hung up', 0.02)) return request.socket.destroy();
    if (happens('a page instead of an answer', 0.02)) {
      response.writeHead(503, { 'content-type': 'text/html' });
      return response.end('<html>Service unavailable</html>');
    }
    if (happens('slow', 0.06)) await sleep(chance.between(5, 150));
    const answers = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body);
    // The request is executed, but the client gets no response.
    if (happens('done and hung up', 0.01)) return request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(answers));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    calm: () => void (isWild = false),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
