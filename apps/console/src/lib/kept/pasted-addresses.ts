import { keepInWindow, keptInWindow } from '../person/window-person.ts';

/** Maximum number of addresses in one paste; the rest is dropped. */
export const pastedMax = 10_000;

const withScheme = /https?:\/\/[^\s"'<>]+/gi;
const likeAnAddress = /^(https?:\/\/)?([\w-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i;

/**
 * Returns the addresses of a pasted text in order, without duplicates. A line that contains whole addresses yields
 * those; any other line is returned unchanged, so that its error can be shown next to it.
 */
export function addressesIn(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return distinct(lines.flatMap((line) => (/\s/.test(line) ? (line.match(withScheme) ?? [line]) : [line])));
}

/**
 * Returns the addresses in the cells of a CSV or TSV file, whatever its columns; headings and other cells are ignored.
 */
export function addressesInTable(text: string): string[] {
  const cells = text
    .replace(/^\uFEFF/, '')
    .split(/[\r\n\t,;"]+/)
    .map((cell) => cell.trim());
  return distinct(cells.filter((cell) => likeAnAddress.test(cell)));
}

function distinct(addresses: string[]): string[] {
  return [...new Set(addresses)].slice(0, pastedMax);
}

/** Maximum length of a console address that contains addresses. */
const queryMax = 6000;

/**
 * Returns the path that opens the collect page with these addresses; what does not fit into the path is kept in this
 * window.
 */
export function collectPath(addresses: string[], page = '/collect/product'): string {
  const query = new URLSearchParams(addresses.map((address) => ['address', address])).toString();
  if (query.length <= queryMax) {
    return `${page}?${query}`;
  }
  const key = `pasted_${Date.now()}`;
  keepInWindow(key, addresses.join('\n'));
  return `${page}?pasted=${key}`;
}

/** Returns the addresses that were passed to `collectPath`. */
export function addressesOfQuery(query: URLSearchParams): string[] {
  const key = query.get('pasted');
  const waiting = key?.startsWith('pasted_') ? keptInWindow(key) : null;
  return waiting === null ? addressesIn(query.getAll('address').join('\n')) : addressesIn(waiting);
}
