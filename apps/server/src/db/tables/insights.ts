/** Figures of each day. */
export type InsightsTables = Record<never, never>;
