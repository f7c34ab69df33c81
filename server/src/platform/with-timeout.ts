/**
 * Waits for `work` for at most `ms` milliseconds; `work` itself is not stopped.
 * @throws what `late` returns, if the time is over first
 */
export const withTimeout = async <T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
};
