import { foldText } from '@bowerbird/catalog/search-words';
import { columnText } from '../db/json-text.ts';

/**
 * What the box of collected products is searched by, folded: the title, and how the page's address ends. Codes are not
 * among it: an index of every variant's would cost as much again as all else in saving a product.
 */
export function boxSearchText(title: string, url: string): string {
  return columnText(foldText(`${title}\n${addressEnd(url) ?? ''}`.trimEnd()));
}

/** What a person typed, as the box is searched by it: an address counts by its end, other text as it is. */
export function boxQuery(typed: string): string {
  return addressEnd(typed.trim()) ?? typed;
}

const lastOfPath = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#]|$)/i;

/** The last part of an address's path, which names the product; null for what is no address, or has no path. */
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
