export const NODE: { path: string; version: string };
