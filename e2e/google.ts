import { call } from './api.ts';

/** An ID token of the local stack's own OpenID provider for somebody with this address. */
export const googleCredential = async (email: string): Promise<{ credential: string; nonce: string }> => {
  const { data } = (await call('GET', '/auth/google')).body;
  throw new Error(`not yet: ${JSON.stringify(data)} ${email}`);
};
