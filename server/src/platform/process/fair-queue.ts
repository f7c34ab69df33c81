/**
 * A round-robin queue: however many items one owner has, each other owner is served once before the second item of that
 * owner. Holds at most `max` items.
 */
export const createFairQueue = <T>(max: number) => {
  // A map keeps its insertion order: the first owner is the next one served.
  const lines = new Map<string, T[]>();
  let size = 0;
  return {
    size: () => size,
    /**
     * @returns the item that a full queue drops: the newest of the owner with the most items, possibly the added one
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
    /** Removes and returns the next item that `mayServe` accepts; each owner's items stay in order. */
    next: (mayServe: (owner: string, item: T) => boolean = () => true): { owner: string; item: T } | undefined => {
      for (const [owner, line] of lines) {
        if (!mayServe(owner, line[0] as T)) continue;
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
