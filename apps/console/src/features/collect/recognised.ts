import type { CollectScope, Recognition } from '@bowerbird/contract/collect';

/** As many addresses or shops as are looked at for one paste. */
export const probesMax = 50;

/** Two candidates this near are put to the person. */
const doubtWithin = 20;

/** One address that is looked at, and all those it stands for: itself, or with many addresses all of its shop. */
export interface Probe {
  address: string;
  stands: string[];
}

/** Up to fifty addresses are looked at one by one; of more, one of each shop stands for the others. */
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

/** The host of a pasted address; the text itself where it has none. */
export function hostOf(address: string): string {
  return URL.parse(address.includes('://') ? address : `https://${address}`)?.host ?? address;
}

/** What a probe came to; `recognition` is null while it is on its way. */
export interface Recognised {
  probe: Probe;
  recognition: Recognition | null;
  /** The call itself failed. */
  failure: unknown;
  /** The platform taken: the likeliest, or the person's choice. */
  platform: string | null;
}

export type Candidate = Recognition['candidates'][number];

export function candidateOf({ recognition, platform }: Recognised): Candidate | null {
  return recognition?.candidates.find((candidate) => candidate.platform === platform) ?? null;
}

/** The likeliest candidates, where the second is so near that the person must choose; else []. */
export function doubtful(recognition: Recognition): Candidate[] {
  const [first, second] = recognition.candidates;
  return first && second && first.confidence - second.confidence < doubtWithin ? [first, second] : [];
}

export interface PlannedRun {
  platform: string;
  scope: CollectScope;
  addresses: string[];
  /** What to look for in the shop. */
  words?: string;
  /** Stock quantities are read that the source's lists leave out. */
  stock?: boolean;
}

/** One address and what the person wants of it; null where it is a search and nothing to look for was said. */
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

/** Several addresses, each for what it names: the products of a platform in one list, its categories in one run. */
export function planMany(recognised: Recognised[]): PlannedRun[] {
  const runs = new Map<string, PlannedRun>();
  for (const each of recognised) {
    const candidate = candidateOf(each);
    if (candidate === null) {
      continue;
    }
    const { stands, address } = each.probe;
    const scope = candidate.scope === 'product' ? 'list' : candidate.scope;
    // An address that stands for others is collected as each was pasted, alone as it was recognised.
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

/** How a sentence about this scope ends. */
export const scopeKeys = {
  product: 'collect.scope.product',
  list: 'collect.scope.list',
  category: 'collect.scope.category',
  shop: 'collect.scope.shop',
  search: 'collect.scope.search',
} as const satisfies Record<CollectScope, string>;
