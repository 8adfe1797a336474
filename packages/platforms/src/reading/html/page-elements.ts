import { type MarkupHandler, walkMarkup } from './walk-markup.ts';

/** An element of a page that was searched for. */
export interface PageElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Its content as the page writes it. */
  inner: string;
  /** Position of its content in the page. */
  at: number;
}

/** Classification of an element: a kind, nothing, or `skip` for one whose content is ignored. */
export type KindOf<Kind extends string> = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  classes: readonly string[],
) => Kind | 'skip' | null;

/** Largest number of elements kept of one kind. */
const elementsMax = 200;

/** Collects elements of a page during a pass over it. */
export interface ElementCollector<Kind extends string> {
  handler: MarkupHandler;
  /** Elements found so far, each kind in the page's order. */
  found: ReadonlyMap<Kind, PageElement[]>;
}

/**
 * Returns a collector for the elements of this page by kind. Leaves out an element inside another of its own kind, and
 * one that the page does not close, because its content may be incomplete.
 */
export function elementCollector<Kind extends string>(
  html: string,
  kindOf: KindOf<Kind>,
): ElementCollector<Kind> {
  const found = new Map<Kind, PageElement[]>();
  const open: { kind: Kind; depth: number; element: Omit<PageElement, 'inner'> }[] = [];
  const openKinds = new Set<Kind>();
  let depth = 0;
  let skipFrom: number | null = null;
  const handler: MarkupHandler = {
    onopentag(name, attributes, at) {
      depth += 1;
      if (skipFrom !== null) {
        return;
      }
      const classes = attributes.class === undefined ? [] : attributes.class.split(/\s+/);
      const kind = kindOf(name, attributes, classes);
      if (kind === 'skip') {
        skipFrom = depth;
      } else if (kind !== null && !openKinds.has(kind)) {
        openKinds.add(kind);
        open.push({ kind, depth, element: { name, attributes, at } });
      }
    },
    onclosetag(_, end) {
      if (skipFrom === depth) {
        skipFrom = null;
      }
      const last = open.at(-1);
      if (last !== undefined && last.depth === depth) {
        open.pop();
        openKinds.delete(last.kind);
        const all = found.get(last.kind) ?? [];
        found.set(last.kind, all);
        if (end < html.length && all.length < elementsMax) {
          all.push({ ...last.element, inner: html.slice(last.element.at, end) });
        }
      }
      depth -= 1;
    },
  };
  return { handler, found };
}

/** Returns the elements of a page or a part of one, by kind (`elementCollector`). Takes one pass. */
export function elementsIn<Kind extends string>(
  html: string,
  kindOf: KindOf<Kind>,
): ReadonlyMap<Kind, PageElement[]> {
  const { handler, found } = elementCollector(html, kindOf);
  walkMarkup(html, handler);
  return found;
}
