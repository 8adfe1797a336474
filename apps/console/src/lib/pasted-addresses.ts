import { keepInWindow, keptInWindow } from './window-person.ts';

/** As many addresses as one paste may hold; the rest is left out. */
export const pastedMax = 10_000;

const withScheme = /https?:\/\/[^\s"'<>]+/gi;
const likeAnAddress = /^(https?:\/\/)?([\w-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?$/i;

/**
 * The addresses of a pasted text, each once, in order. A line with whole addresses in it gives those; any other line
 * stays as it is, so that what is wrong with it can be told beside it.
 */
export function addressesIn(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return distinct(lines.flatMap((line) => (/\s/.test(line) ? (line.match(withScheme) ?? [line]) : [line])));
}

/** The addresses in the cells of a CSV or TSV file, whatever its columns are; headings and other cells are left out. */
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

/** As long as an address of the console may become with addresses in it. */
const queryMax = 6000;

/** Where the collect page is opened with these addresses; what does not fit into an address waits in this window. */
export function collectPath(addresses: string[], page = '/collect/product'): string {
  const query = new URLSearchParams(addresses.map((address) => ['address', address])).toString();
  if (query.length <= queryMax) {
    return `${page}?${query}`;
  }
  const key = `pasted_${Date.now()}`;
  keepInWindow(key, addresses.join('\n'));
  return `${page}?pasted=${key}`;
}

/** The addresses that `collectPath` was given. */
export function addressesOfQuery(query: URLSearchParams): string[] {
  const key = query.get('pasted');
  const waiting = key?.startsWith('pasted_') ? keptInWindow(key) : null;
  return waiting === null ? addressesIn(query.getAll('address').join('\n')) : addressesIn(waiting);
}
