import { platforms } from '@bowerbird/platforms/all';
import type { Collector } from '@bowerbird/platforms/collecting/collector';
import { type PlatformFacts, platformFacts } from '@bowerbird/platforms/facts';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { faultsPart } from './faults.ts';
import { products, run, type Simulated } from './run.ts';

type Whole = Simulated['wholes'][number];

const nothingKnown: PlatformFacts = { hosts: [], limits: [], categories: '', lacks: [], needs: [] };

/** Reads the simulated shop of every platform, by the platform's id. */
export async function runAll(): Promise<Map<string, Simulated | null>> {
  const all = new Map<string, Simulated | null>();
  for (const id of platforms.keys()) {
    all.set(id, await run(id));
  }
  return all;
}

/**
 * Returns `docs/platforms.md`: what each platform can do, according to its code, its facts and its simulated shop;
 * `fields` is added, and the faults of real shops with their tests.
 */
export function platformsPage(all: ReadonlyMap<string, Simulated | null>, fields: string): string {
  const parts: string[] = [];
  const rows: string[] = [];
  for (const platform of platforms.values()) {
    const simulated = all.get(platform.id) ?? null;
    rows.push(rowOf(platform, simulated));
    parts.push(partOf(platform, platformFacts.get(platform.id) ?? nothingKnown, simulated));
  }
  return `${head}\n| Platform | product, list | category | whole shop | search | plugin | API connection | simulator | listing |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}\n\n${pace}\n${parts.join('\n')}\n${fields}\n${faultsPart()}`;
}

const head = `# Platforms

Made by \`npm run platforms\` from the code: do not edit. What each platform can do, what it needs, and its limits. Figures are from a simulated
shop of ${products} products with a simulated clock; assumptions about a platform are in its readme.
`;

const pace = `**Pace, the same for all.** One request at a time to a host, up to four while it answers quickly; halved when the host answers 429 or 430, fails, or becomes
slower. \`Retry-After\` is respected; 429 is retried ten times, 430 three times, failures five times. robots.txt is respected.
**If no method works**, use the plugin: what a server may not fetch, the merchant's own browser reads with the same readers.
`;

function rowOf({ name, collector, lister }: Platform, simulated: Simulated | null): string {
  const yes = (is: unknown) => (is ? 'yes' : '–');
  const hasCategories = (simulated?.categories.count ?? 0) > 0;
  return `| ${[
    name,
    yes(collector),
    yes(hasCategories),
    yes(collector),
    yes(collector?.searchAddress),
    yes(collector?.readPage),
    yes(collector?.access?.length),
    yes(simulated),
    yes(lister),
  ].join(' | ')} |`;
}

function partOf(
  { id, name, collector, lister }: Platform,
  facts: PlatformFacts,
  simulated: Simulated | null,
): string {
  const signs = [
    ...facts.hosts.map((host) => `host \`${host}\``),
    ...(simulated?.signs.filter((sign) => !sign.startsWith('host')) ?? []),
  ];
  const lines = [
    [
      'Recognised by',
      signs.length === 0
        ? 'machine-readable data of its pages, never with high confidence'
        : signs.join(', '),
    ],
    ...facts.limits.map((limit) => ['Limit', limit]),
    ['Categories', `${facts.categories}${categoryFigures(simulated)}`],
    ['Stock and prices', stockOf(simulated)],
    ...facts.lacks.map((lack) => ['Lacks', lack]),
    ...facts.needs.map((need) => ['Needs', need]),
    ...accessOf(collector),
    ...(facts.pace === undefined ? [] : [['Pace', facts.pace]]),
    ['Simulator', simulated === null ? 'none' : `\`npm run -s bowerbird -- simulate ${id}\``],
    [
      'Listing',
      lister
        ? `by ${lister.connector.connections.map(({ id: way }) => `\`${way}\``).join(', ')}; guarantee \`${lister.features.guarantee}\``
        : 'none',
    ],
    ...(lister ? storeFacts(lister, facts) : []),
  ];
  const table = lines.map(([what, said]) => `| ${what} | ${said} |`).join('\n');
  return `## ${name}\n\n| | |\n|---|---|\n${table}\n${wholesOf(simulated)}`;
}

/** Returns how the platform's stores are listed to, as its lister describes itself. */
function storeFacts(lister: Lister, { placed }: PlatformFacts): string[][] {
  const { features, writer } = lister;
  const pieces = features.updateSetsStock
    ? 'inventory is sent with each update'
    : writer.amounts
      ? 'inventory only where we changed it'
      : 'no inventory';
  const alone = writer.amounts
    ? `alone if nothing else changed (up to ${writer.amounts.variantsMax} variants)`
    : 'with the whole product';
  return [
    ...(placed === undefined ? [] : [['Listing: categories', placed]]),
    ['Listing: prices and inventory', `${alone}; ${pieces}`],
    [
      'Listing: delist and remove',
      `delisted and relisted by id; ${writer.trash ? 'removed to the trash' : 'removed permanently'}`,
    ],
    [
      'Listing: create',
      [
        features.publication === 'draft-first' ? 'as a draft, then published by id' : 'published immediately',
        ...(writer.bulk ? [`by bulk operations from ${writer.bulk.minimum} products on`] : []),
      ].join('; '),
    ],
  ];
}

function categoryFigures(simulated: Simulated | null): string {
  if (simulated === null || simulated.categories.count === 0) {
    return '';
  }
  const { count, depth } = simulated.categories;
  return ` Simulated: ${count}${depth > 1 ? `, ${depth} deep` : ''}.`;
}

function stockOf(simulated: Simulated | null): string {
  if (simulated === null) {
    return 'as its page states; stock is not given';
  }
  const share = Math.round(simulated.stock * 100);
  const stock =
    share === 0
      ? 'the first method gives no stock quantities'
      : `stock quantities for ${share} % of the simulated variants`;
  return `prices with their currency (simulated: ${simulated.currency ?? 'none'}); ${stock}`;
}

function accessOf(collector: Collector | undefined): string[][] {
  return (collector?.access ?? []).map(({ id, ofOneShop, fields }) => [
    'API connection',
    `\`${id}\` (${fields.map(({ name }) => name).join(', ')})${ofOneShop ? ', of one shop' : ''}`,
  ]);
}

function wholesOf(simulated: Simulated | null): string {
  if (simulated === null) {
    return '';
  }
  const [open, ...closed] = simulated.wholes;
  const stated = ({ ways, got, refused, requests }: Whole) => JSON.stringify([ways, got, refused, requests]);
  const different = closed.filter((whole) => open === undefined || stated(whole) !== stated(open));
  const rows = [...(open ? [open] : []), ...different].map(
    ({ closed, ways, promisedBy, got, refused, requests }) =>
      `| ${closed} | ${ways.join(', ') || '–'} | ${promisedBy.join(', ') || 'none'} | ${refused === null ? `${got} of ${products}` : `\`${refused}\``} | ${requests} |`,
  );
  return `\n| Unavailable | Methods | Count announced by | Collected | Requests |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
