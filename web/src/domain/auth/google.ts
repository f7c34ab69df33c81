import * as authCalls from '@skarb/schema/calls/auth';
import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '../../platform/query/client.ts';

/** How this server signs in with Google; null if it does not. */
export type GoogleSettings = { clientId: string; issuer: string; authorizationEndpoint: string; name: string };
/** An ID token, and the nonce that it must contain. */
export type GoogleAnswer = { credential: string; nonce: string };
/** Why no ID token arrived: the browser blocked the window, it was closed, or the user or Google declined. */
export type GoogleTrouble = 'blocked' | 'closed' | 'declined';

const CHANNEL = 'skarb-google';
const LOOK_MS = 400;

export const googleQuery = queryOptions({
  queryKey: ['reference', 'google'],
  queryFn: ({ client, signal }) =>
    clientOf(client)
      .call(authCalls.google, { signal })
      .then(({ data }) => data),
  staleTime: Number.POSITIVE_INFINITY,
});

/** OpenID Connect's implicit flow: the ID token comes back in the return page's fragment, which no server sees. */
const addressOf = (settings: GoogleSettings, secrets: { nonce: string; state: string }, language: string): string => {
  const url = new URL(settings.authorizationEndpoint, location.origin);
  for (const [name, value] of Object.entries({
    response_type: 'id_token',
    scope: 'openid email profile',
    client_id: settings.clientId,
    redirect_uri: `${location.origin}/api/auth/google/return`,
    prompt: 'select_account',
    ui_locales: language,
    ...secrets,
  }))
    url.searchParams.set(name, value);
  return url.href;
};

/**
 * Opens the provider's window and listens for the message of its return page. Call it in a click handler, or the
 * browser blocks the window. Continues to listen after `closed`, because a provider's window may look closed while it
 * is open.
 * @returns a function that stops listening and closes the window
 */
export const askGoogle = (
  settings: GoogleSettings,
  options: { language: string; onAnswer: (answer: GoogleAnswer) => void; onTrouble: (why: GoogleTrouble) => void },
): (() => void) => {
  const secrets = { nonce: crypto.randomUUID(), state: crypto.randomUUID() };
  const popup = window.open(addressOf(settings, secrets, options.language), CHANNEL, 'popup,width=480,height=680');
  if (!popup) {
    options.onTrouble('blocked');
    return () => undefined;
  }
  const channel = new BroadcastChannel(CHANNEL);
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    // The answer may arrive while the window is closing.
    setTimeout(() => !isOver && options.onTrouble('closed'), LOOK_MS);
  }, LOOK_MS);
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearInterval(timer);
    channel.close();
    popup.close();
  };
  channel.onmessage = ({ data }: MessageEvent<{ idToken?: string; state?: string; error?: string }>) => {
    // The answer belongs to another tab or another sign-in.
    if (data?.state !== secrets.state || isOver) return;
    stop();
    if (data.idToken) options.onAnswer({ credential: data.idToken, nonce: secrets.nonce });
    else options.onTrouble('declined');
  };
  return stop;
};
