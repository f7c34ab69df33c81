/**
 * Waiting work with a turn for each owner: however much one of them has waiting, the next of everybody else comes before
 * their second. Holds at most `max` pieces.
 */
export const createFairQueue = <T>(max: number) => {
  // A map keeps its order: the first owner is the one whose turn it is.
  const lines = new Map<string, T[]>();
  let size = 0;
  return {
    size: () => size,
    /**
     * @returns what has no place any more: the newest of the owner with the most waiting where the queue is full, which
     *   may be what was just added
     */
    add: (owner: string, item: T): T | undefined => {
      const own = lines.get(owner) ?? [];
      own.push(item);
      lines.set(owner, own);
      if (size < max) {
        size++;
        return undefined;
      }
      let longest = { owner, line: own };
      for (const [other, line] of lines) if (line.length > longest.line.length) longest = { owner: other, line };
      const dropped = longest.line.pop();
      if (longest.line.length === 0) lines.delete(longest.owner);
      return dropped;
    },
    /** Takes the next piece out, of an owner who may be served now. */
    next: (mayServe: (owner: string) => boolean = () => true): { owner: string; item: T } | undefined => {
      for (const [owner, line] of lines) {
        if (!mayServe(owner)) continue;
        lines.delete(owner);
        const item = line.shift() as T;
        if (line.length > 0) lines.set(owner, line);
        size--;
        return { owner, item };
      }
      return undefined;
    },
  };
};
