export { ApiError, type Complaint, messagesOf, readError } from './api-error.ts';
export {
  type AskForProof,
  type Client,
  type ClientOptions,
  createClient,
  type DoWork,
  type Fetch,
  formOf,
  textsOf,
  type TokenSource,
  urlOf,
} from './client.ts';
export type { Answer, BodyOf, CallOptions, OptionsArgument, QueryOf } from './types.ts';
