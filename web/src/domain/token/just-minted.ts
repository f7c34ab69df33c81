/** State of the navigation to a work's page at the end of its mint. */
export const JUST_MINTED = { isJustMinted: true } as const;
