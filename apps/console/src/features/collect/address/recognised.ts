import type { CollectScope, Recognition } from '@bowerbird/contract/collect/collect';

/** Maximum number of addresses or shops checked for one paste. */
export const probesMax = 50;

/** If two candidates' scores differ by no more than this, the person chooses. */
const nearWithin = 20;

/**
 * One address that is checked, and all addresses that it represents: itself, or, with many addresses, all of its shop.
 */
export interface Probe {
  address: string;
  stands: string[];
}

/** Returns the addresses to check: up to fifty one by one; of more, one of each shop represents the others. */
export function probesOf(addresses: string[]): { probes: Probe[]; left: string[] } {
  if (addresses.length <= probesMax) {
    return { probes: addresses.map((address) => ({ address, stands: [address] })), left: [] };
  }
  const shops = [...Map.groupBy(addresses, hostOf).values()].map((stands) => ({
    address: stands[0] ?? '',
    stands,
  }));
  return { probes: shops.slice(0, probesMax), left: shops.slice(probesMax).flatMap(({ stands }) => stands) };
}

/** Returns the host of a pasted address; the text itself if it has none. */
export function hostOf(address: string): string {
  return URL.parse(address.includes('://') ? address : `https://${address}`)?.host ?? address;
}

/** The result of a probe; `recognition` is null while it is running. */
export interface Recognised {
  probe: Probe;
  recognition: Recognition | null;
  /** Error of the call itself. */
  failure: unknown;
  /** The platform used: the likeliest, or the person's choice. */
  platform: string | null;
}

export type Candidate = Recognition['candidates'][number];

export function candidateOf({ recognition, platform }: Recognised): Candidate | null {
  return recognition?.candidates.find((candidate) => candidate.platform === platform) ?? null;
}

/** Returns the likeliest candidates if the second is so close that the person must choose; else []. */
export function nearCandidates(recognition: Recognition): Candidate[] {
  const [first, second] = recognition.candidates;
  return first && second && first.confidence - second.confidence < nearWithin ? [first, second] : [];
}

export interface PlannedRun {
  platform: string;
  scope: CollectScope;
  addresses: string[];
  /** Search text for the shop. */
  words?: string;
  /** Also reads inventory quantities that the source's lists leave out. */
  stock?: boolean;
}

/** Plans the run for one address and the person's choice; null for a search without a search text. */
export function planOne(
  { address }: Recognition,
  candidate: Candidate,
  scope: CollectScope,
  words: string,
): PlannedRun | null {
  if (scope === 'search' && candidate.scope !== 'search') {
    const sought = words.trim();
    return sought === ''
      ? null
      : { platform: candidate.platform, scope, addresses: [address], words: sought };
  }
  const whole = scope === 'shop' && candidate.scope !== 'shop';
  return { platform: candidate.platform, scope, addresses: [whole ? new URL('/', address).href : address] };
}

/**
 * Plans the runs for several addresses, each for what it points to: the products of a platform in one list, its
 * categories in one run.
 */
export function planMany(recognised: Recognised[]): PlannedRun[] {
  const runs = new Map<string, PlannedRun>();
  for (const each of recognised) {
    const candidate = candidateOf(each);
    if (candidate === null) {
      continue;
    }
    const { stands, address } = each.probe;
    const scope = candidate.scope === 'product' ? 'list' : candidate.scope;
    // An address that represents others is collected as each was pasted; a single one as it was recognised.
    const addresses = stands.length > 1 ? stands : [each.recognition?.address ?? address];
    const key = scope === 'shop' ? `${candidate.platform} ${addresses[0]}` : `${candidate.platform} ${scope}`;
    const held = runs.get(key);
    if (held === undefined) {
      runs.set(key, { platform: candidate.platform, scope, addresses });
    } else {
      held.addresses.push(...addresses);
    }
  }
  return [...runs.values()].map((run) =>
    run.scope === 'shop' && run.addresses.length > 1 ? { ...run, scope: 'list' } : run,
  );
}

/** Text keys of the ends of sentences about each scope. */
export const scopeKeys = {
  product: 'collect.scope.product',
  list: 'collect.scope.list',
  category: 'collect.scope.category',
  shop: 'collect.scope.shop',
  search: 'collect.scope.search',
} as const satisfies Record<CollectScope, string>;
