const browsers: [RegExp, string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bChrom(?:e|ium)\//, 'Chrome'],
];
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns this browser's name for a list of paired browsers: `Chrome · Windows`. */
export function browserName(userAgent: string): string {
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [named(browsers) ?? 'Chromium', named(systems)].filter((part) => part !== undefined).join(' · ');
}
