/** Sourcing tasks and team projects. */
export type TasksTables = Record<never, never>;
