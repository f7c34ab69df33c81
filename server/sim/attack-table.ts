/** Every call of the API with its JSON schemas, collected from the schema workspace. */
import { accountEndpoints } from '@skarb/schema/account';
import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { accountRecoveryEndpoints } from '@skarb/schema/account-recovery';
import { activityEndpoints } from '@skarb/schema/activity';
import { adminEndpoints } from '@skarb/schema/admin';
import { artistEndpoints } from '@skarb/schema/artist';
import { auditEndpoints } from '@skarb/schema/audit';
import { authEndpoints, walletEndpoints } from '@skarb/schema/auth';
import { bundlerEndpoints } from '@skarb/schema/bundler';
import { breedingEndpoints } from '@skarb/schema/breeding';
import { cartEndpoints } from '@skarb/schema/cart';
import { chartEndpoints } from '@skarb/schema/chart';
import { collectionEndpoints } from '@skarb/schema/collection';
import { devEndpoints } from '@skarb/schema/dev';
import type { Endpoint } from '@skarb/schema/endpoint';
import { eventEndpoints } from '@skarb/schema/event';
import { exhibitionEndpoints } from '@skarb/schema/exhibition';
import { frontPageEndpoints } from '@skarb/schema/front-page';
import { followEndpoints } from '@skarb/schema/follow';
import { localeEndpoints } from '@skarb/schema/locale';
import { moderationEndpoints } from '@skarb/schema/moderation';
import { notificationEndpoints } from '@skarb/schema/notification';
import { offerEndpoints } from '@skarb/schema/offer';
import { onrampEndpoints } from '@skarb/schema/onramp';
import { operatorPageEndpoints } from '@skarb/schema/operator-page';
import { ownDataEndpoints } from '@skarb/schema/own-data';
import { passkeyEndpoints } from '@skarb/schema/passkey';
import { portfolioEndpoints } from '@skarb/schema/portfolio';
import { priceEndpoints } from '@skarb/schema/price';
import { referenceEndpoints } from '@skarb/schema/reference';
import { searchEndpoints } from '@skarb/schema/search';
import { statusEndpoints } from '@skarb/schema/status';
import { tokenEndpoints } from '@skarb/schema/token';
import { transactionEndpoints } from '@skarb/schema/transaction';
import { z } from 'zod';

export type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

const inputOf = (schema: z.ZodType | undefined): JsonSchema | undefined =>
  schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

/** A call and its inputs, as JSON schemas. */
export type Target = { endpoint: Endpoint; params?: JsonSchema; query?: JsonSchema; body?: JsonSchema };

const groups: Record<string, Endpoint>[] = [
  accountEndpoints,
  accountKeyEndpoints,
  accountRecoveryEndpoints,
  activityEndpoints,
  adminEndpoints,
  artistEndpoints,
  auditEndpoints,
  authEndpoints,
  walletEndpoints,
  breedingEndpoints,
  bundlerEndpoints,
  cartEndpoints,
  chartEndpoints,
  collectionEndpoints,
  devEndpoints,
  eventEndpoints,
  exhibitionEndpoints,
  frontPageEndpoints,
  followEndpoints,
  localeEndpoints,
  moderationEndpoints,
  notificationEndpoints,
  offerEndpoints,
  onrampEndpoints,
  operatorPageEndpoints,
  ownDataEndpoints,
  passkeyEndpoints,
  portfolioEndpoints,
  priceEndpoints,
  referenceEndpoints,
  searchEndpoints,
  statusEndpoints,
  tokenEndpoints,
  transactionEndpoints,
];

export const TARGETS: Target[] = groups
  .flatMap((group) => Object.values(group))
  .map((endpoint) => ({
    endpoint,
    ...(endpoint.params && { params: inputOf(endpoint.params) }),
    ...(endpoint.query && { query: inputOf(endpoint.query) }),
    ...(endpoint.body && { body: inputOf(endpoint.body) }),
  }));
