import { platforms } from '@bowerbird/platforms/all';
import type { Collector } from '@bowerbird/platforms/collecting/collector';
import { type PlatformFacts, platformFacts } from '@bowerbird/platforms/facts';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import type { Platform } from '@bowerbird/platforms/platform';
import { goods, type Played, play } from './play.ts';

type Whole = Played['wholes'][number];

const nothingKnown: PlatformFacts = { hosts: [], limits: [], categories: '', lacks: [], needs: [] };

/** Reads the simulated shop of every platform, by the platform's id. */
export async function playAll(): Promise<Map<string, Played | null>> {
  const all = new Map<string, Played | null>();
  for (const id of platforms.keys()) {
    all.set(id, await play(id));
  }
  return all;
}

/** `docs/platforms.md`: what each platform can do, said by its code, its facts and its played shop; `fields` stands at its end. */
export function platformsPage(all: ReadonlyMap<string, Played | null>, fields: string): string {
  const parts: string[] = [];
  const rows: string[] = [];
  for (const platform of platforms.values()) {
    const played = all.get(platform.id) ?? null;
    rows.push(rowOf(platform, played));
    parts.push(partOf(platform, platformFacts.get(platform.id) ?? nothingKnown, played));
  }
  return `${head}\n| Platform | product, list | category | whole shop | search | plugin | own access | simulator | listing |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}\n\n${pace}\n${parts.join('\n')}\n${fields}`;
}

const head = `# Platforms

Made by \`npm run platforms\` from the code: do not edit. What each platform can do, what it needs, and where it ends. Figures are of a played
shop of ${goods} products, read by a clock of its own; what is only assumed of a platform stands in its readme.
`;

const pace = `**Pace, the same for all.** One request at a time to a host, up to four while it answers quickly; halved when it says 429 or 430, is not well, or its
answers take growing time. \`Retry-After\` is kept to; 429 is asked again ten times, 430 three times, trouble five times. robots.txt is respected.
**Past every way** stands the plugin: what a server may not fetch, the merchant's own browser reads with the same readers.
`;

function rowOf({ name, collector, lister }: Platform, played: Played | null): string {
  const yes = (is: unknown) => (is ? 'yes' : '–');
  const hasCategories = (played?.categories.count ?? 0) > 0;
  return `| ${[
    name,
    yes(collector),
    yes(hasCategories),
    yes(collector),
    yes(collector?.searchAddress),
    yes(collector?.readPage),
    yes(collector?.access?.length),
    yes(played),
    yes(lister),
  ].join(' | ')} |`;
}

function partOf(
  { id, name, collector, lister }: Platform,
  facts: PlatformFacts,
  played: Played | null,
): string {
  const signs = [
    ...facts.hosts.map((host) => `host \`${host}\``),
    ...(played?.signs.filter((sign) => !sign.startsWith('host')) ?? []),
  ];
  const lines = [
    [
      'Recognised by',
      signs.length === 0 ? 'what its pages tell machines, never very surely' : signs.join(', '),
    ],
    ...facts.limits.map((limit) => ['Limit', limit]),
    ['Categories', `${facts.categories}${categoryFigures(played)}`],
    ['Stock and prices', stockOf(played)],
    ...facts.lacks.map((lack) => ['Lacks', lack]),
    ...facts.needs.map((need) => ['Needs', need]),
    ...accessOf(collector),
    ...(facts.pace === undefined ? [] : [['Pace', facts.pace]]),
    ['Simulator', played === null ? 'none' : `\`npm run -s bowerbird -- simulate ${id}\``],
    [
      'Listing',
      lister
        ? `by ${lister.connections.map(({ id: way }) => `\`${way}\``).join(', ')}; guarantee \`${lister.guarantee}\``
        : 'none',
    ],
    ...(lister ? storeFacts(lister, facts) : []),
  ];
  const table = lines.map(([what, said]) => `| ${what} | ${said} |`).join('\n');
  return `## ${name}\n\n| | |\n|---|---|\n${table}\n${wholesOf(played)}`;
}

/** What a store of it is listed to with, as its lister says of itself. */
function storeFacts(lister: Lister, { placed }: PlatformFacts): string[][] {
  const { amounts, bulk, hiddenFirst, reading, shelf, trash } = lister;
  const pieces = reading?.updateSetsStock
    ? 'pieces go with each update'
    : amounts
      ? 'of pieces, those that we changed'
      : 'no pieces';
  const alone = amounts
    ? `alone where nothing else changed (up to ${amounts.variantsMax} variants)`
    : 'with the whole product';
  return [
    ...(placed === undefined ? [] : [['Listing: categories', placed]]),
    ['Listing: prices and stock', `${alone}; ${pieces}`],
    [
      'Listing: taken from sight',
      [
        ...(shelf ? ['hidden and shown again by id'] : []),
        trash ? 'removed to the trash' : 'removed for good',
      ].join('; '),
    ],
    [
      'Listing: made',
      [
        hiddenFirst ? 'hidden, then shown by id' : 'as shoppers are to see it',
        ...(bulk ? [`from ${bulk.minimum} products on by bulk operations`] : []),
      ].join('; '),
    ],
  ];
}

function categoryFigures(played: Played | null): string {
  if (played === null || played.categories.count === 0) {
    return '';
  }
  const { count, depth } = played.categories;
  return ` Played: ${count}${depth > 1 ? `, ${depth} deep` : ''}.`;
}

function stockOf(played: Played | null): string {
  if (played === null) {
    return 'as its page tells; stock is not told';
  }
  const share = Math.round(played.stock * 100);
  const stock =
    share === 0
      ? 'pieces in stock are not told by what is read first'
      : `pieces in stock for ${share} % of the played variants`;
  return `prices with their currency (played: ${played.currency ?? 'none'}); ${stock}`;
}

function accessOf(collector: Collector | undefined): string[][] {
  return (collector?.access ?? []).map(({ id, ofOneShop, fields }) => [
    'Own access',
    `\`${id}\` (${fields.map(({ name }) => name).join(', ')})${ofOneShop ? ', of one shop' : ''}`,
  ]);
}

function wholesOf(played: Played | null): string {
  if (played === null) {
    return '';
  }
  const [open, ...closed] = played.wholes;
  const told = ({ ways, got, refused, requests }: Whole) => JSON.stringify([ways, got, refused, requests]);
  const different = closed.filter((whole) => open === undefined || told(whole) !== told(open));
  const rows = [...(open ? [open] : []), ...different].map(
    ({ closed, ways, promisedBy, got, refused, requests }) =>
      `| ${closed} | ${ways.join(', ') || '–'} | ${promisedBy.join(', ') || 'nobody'} | ${refused === null ? `${got} of ${goods}` : `\`${refused}\``} | ${requests} |`,
  );
  return `\n| Closed | Ways | Promised by | Got | Requests |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
