/** The page of a transaction at a network's block explorer. */
export const transactionUrl = (explorer: string, hash: string): string => `${explorer.replace(/\/$/, '')}/tx/${hash}`;
