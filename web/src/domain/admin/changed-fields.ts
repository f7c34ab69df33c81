/** The fields that differ from those that were opened: another admin may have changed the others meanwhile. */
export const changedFields = <T extends object>(opened: object, now: T): Partial<T> => {
  const before: Record<string, unknown> = { ...opened };
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Partial<T>;
};
