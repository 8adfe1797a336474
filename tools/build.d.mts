/** Builds the console when its sources changed since the last build. */
export function ensureConsole(say: (line: string) => void): Promise<void>;
