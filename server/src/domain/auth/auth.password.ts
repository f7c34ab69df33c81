import { hash, verify } from '@node-rs/argon2';
import { createHashQueue, type Hasher } from './hash-queue.ts';

// argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice, and the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Node has four threads for this and for files, and others need some. 256 wait at most: a few seconds' worth, less than a
 * client waits for its answer.
 */
const inTurn = createHashQueue(3, 256);

/** One keyboard types é as one sign, another as two: both are the same password (RFC 8265). */
const normalized = (password: string): string => password.normalize('NFKC');

/** @throws AppError 503 `auth.busy` */
export const hashPassword = (password: string, hasher: Hasher): Promise<string> =>
  inTurn(hasher, () => hash(normalized(password), COST));

/** A hash of nothing anybody knows, so that a missing account costs as long as a wrong password. */
const nobody = hash(crypto.randomUUID(), COST);
nobody.catch(() => {});

/** Is it the password? Takes the same time whether there is a hash or not. @throws AppError 503 `auth.busy` */
export const isPassword = async (
  passwordHash: string | null | undefined,
  password: string,
  hasher: Hasher,
): Promise<boolean> => {
  const known = passwordHash ?? (await nobody);
  const isRight = await inTurn(hasher, () => verify(known, normalized(password)));
  return isRight && passwordHash != null;
};
