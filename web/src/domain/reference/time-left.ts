/** Days, hours, minutes and seconds until a moment; all 0 once it is past. */
export const timeLeft = (at: string, now: number) => {
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
  return {
    isOver: seconds === 0,
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
};

/** Hours, minutes and seconds with two digits each: `03:00:09`. */
export const clockOf = ({ hours, minutes, seconds }: ReturnType<typeof timeLeft>): string =>
  [hours, minutes, seconds].map((value) => String(value).padStart(2, '0')).join(':');
