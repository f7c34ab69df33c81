import type { DeletionObstacle } from '@skarb/schema/own-data';
import type { PendingQuery, Row } from 'postgres';
import type { Tx } from './db/database.ts';

/** Whose data it is, as the account is at this moment; addresses lower-case. */
export type Owner = {
  uuid: string;
  wallet: string | null;
  /** The addresses and the number that messages reach them at. */
  contacts: string[];
};

/** SQL of rows, each with a text column `key` that orders them and tells one from another. */
export type OwnRows = (sql: Tx, owner: Owner) => PendingQuery<Row[]>;

/**
 * What one domain keeps about a person: how its owner reads all of it, what stands in the way of deleting the account,
 * and how it is erased. Every table that refers to an account is in the `tables` of one of them.
 */
export type OwnData = {
  tables: string[];
  /** Files of JSON by name. Columns are named one by one: no secret, and nothing of others beyond what is public. */
  topics: Record<string, OwnRows>;
  /** Kept files, as rows with `cid` and `name`. */
  files?: OwnRows;
  obstacles?: (sql: Tx, owner: Owner) => Promise<DeletionObstacle[]>;
  /**
   * Takes away what is personal, in the transaction that deletes the account, which is locked; doing it twice changes nothing.
   * @returns the CIDs of files that nobody may need any more
   */
  erase?: (tx: Tx, owner: Owner) => Promise<string[] | void>;
};
