type Say = (line: string) => void;

/** The browser for the tests, when there is one. */
export function findBrowser(): string | undefined;
/** Finds or installs the browser; undefined, having said the remedy, when there is none in the end. */
export function ensureBrowser(say: Say): string | undefined;
