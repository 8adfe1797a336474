/** The rules of a site's robots.txt for us. Source of the rules: RFC 9309. */
export interface Robots {
  /** `path` is the path with its query, percent-encoded as in a URL. */
  allows(path: string): boolean;
  /** Minimum time between two requests; 0 when the file gives none. */
  crawlDelayMs: number;
}

interface Rule {
  allow: boolean;
  pattern: string;
}

interface Group {
  agents: string[];
  rules: Rule[];
  crawlDelayMs: number;
}

/** Everything is allowed: the rules of a site without robots.txt. */
export const noRobots: Robots = { allows: () => true, crawlDelayMs: 0 };

/**
 * Parses the rules for `product` (our name in the user agent, in any case), or those for all robots when none names us.
 * The longest matching rule wins; `Allow` on a tie.
 */
export function parseRobots(text: string, product: string): Robots {
  const groups = groupsOf(text);
  const named = groups.filter((group) => group.agents.includes(product.toLowerCase()));
  const ours = named.length > 0 ? named : groups.filter((group) => group.agents.includes('*'));
  const rules = ours.flatMap((group) => group.rules);

  return {
    crawlDelayMs: Math.max(0, ...ours.map((group) => group.crawlDelayMs)),
    allows(path) {
      const normal = normalised(path);
      let winner: Rule | null = null;
      for (const rule of rules) {
        const longer = rule.pattern.length - (winner?.pattern.length ?? -1);
        if ((longer > 0 || (longer === 0 && rule.allow)) && matches(rule.pattern, normal)) {
          winner = rule;
        }
      }
      return winner?.allow ?? true;
    },
  };
}

const longestDelayMs = 60_000;

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let group: Group | null = null;
  let namesOpen = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [said = ''] = line.split('#', 1);
    const colon = said.indexOf(':');
    const key = said.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = said.slice(colon + 1).trim();
    switch (key) {
      case 'user-agent':
        if (group === null || !namesOpen) {
          group = { agents: [], rules: [], crawlDelayMs: 0 };
          groups.push(group);
          namesOpen = true;
        }
        // "BowerbirdBot/1.0" and "BowerbirdBot" name the same product.
        group.agents.push((value.split('/')[0] ?? '').toLowerCase());
        break;
      case 'allow':
      case 'disallow':
        namesOpen = false;
        if (group && value !== '') {
          group.rules.push({ allow: key === 'allow', pattern: normalised(value) });
        }
        break;
      case 'crawl-delay':
        namesOpen = false;
        if (group && /^\d+(\.\d+)?$/.test(value)) {
          group.crawlDelayMs = Math.min(longestDelayMs, Number(value) * 1000);
        }
        break;
    }
  }
  return groups;
}

/** `%e4`, `%E4` and the letter itself are one path. */
function normalised(path: string): string {
  // Replaces lone surrogates, which encodeURI rejects.
  return path
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** `*` is any run of characters, `$` at the end is the end. Linear: each piece is searched once, from left to right. */
function matches(pattern: string, path: string): boolean {
  const toTheEnd = pattern.endsWith('$');
  const inventory = (toTheEnd ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = inventory;
  if (!path.startsWith(first)) {
    return false;
  }
  if (rest.length === 0) {
    return !toTheEnd || path.length === first.length;
  }
  const last = toTheEnd ? (rest.pop() ?? '') : '';
  let at = first.length;
  for (const unit of rest) {
    const found = path.indexOf(unit, at);
    if (found === -1) {
      return false;
    }
    at = found + unit.length;
  }
  return !toTheEnd || (path.length - last.length >= at && path.endsWith(last));
}
