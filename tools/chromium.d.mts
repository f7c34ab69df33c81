export const CHROMIUM_ARGS: string[];
export function systemChromium(): string | undefined;
export function findChromium(): Promise<{ path?: string; problem?: string }>;
