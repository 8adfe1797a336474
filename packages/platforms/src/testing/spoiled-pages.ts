import { wholeAt } from '@bowerbird/simulators/practice/random';
import { closingOf } from '../reading/json/embedded-json.ts';
import { isObject } from '../reading/unread.ts';
import { oddValues, pathsOf, spoiled } from './spoiling.ts';

/** A position in a page where a script contains JSON. */
export interface Island {
  start: number;
  end: number;
}

const islandsMax = 30;
/** Shorter ones contain no product. */
const islandMin = 40;

/** Returns this many positions in a page, always the same for the same page. */
export function cutsOf(html: string, count: number): number[] {
  return Array.from({ length: count }, (_, at) => wholeAt(0, html.length, 7, at));
}

/** Returns the outermost objects and lists in a page's scripts. */
export function islandsIn(html: string): Island[] {
  const found: Island[] = [];
  let from = 0;
  for (const { index, 0: tag } of html.matchAll(/<script\b[^>]{0,2000}>/gi)) {
    const inside = Math.max(from, index + tag.length);
    const close = html.indexOf('</script', inside);
    const end = close === -1 ? html.length : close;
    for (let at = inside; at < end && found.length < islandsMax; at += 1) {
      if (html[at] === '{' || html[at] === '[') {
        const closing = closingOf(html, at);
        if (
          closing !== null &&
          closing <= end &&
          closing - at >= islandMin &&
          isJson(html.slice(at, closing))
        ) {
          found.push({ start: at, end: closing });
          at = closing - 1;
        }
      }
    }
    from = end;
  }
  return found;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const breakages: readonly ((island: string) => string)[] = [
  (island) => island.slice(0, island.length / 2),
  (island) => island.slice(0, -1),
  (island) => island.replace('"', ''),
  (island) => island.replace(':', ','),
  (island) => island.slice(1),
  () => '{}',
  () => '[]',
  () => 'null',
  () => '""',
  () => '{"a":',
];

/**
 * Returns pages with one of these islands broken each: truncated, with a character missing, emptied, of another type.
 */
export function brokenPages(html: string, islands: readonly Island[]): (() => string)[] {
  return islands.flatMap(({ start, end }) =>
    breakages.map(
      (breakage) => () => html.slice(0, start) + breakage(html.slice(start, end)) + html.slice(end),
    ),
  );
}

/**
 * Returns the page with one value of an island replaced by one of another type, for this many values of each island.
 */
export function swappedPages(html: string, islands: readonly Island[], count: number): (() => string)[] {
  return islands.flatMap(({ start, end }) =>
    Array.from({ length: count }, (_, at) => () => {
      const tree: unknown = JSON.parse(html.slice(start, end));
      const paths = pathsOf(tree, 400);
      const path = paths[wholeAt(0, Math.max(0, paths.length - 1), 11, start, at)] ?? [];
      const by = oddValues[wholeAt(0, oddValues.length - 1, 13, start, at)];
      return html.slice(0, start) + inScript(spoiled(tree, path, by)) + html.slice(end);
    }),
  );
}

const rowLists =
  /^(?:variants|skus|skuPaths|hasVariant|offers|variations|skuInfoMap|priceList|skuPriceList)$/i;

/**
 * Returns the page with its lists of variants grown to this many rows, each with an id of its own; null where it has
 * none.
 */
export function grown(html: string, { start, end }: Island, rows: number): string | null {
  let hasGrown = false;
  const tree: unknown = JSON.parse(html.slice(start, end), (key, value: unknown) => {
    const sent = rowLists.test(key) ? value : null;
    const [first] = Array.isArray(sent) ? sent : [];
    if (isObject(first)) {
      hasGrown = true;
      return Array.from({ length: rows }, (_, at) => withOwnIds(first, at));
    }
    const [entry] = isObject(sent) && key === 'skuInfoMap' ? Object.entries(sent) : [];
    if (entry !== undefined && isObject(entry[1])) {
      hasGrown = true;
      const row = entry[1];
      return Object.fromEntries(
        Array.from({ length: rows }, (_, at) => [
          `${entry[0]}${at === 0 ? '' : `;${at}:${at}`}`,
          withOwnIds(row, at),
        ]),
      );
    }
    return value;
  });
  return hasGrown ? html.slice(0, start) + inScript(tree) + html.slice(end) : null;
}

function withOwnIds(row: object, at: number): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]: [string, unknown]) => [
      key,
      at > 0 && /^(?:id|skuId|skuIdStr|sku|variant_id|key)$/i.test(key)
        ? typeof value === 'number'
          ? value + at
          : `${String(value)}${at}`
        : value,
    ]),
  );
}

/** A second product that a page contains in addition to its own, in linked data and as Open Graph. */
export const other = { title: 'Zzyzx Contradiction', price: '98765.43', currency: 'XAF' } as const;

/** Returns the page with a second product before and after its own. */
export function contradicted(html: string): string[] {
  const linked = `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: other.title,
    sku: 'ZZYZX',
    offers: { '@type': 'Offer', price: other.price, priceCurrency: other.currency },
  })}</script>`;
  const graph = `<meta property="og:title" content="${other.title}"><meta property="og:price:amount" content="${other.price}"><meta property="og:price:currency" content="${other.currency}">`;
  return [linked + html, html + linked, graph + html, html + graph];
}

function inScript(tree: unknown): string {
  return JSON.stringify(tree)?.replaceAll('<', '\\u003c') ?? 'null';
}
