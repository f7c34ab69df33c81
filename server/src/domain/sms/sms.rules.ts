/** A text message. After `until` it is useless, and is no longer sent. */
export type Sms = { to: string; text: string; until: string };

/** The endpoint that sends messages, and its credentials. */
export type SmsSender =
  | { kind: 'twilio'; endpoint: string; authorization: string; from: string }
  | { kind: 'webhook'; endpoint: string; authorization: string | null };

const isLoopback = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host);
const basic = (url: URL) =>
  `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`;

/**
 * Parses the setting SMS_URL: `twilio://<sid>:<token>@/?from=<number>`, or an `https://` URL that accepts `{ to, text
 * }` as JSON (a name and password in it are sent as HTTP basic authentication).
 * @throws Error with what is wrong with the setting
 */
export const readSmsUrl = (text: string): SmsSender => {
  // A URL with credentials but without a host is invalid, so insert Twilio's host where it is omitted.
  const url = new URL(text.replace(/^(twilio:\/\/[^@/]+@)(?=[/?]|$)/, '$1api.twilio.com'));
  const protocol = isLoopback(url.hostname) ? 'http' : 'https';
  if (url.protocol === 'twilio:') {
    const from = url.searchParams.get('from');
    if (!url.username || !url.password || !from) throw new Error('twilio://<sid>:<token>@/?from=<number> is its form');
    return {
      kind: 'twilio',
      endpoint: `${protocol}://${url.host}/2010-04-01/Accounts/${url.username}/Messages.json`,
      authorization: basic(url),
      // A plus sign in a query is decoded as a space.
      from: from.replace(/^ /, '+'),
    };
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new Error('it must be twilio:// or https://');
  const authorization = url.username ? basic(url) : null;
  url.username = '';
  url.password = '';
  return { kind: 'webhook', endpoint: url.toString(), authorization };
};

/** The request that sends a message. */
export const smsRequest = (sender: SmsSender, { to, text }: Pick<Sms, 'to' | 'text'>): RequestInit => ({
  method: 'POST',
  headers: {
    ...(sender.authorization === null ? {} : { authorization: sender.authorization }),
    'content-type': sender.kind === 'twilio' ? 'application/x-www-form-urlencoded' : 'application/json',
  },
  body:
    sender.kind === 'twilio'
      ? new URLSearchParams({ From: sender.from, To: to, Body: text }).toString()
      : JSON.stringify({ to, text }),
});
