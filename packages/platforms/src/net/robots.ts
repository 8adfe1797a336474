import robotsParser from 'robots-parser';

/** The rules of a site's robots.txt for us. Source of the rules: RFC 9309. */
export interface Robots {
  /** `path` is the path with its query, percent-encoded as in a URL. */
  allows(path: string): boolean;
  /** Minimum time between two requests; 0 when the file gives none. */
  crawlDelayMs: number;
}

/** Everything is allowed: the rules of a site without robots.txt. */
export const noRobots: Robots = { allows: () => true, crawlDelayMs: 0 };

// The parser compares paths only between addresses of one site.
const site = 'https://site.invalid';
const longestDelayMs = 60_000;

// A CommonJS package whose types name a default export inside its only export.
const parse = robotsParser as unknown as typeof robotsParser.default;

/**
 * Parses the rules for `product` (our name in the user agent, in any case), or those for all robots when none names us.
 * The longest matching rule wins; `Allow` on a tie.
 */
export function parseRobots(text: string, product: string): Robots {
  const robots = parse(`${site}/robots.txt`, groupLines(text));
  const delayMs = (robots.getCrawlDelay(product) ?? 0) * 1000;
  return {
    crawlDelayMs: Math.min(longestDelayMs, Math.max(0, delayMs)),
    allows: (path) => robots.isAllowed(`${site}${path}`, product) ?? true,
  };
}

/**
 * Returns only the lines of groups, so that a sitemap does not divide one. The empty rule at the end gives a last group
 * without rules its own, as RFC 9309 wants: for the robot that it names, everything is allowed.
 */
function groupLines(text: string): string {
  const lines = text
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .filter((line) => /^\s*(?:user-agent|allow|disallow|crawl-delay)\s*:/i.test(line));
  return [...lines, 'Disallow:'].join('\n');
}
