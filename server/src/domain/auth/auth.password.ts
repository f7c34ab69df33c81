import { hash, verify } from '@node-rs/argon2';

// argon2id with 19 MiB, 2 passes, 1 lane: OWASP's first choice, and the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One keyboard types é as one sign, another as two: both are the same password (RFC 8265). */
const normalized = (password: string): string => password.normalize('NFKC');

export const hashPassword = (password: string): Promise<string> => hash(normalized(password), COST);

/** A hash of nothing anybody knows, so that a missing account costs as long as a wrong password. */
const nobody = hashPassword(crypto.randomUUID());
nobody.catch(() => {});

/** Is it the password? Takes the same time whether there is a hash or not. */
export const isPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  const isRight = await verify(passwordHash ?? (await nobody), normalized(password));
  return isRight && passwordHash != null;
};
