type Say = (line: string) => void;

/** Returns the browser for the tests, if there is one. */
export function findBrowser(): string | undefined;
/** Finds or installs the browser; undefined, after printing the remedy, if there is none in the end. */
export function ensureBrowser(say: Say): string | undefined;
