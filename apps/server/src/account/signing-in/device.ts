import type { Session } from '@bowerbird/contract/account/security';

type Device = Pick<Session, 'browser' | 'system' | 'device'>;

/** The first match counts, because most browsers also carry the names of others. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bQQBrowser\//, 'QQ Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
];
const systems: [RegExp, string][] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns a readable name of the machine that sent this `User-Agent`. The header can be false: the name is shown, but
 * never relied on.
 */
export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser, system, device: kindOf(userAgent, system) };
}

function kindOf(userAgent: string, system: string | null): Device['device'] {
  if (system === null) {
    return 'program';
  }
  if (system === 'iPadOS' || (system === 'Android' && !/\bMobile\b/.test(userAgent))) {
    return 'tablet';
  }
  return system === 'iOS' || /\bMobile\b/.test(userAgent) ? 'phone' : 'computer';
}
