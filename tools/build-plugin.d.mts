/** Builds the browser plugin into `apps/plugin/dist` when its sources changed since the last build. */
export function ensurePlugin(say: (line: string) => void): Promise<void>;
