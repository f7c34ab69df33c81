import { type AskForProof, type Client, createClient, type DoWork, type TokenSource } from '@skarb/client';

let tokenSource: TokenSource | undefined;
/** Gives every later call its bearer token. `undefined` takes it away. */
export const setTokenSource = (source: TokenSource | undefined): void => {
  tokenSource = source;
};

let proofAsker: AskForProof | undefined;
/** Gives calls that the server refuses with `auth.stepUpRequired` a way to go on. */
export const setProofAsker = (asker: AskForProof | undefined): void => {
  proofAsker = asker;
};

let workDoer: DoWork | undefined;
/** Gives calls that the server slows down (`auth.slowDown`) a way to pass at once. */
export const setWorkDoer = (doer: DoWork | undefined): void => {
  workDoer = doer;
};

/** The browser's own client. */
export const client: Client = createClient({
  fetch: (path, init) => fetch(path, init),
  tokens: () => tokenSource,
  askForProof: () => proofAsker,
  doWork: () => workDoer,
});
export const { call } = client;
