import { hash, verify } from '@node-rs/argon2';
import { createHashQueue, type Hasher } from './hash-queue.ts';

// argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first recommendation, and the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing uses three of Node's four pool threads, because file access needs the same pool. At most 256 wait: a few
 * seconds of hashing, less than a client's timeout.
 */
const withHashSlot = createHashQueue(3, 256);

/** Keyboards encode é as one code point or as two: both are the same password (RFC 8265). */
const normalized = (password: string): string => password.normalize('NFKC');

/** @throws AppError 503 `auth.busy` */
export const hashPassword = (password: string, hasher: Hasher): Promise<string> =>
  withHashSlot(hasher, () => hash(normalized(password), COST));

/** The hash of a random value, so that a missing account takes as long as a wrong password. */
const nobody = hash(crypto.randomUUID(), COST);
nobody.catch(() => {});

/** Whether the password is correct. Takes the same time with and without a hash. @throws AppError 503 `auth.busy` */
export const isPassword = async (
  passwordHash: string | null | undefined,
  password: string,
  hasher: Hasher,
): Promise<boolean> => {
  const known = passwordHash ?? (await nobody);
  const isRight = await withHashSlot(hasher, () => verify(known, normalized(password)));
  return isRight && passwordHash != null;
};
