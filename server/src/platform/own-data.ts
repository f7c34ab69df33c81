import type { DeletionObstacle } from '@skarb/schema/own-data';
import type { PendingQuery, Row } from 'postgres';
import type { Tx } from './db/database.ts';

/** The owner of the data, as the account is at this moment; addresses lower-case. */
export type Owner = {
  uuid: string;
  wallet: string | null;
  /** The account's mail addresses and phone number. */
  contacts: string[];
};

/** SQL of rows, each with a text column `key` that orders and identifies them. */
export type OwnRows = (sql: Tx, owner: Owner) => PendingQuery<Row[]>;

/**
 * The personal data that one domain keeps about a user: how to read all of it, which obstacles prevent the deletion
 * of the account, and how to erase it. Every table that refers to an account is in the `tables` of one domain.
 */
export type OwnData = {
  tables: string[];
  /** JSON files by name. Columns are listed one by one: no secrets, and of other users only public data. */
  topics: Record<string, OwnRows>;
  /** Stored files, as rows with `cid` and `name`. */
  files?: OwnRows;
  obstacles?: (sql: Tx, owner: Owner) => Promise<DeletionObstacle[]>;
  /**
   * Erases the personal data, in the transaction that deletes the locked account; a second call changes nothing.
   * @returns the CIDs of files that may be unused now
   */
  erase?: (tx: Tx, owner: Owner) => Promise<string[] | void>;
};
