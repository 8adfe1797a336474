import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import { foldText } from '@bowerbird/catalog/similar/search-words';
import type { StoreCategories } from '@bowerbird/contract/listing/store-categories';

/** Why a category is at its place in the list. */
export type Group = 'suggested' | 'chosen' | 'all' | 'found';

/** One line of the open picker. */
export type PickerRow =
  | { kind: 'heading'; id: string; group: Group }
  | {
      kind: 'category';
      id: string;
      key: string;
      path: string[];
      group: Group;
      /** Its depth in the tree; 0 outside of the tree. */
      depth: number;
      productCount: number | null;
      /** Null: it has no children, or the tree is not shown. */
      isExpanded: boolean | null;
    }
  | { kind: 'new'; id: string; path: string[] }
  | { kind: 'more'; id: string; count: number };

interface Entry {
  key: string;
  path: string[];
  productCount: number | null;
  name: string;
  whole: string;
  hasChildren: boolean;
}

/** A store's categories, prepared for search while typing. */
export interface CategoryIndex {
  entries: readonly Entry[];
  byKey: ReadonlyMap<string, Entry>;
  /** Keys of the categories chosen before, best first. */
  chosen: ReadonlySet<string>;
  /** Null: the store's categories are not known yet. */
  shape: StoreCategories['shape'];
  /** Whether a new name may be given. */
  creates: boolean;
}

/** Maximum number of rows rendered; the others are found by typing. */
const shownMax = 150;
const nameMax = 255;
const depthMax = 12;

/** Returns the index; without categories, or before they were first read, any name may be typed. */
export function indexOf(tree: StoreCategories | undefined): CategoryIndex {
  const categories = tree?.categories ?? [];
  const entries = categories.map(({ path, productCount }, at): Entry => {
    const below = categories[at + 1]?.path;
    return {
      key: pathKey(path),
      path,
      productCount,
      name: foldText(path.at(-1) ?? ''),
      whole: foldText(path.join(' / ')),
      hasChildren: below !== undefined && below.length > path.length,
    };
  });
  const isKnown = tree !== undefined && tree.asOf !== null;
  return {
    entries,
    byKey: new Map(entries.map((entry) => [entry.key, entry])),
    chosen: new Set((tree?.chosen ?? []).map(({ path }) => pathKey(path))),
    shape: tree?.shape ?? null,
    creates: !isKnown || tree.creates,
  };
}

/** Returns the list before anything is typed: suggestions, previous choices, and the expanded part of the tree. */
export function rowsToBrowse(
  index: CategoryIndex,
  {
    suggested,
    chosen,
    expanded,
  }: { suggested: string[][]; chosen: string[][]; expanded: ReadonlySet<string> },
): PickerRow[] {
  const first = new Set(suggested.map((path) => pathKey(path)));
  const others = chosen.filter((path) => !first.has(pathKey(path)));
  const rows = [...groupOf('suggested', suggested, index), ...groupOf('chosen', others, index)];
  const visible = visibleIn(index.entries, expanded);
  if (visible.length > 0) {
    rows.push({ kind: 'heading', id: 'heading-all', group: 'all' });
  }
  for (const entry of visible.slice(0, shownMax)) {
    const isExpanded = entry.hasChildren ? expanded.has(entry.key) : null;
    rows.push(rowOf(entry, 'all', entry.path.length - 1, isExpanded));
  }
  return [...rows, ...moreAfter(visible.length)];
}

/**
 * Returns the categories that contain every typed word in their name or path, the closest first; then the possible new
 * names.
 */
export function rowsFound(index: CategoryIndex, typed: string): PickerRow[] {
  const sought = foldText(typed).trim();
  const words = sought.split(/[\s/／>]+/).filter((word) => word !== '');
  const found = index.entries
    .filter(({ whole }) => words.every((word) => whole.includes(word)))
    .map((entry) => ({ entry, rank: rankOf(entry, sought, words) - (index.chosen.has(entry.key) ? 0.5 : 0) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
  return [
    ...found.slice(0, shownMax).map((entry) => rowOf(entry, 'found', 0, null)),
    ...moreAfter(found.length),
    ...newPaths(index, typed).map((path): PickerRow => ({ kind: 'new', id: `new-${pathKey(path)}`, path })),
  ];
}

/**
 * Returns what the typed text means when the field is left without a choice: the category of that path or, if only one
 * has it, that name; a new path if nothing similar exists. Null: ambiguous, nothing is changed.
 */
export function pathMeant(index: CategoryIndex, typed: string): string[] | null {
  const written = splitPath(typed, index.shape);
  const exact = index.byKey.get(pathKey(written)) ?? index.byKey.get(pathKey([typed.trim()]));
  if (exact) {
    return exact.path;
  }
  const sought = foldText(typed).trim();
  const [named, ...othersNamed] = index.entries.filter(({ name }) => name === sought);
  if (named) {
    return othersNamed.length === 0 ? named.path : null;
  }
  const isFound = rowsFound(index, typed).some(({ kind }) => kind === 'category');
  return isFound ? null : (newPaths(index, typed)[0] ?? null);
}

/** Splits a path as people write it: "Home / Lamps". A collection has one name, whatever it contains. */
function splitPath(typed: string, shape: CategoryIndex['shape']): string[] {
  const parts = shape === 'list' ? [typed] : typed.split(/[/／>]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function newPaths({ byKey, creates, shape }: CategoryIndex, typed: string): string[][] {
  const written = splitPath(typed, shape);
  // "Tops/Tees" may be two levels, or one name containing a slash.
  const both = written.length > 1 ? [written, [typed.trim()]] : [written];
  return both.filter(
    (path) =>
      creates &&
      path.length > 0 &&
      path.length <= depthMax &&
      path.every((name) => name.length <= nameMax) &&
      !byKey.has(pathKey(path)),
  );
}

function rankOf({ name, whole }: Entry, sought: string, words: readonly string[]): number {
  if (name === sought || whole === sought) {
    return 0;
  }
  if (name.startsWith(sought)) {
    return 1;
  }
  return words.every((word) => name.includes(word)) ? 2 : 3;
}

function visibleIn(entries: readonly Entry[], expanded: ReadonlySet<string>): Entry[] {
  const visible: Entry[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const depth = entry.path.length;
    if (depth > hiddenBelow) {
      continue;
    }
    visible.push(entry);
    hiddenBelow = entry.hasChildren && !expanded.has(entry.key) ? depth : Number.POSITIVE_INFINITY;
  }
  return visible;
}

function groupOf(group: 'suggested' | 'chosen', paths: string[][], { byKey }: CategoryIndex): PickerRow[] {
  const rows = paths.map((path): PickerRow => {
    const key = pathKey(path);
    const productCount = byKey.get(key)?.productCount ?? null;
    return {
      kind: 'category',
      id: `${group}-${key}`,
      key,
      path,
      group,
      depth: 0,
      productCount,
      isExpanded: null,
    };
  });
  return rows.length === 0 ? [] : [{ kind: 'heading', id: `heading-${group}`, group }, ...rows];
}

function rowOf(
  { key, path, productCount }: Entry,
  group: Group,
  depth: number,
  isExpanded: boolean | null,
): PickerRow {
  return { kind: 'category', id: `${group}-${key}`, key, path, group, depth, productCount, isExpanded };
}

function moreAfter(count: number): PickerRow[] {
  return count > shownMax ? [{ kind: 'more', id: 'more', count: count - shownMax }] : [];
}
