/** The browser for the tests, when there is one. */
export function findBrowser(): string | undefined;
