import ipaddr from 'ipaddr.js';
import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** The address belongs to a private, local or reserved network. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

const ANSWER_MAX_BYTES = 64 * 1024;

/** Whether an address is public. An IPv4 address within an IPv6 address counts as IPv4. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

type Resolve = (
  name: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for a connection; every address must be public. The connection uses these addresses, without a
 * second lookup.
 */
const publicLookup =
  (resolve: Resolve = resolveName as Resolve): LookupFunction =>
  (name, options, done) =>
    resolve(name, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error('no address'), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddressError(`${name} leads to a private network`), '', 0);
      if (options.all) (done as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses);
      else done(null, first.address, first.family);
    });

/**
 * Posts JSON to a URL that a user entered. Contacts public addresses only: names are checked when the connection is
 * opened, and redirects are not followed.
 * @returns the body of a 200 response, at most 64 KiB
 * @throws PrivateAddressError, or Error for other failures
 */
export const postPublic = (url: string, body: string, timeoutMs: number, resolve?: Resolve): Promise<string> =>
  new Promise((done, fail) => {
    const { protocol, hostname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    // Literal addresses skip the lookup.
    if (isIP(host) && !isPublicAddress(host)) return fail(new PrivateAddressError(`${host} is private`));
    const request = protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        lookup: publicLookup(resolve),
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (text.length > ANSWER_MAX_BYTES) sent.destroy(new Error('the answer is too long'));
        });
        answer.once('error', fail);
        answer.once('end', () =>
          answer.statusCode === 200 ? done(text) : fail(new Error(`answered ${answer.statusCode}`)),
        );
      },
    );
    sent.once('error', fail).end(body);
  });
