/** Tokens, pairings and what a person keeps for themselves. */
export type AccountTables = Record<never, never>;
