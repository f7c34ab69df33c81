import { type AskForProof, type Client, createClient, type DoWork, type TokenSource } from '@skarb/client';

let tokenSource: TokenSource | undefined;
/** Sets the source of the bearer token of all later calls; `undefined` removes it. */
export const setTokenSource = (source: TokenSource | undefined): void => {
  tokenSource = source;
};

let proofAsker: AskForProof | undefined;
/** Sets what asks the user for a proof when the server refuses a call with `auth.stepUpRequired`. */
export const setProofAsker = (asker: AskForProof | undefined): void => {
  proofAsker = asker;
};

let workDoer: DoWork | undefined;
/** Sets what solves the proof of work of a call that the server delays (`auth.slowDown`). */
export const setWorkDoer = (doer: DoWork | undefined): void => {
  workDoer = doer;
};

/** The API client of the browser. */
export const client: Client = createClient({
  fetch: (path, init) => fetch(path, init),
  tokens: () => tokenSource,
  askForProof: () => proofAsker,
  doWork: () => workDoer,
});
export const { call } = client;
