/** `1:05`, `1:02:03`; an unknown length is a dash. */
export const timeText = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '–:––';
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};
