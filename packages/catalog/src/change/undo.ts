import { z } from 'zod/mini';
import { structureIssues } from '../invariants/invariants.ts';
import { isSame } from '../merge/same.ts';
import { isPossibleOwnValue } from '../own-values/own-cells.ts';
import { Image, Product, Variant } from '../product.ts';
import { applyCells } from './apply.ts';
import { type Cell, inverse, partsOf, pathOf } from './cell.ts';
import { isKeyedList } from './lists.ts';
import { valueAt } from './value.ts';

/**
 * Why a cell cannot be undone. `gone`: its variant or image no longer exists; `invalid`: the old value is none that a
 * product can have; `inconsistent`: options, variants and images would no longer fit together.
 */
export type WhyImpossible = 'gone' | 'invalid' | 'inconsistent';

export interface Undone {
  /** The same object when nothing was restored. */
  product: Product;
  /** Paths that have their value before the change again. */
  restored: string[];
  /** Paths that were changed again since, and keep what they hold. */
  kept: string[];
  impossible: { path: string; why: WhyImpossible }[];
}

/**
 * Undoes a change in the current product, cell by cell: a cell that was changed again since is kept, whatever happens to
 * the others. Cells of options and variants that refer to each other are restored together or not at all, and no image
 * is removed that a variant shows, so that an undo never leaves a product less consistent than it was.
 */
export function undoCells(current: Product, cells: readonly Cell[]): Undone {
  const undone: Undone = { product: current, restored: [], kept: [], impossible: [] };
  const open: Cell[] = [];
  for (const cell of cells) {
    const state = stateOf(current, cell);
    if (state === 'as-written') {
      open.push(cell);
    } else if (state === 'changed') {
      undone.kept.push(cell.path);
    } else {
      undone.impossible.push({ path: cell.path, why: state });
    }
  }
  const done = new Set<string>();
  for (const together of inOrder(open)) {
    const next = applyCells(undone.product, together.map(inverse));
    if (!together.some(isTied) || fits(next, undone.product)) {
      undone.product = next;
      together.forEach(({ path }) => {
        done.add(path);
      });
    }
  }
  undone.restored = cells.filter(({ path }) => done.has(path)).map(({ path }) => path);
  undone.impossible.push(
    ...open.filter(({ path }) => !done.has(path)).map(({ path }) => ({ path, why: 'inconsistent' as const })),
  );
  return undone;
}

function stateOf(current: Product, { path, before, after }: Cell): 'as-written' | 'changed' | WhyImpossible {
  const [field = '', key, part] = partsOf(path);
  const held = valueAt(current, path);
  if (isKeyedList(field) && key === undefined) {
    return isInOrder(held as string[], after) ? 'as-written' : 'changed';
  }
  if (isKeyedList(field) && part !== undefined && valueAt(current, pathOf(field, key ?? '')) === undefined) {
    return 'gone';
  }
  if (!isSame(held, after)) {
    return 'changed';
  }
  return isPossible(path, before) ? 'as-written' : 'invalid';
}

/** Reports whether the items that both have are still in the order that the change wrote. */
function isInOrder(keys: readonly string[], written: unknown): boolean {
  const order = z.safeParse(z.array(z.string()), written);
  const [has, had] = [new Set(keys), new Set(order.data)];
  return (
    order.success &&
    isSame(
      keys.filter((key) => had.has(key)),
      order.data.filter((key) => has.has(key)),
    )
  );
}

/** Reports whether a product can hold this value at a path, by its schema; undefined is none. */
export function isPossible(path: string, value: unknown): boolean {
  const [field = '', key, part, item] = partsOf(path);
  if (field === 'inStores') {
    return isPossibleOwnValue(item === undefined ? [part ?? ''] : [part ?? '', item], value);
  }
  const schema = schemaAt(field, key, part);
  const isItem = key !== undefined && part === undefined && isKeyedList(field);
  return (isItem && value === undefined) || (schema !== undefined && z.safeParse(schema, value).success);
}

const shapes = {
  variants: { whole: Variant, parts: new Map<string, z.core.$ZodType>(Object.entries(Variant.shape)) },
  images: {
    whole: Image,
    parts: new Map<string, z.core.$ZodType>([
      ['alt', Image.shape.alt],
      ['file', z.omit(Image, { alt: true })],
    ]),
  },
};
const seoParts = new Map<string, z.core.$ZodType>(Object.entries(Product.shape.seo.shape));
const fieldShapes = new Map<string, z.core.$ZodType>(Object.entries(Product.shape));

function schemaAt(field: string, key?: string, part?: string): z.core.$ZodType | undefined {
  if (field === 'extra') {
    return z.unknown();
  }
  if (isKeyedList(field)) {
    if (key === undefined) {
      return z.array(z.string());
    }
    if (field === 'tags') {
      return z.string();
    }
    return part === undefined ? shapes[field].whole : shapes[field].parts.get(part);
  }
  return key === undefined ? fieldShapes.get(field) : seoParts.get(key);
}

/** Which cells are restored in one step: first images that variants may show, and images that go last. */
function inOrder(cells: readonly Cell[]): Cell[][] {
  const steps: Record<'free' | 'shown' | 'structure' | 'links' | 'images', Cell[]> = {
    free: [],
    shown: [],
    structure: [],
    links: [],
    images: [],
  };
  for (const cell of cells) {
    steps[stepOf(cell)].push(cell);
  }
  const each = (list: Cell[]) => list.map((cell) => [cell]);
  return [steps.free, steps.shown, steps.structure, ...each(steps.links), ...each(steps.images)].filter(
    (together) => together.length > 0,
  );
}

function stepOf({ path, before }: Cell): 'free' | 'shown' | 'structure' | 'links' | 'images' {
  const [field, key, part] = partsOf(path);
  if (field === 'options' || (field === 'variants' && (part === undefined || part === 'optionValues'))) {
    return 'structure';
  }
  if (field === 'variants' && part === 'id') {
    return 'structure';
  }
  if (field === 'variants' && part === 'imageUrl') {
    return 'links';
  }
  if (field === 'images') {
    return key !== undefined && part === undefined && before !== undefined ? 'shown' : 'images';
  }
  return 'free';
}

function isTied(cell: Cell): boolean {
  return stepOf(cell) !== 'free';
}

function fits(next: Product, before: Product): boolean {
  return next.variants.length > 0 && structureIssues(next).length <= structureIssues(before).length;
}
