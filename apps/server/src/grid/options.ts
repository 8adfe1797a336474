import type { Cell } from '@bowerbird/catalog/change/cell';
import { scopeOf } from '@bowerbird/catalog/edits/edit';
import { renamed } from '@bowerbird/catalog/edits/options/rename';
import type { MergeRule } from '@bowerbird/catalog/edits/variants/merge';
import { lengthsMax } from '@bowerbird/catalog/invariants/invariants';
import { Option, type Product } from '@bowerbird/catalog/product';
import type { GridCell, GridResult } from '@bowerbird/contract/products/grid';
import { z } from 'zod/mini';

/** Why a cell cannot be written, with the values of the sentence. */
export type Why = Omit<GridResult['rejected'][number], 'path'>;

/** An option's name, or one of its values, by their places. */
interface OptionPlace {
  option: number;
  /** Null for the name. */
  value: number | null;
}

/** Reports whether a path of the grid is that of an option's name or value. */
export function isOfOptions(path: string): boolean {
  return path.startsWith('options/');
}

function placeIn(path: string): OptionPlace {
  const [, option, part, value] = path.split('/');
  return { option: Number(option), value: part === 'name' ? null : Number(value) };
}

/** Returns the name or value at the place of a cell; undefined where there is none. */
export function heldInOptions(options: readonly Option[], path: string): string | undefined {
  const { option, value } = placeIn(path);
  return value === null ? options[option]?.name : options[option]?.values[value];
}

/** Returns why a text cannot be the name of an option or value; null when it can. */
export function whyNoName(path: string, after: unknown): Why | null {
  const isName = placeIn(path).value === null;
  const max = isName ? lengthsMax.optionName : lengthsMax.optionValue;
  if (typeof after !== 'string' || after.trim() === '') {
    return { code: isName ? 'option.name-blank' : 'grid.value', params: {} };
  }
  return after.length > max ? { code: 'product.too-long', params: { length: after.length, max } } : null;
}

/**
 * Reports whether this cell is part of a change of the options that was written before. Places are those before the
 * change; a value may have become one with another since, and so have another place.
 */
export function wasRenamed({ before, after }: Cell, cell: GridCell): boolean {
  const [had, has] = [z.safeParse(z.array(Option), before), z.safeParse(z.array(Option), after)];
  if (!had.success || !has.success || heldInOptions(had.data, cell.path) !== cell.before) {
    return false;
  }
  const { option, value } = placeIn(cell.path);
  const now = has.data[option];
  return value === null
    ? now?.name === cell.after
    : (now?.values.some((each) => each === cell.after) ?? false);
}

/** Renames options and values by the rule of the bulk edits, or says at which cell that cannot be done, and why. */
export function renameOptions(
  product: Product,
  cells: readonly GridCell[],
  merge: MergeRule | undefined,
): { product: Product; rejected: GridResult['rejected'] } {
  const names = new Map<number, string>();
  const values = new Map<number, Map<string, string>>();
  for (const { path, before, after } of cells) {
    const { option, value } = placeIn(path);
    if (value === null) {
      names.set(option, String(after));
    } else {
      values.set(option, (values.get(option) ?? new Map()).set(String(before), String(after)));
    }
  }
  const rejected: GridResult['rejected'] = [];
  const scope = scopeOf({}, undefined, ({ code, detail }) => {
    const isAtFault =
      code === 'variants-equal'
        ? ({ path }: GridCell) => isMerged(product.options, values, path)
        : ({ path, after }: GridCell) => placeIn(path).value === null && after === detail.name;
    rejected.push(
      ...cells.filter(isAtFault).map(({ path }) => ({ path, code: `grid.${code}`, params: { ...detail } })),
    );
  });
  const next = renamed(product, { names, values }, merge, scope);
  return { product: rejected.length > 0 ? product : next, rejected };
}

/** Reports whether the value of a cell becomes one with another value of its option. */
function isMerged(
  options: readonly Option[],
  values: ReadonlyMap<number, ReadonlyMap<string, string>>,
  path: string,
): boolean {
  const { option, value } = placeIn(path);
  const renamings = values.get(option);
  const all = options[option]?.values.map((each) => renamings?.get(each) ?? each) ?? [];
  const own = value === null ? undefined : all[value];
  return own !== undefined && all.indexOf(own) !== all.lastIndexOf(own);
}
