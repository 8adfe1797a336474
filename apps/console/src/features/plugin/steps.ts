/** Browsers whose menus are drawn; every other Chromium browser uses the terms of Chrome. */
export const browserNames = ['chrome', 'edge'] as const;
export type BrowserName = (typeof browserNames)[number];

/** The installation steps in order, from the file to a paired browser. */
export const installSteps = ['download', 'unzip', 'open', 'developer', 'load', 'pin', 'connect'] as const;
export type InstallStep = (typeof installSteps)[number];

/** Returns the browser of this page, as far as its menus matter. */
export function browserHere(userAgent: string): BrowserName {
  return /\bEdg\//.test(userAgent) ? 'edge' : 'chrome';
}
