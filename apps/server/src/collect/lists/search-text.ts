import { foldText } from '@bowerbird/catalog/similar/search-words';
import { columnText } from '../../db/json-text.ts';

/**
 * Returns the normalised text by which collected products are searched: the title, and the end of the page's address.
 * Leaves out SKUs and barcodes: an index of every variant's would cost as much again as the rest of saving a product.
 */
export function boxSearchText(title: string, url: string): string {
  return columnText(foldText(`${title}\n${addressEnd(url) ?? ''}`.trimEnd()));
}

/**
 * Returns what a person typed in the form in which collected products are searched: the end of an address, other text
 * unchanged.
 */
export function boxQuery(typed: string): string {
  return addressEnd(typed.trim()) ?? typed;
}

const lastOfPath = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#]|$)/i;

/**
 * Returns the last part of an address's path, which names the product; null for text that is no address or has no path.
 */
function addressEnd(text: string): string | null {
  const end = lastOfPath.exec(text)?.[1];
  return end === undefined ? null : readable(end);
}

function readable(end: string): string {
  try {
    return end.includes('%') ? decodeURIComponent(end) : end;
  } catch {
    return end;
  }
}
