import type { OpenPage } from './open-page.ts';

/**
 * Hosts and paths to which visitors are redirected instead of the requested page (`aliexpress/readme.md`, Refusals to
 * readers; `alibaba/readme.md`, Refusals to readers).
 */
const punished = /_____tmd_____|x5secdata=|^https?:\/\/[^/]+\/punish\b|^https?:\/\/bixi\.alicdn\.com\/punish/;
const signIn = /^(?:login|passport)\.(?:aliexpress|alibaba|1688|taobao)\.(?:com|us)$/;
const markets = /(?:^|\.)(?:aliexpress\.(?:com|us)|alibaba\.com|1688\.com)$/;

/**
 * Returns why a page is not the requested one: a check of the visitor, or a sign-in. Null for any other. It is reported
 * to the person, who alone can pass such a check.
 */
export function turnedAway({
  url,
  title,
  isChecking,
}: Pick<OpenPage, 'url' | 'title' | 'isChecking'>): 'source.blocked-us' | 'source.password-protected' | null {
  if (signIn.test(url.hostname)) {
    return 'source.password-protected';
  }
  const isMarket = markets.test(url.hostname);
  const checks = isMarket && (/captcha interception/i.test(title) || isChecking());
  return checks || punished.test(url.href) ? 'source.blocked-us' : null;
}
