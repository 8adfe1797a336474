import { isSame } from '../merge/same.ts';

/**
 * One value of a product before and after a change. A missing side means that there was none: an added variant has no
 * `before`, a removed one no `after`. The values are as stored; their shape is only known after parsing with a schema.
 *
 * Paths: `title`, `seo/title`; `variants/v3/price`, `images/<image id>/alt`, `images/<image id>/file`; `variants/v3`, `images/<image id>` and
 * `tags/<tag>` for an item that was added or removed; `variants`, `images` and `tags` for their order, as a list of
 * keys; `extra/shopify/<key>`; `inStores/<shop id>/title` and `inStores/<shop id>/prices/v3` for own values. A slash within a part is written `~1` and a tilde `~0`, as in a JSON pointer.
 */
export interface Cell {
  path: string;
  before?: unknown;
  after?: unknown;
}

/** Returns the path of these parts. */
export function pathOf(...parts: readonly string[]): string {
  return parts
    .map((part) => (/[~/]/.test(part) ? part.replaceAll('~', '~0').replaceAll('/', '~1') : part))
    .join('/');
}

/** Returns the parts of a path. */
export function partsOf(path: string): string[] {
  const parts = path.split('/');
  return path.includes('~') ? parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')) : parts;
}

/** Creates a cell, with only the sides that exist. */
export function cellAt(parts: readonly string[], before: unknown, after: unknown): Cell {
  return {
    path: pathOf(...parts),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** Returns the cell that undoes this one. */
export function inverse({ path, before, after }: Cell): Cell {
  return {
    path,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
}

/** Reports whether a cell changes nothing. */
export function isIdle({ before, after }: Cell): boolean {
  return isSame(before, after);
}

/** Returns the fields of a product that these cells are part of, each once, in their order. */
export function fieldsOf(cells: readonly Pick<Cell, 'path'>[]): string[] {
  return [...new Set(cells.map(({ path }) => partsOf(path)[0] ?? ''))];
}
