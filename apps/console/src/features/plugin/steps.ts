/** Browsers whose menus are drawn; every other Chromium has the words of Chrome. */
export const browserNames = ['chrome', 'edge'] as const;
export type BrowserName = (typeof browserNames)[number];

/** What is done in turn, from the file to a paired browser. */
export const installSteps = ['download', 'unzip', 'open', 'developer', 'load', 'pin', 'connect'] as const;
export type InstallStep = (typeof installSteps)[number];

/** The browser this page stands in, as far as its menus go. */
export function browserHere(userAgent: string): BrowserName {
  return /\bEdg\//.test(userAgent) ? 'edge' : 'chrome';
}
