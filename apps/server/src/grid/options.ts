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
 * Returns whether a cell is part of the change of the options in this record. Places are those before the change; a value
 * may have become one with another since, and so have another place.
 */
export function renamedIn(written: readonly Cell[]): (cell: GridCell) => boolean {
  const record = written.find(({ path }) => path === 'options');
  const [had, has] = [
    z.safeParse(z.array(Option), record?.before),
    z.safeParse(z.array(Option), record?.after),
  ];
  const now = has.data?.map(({ name, values }) => ({ name, values: new Set<unknown>(values) })) ?? [];
  return ({ path, before, after }) => {
    const { option, value } = placeIn(path);
    return (
      heldInOptions(had.data ?? [], path) === before &&
      (value === null ? now[option]?.name === after : now[option]?.values.has(after) === true)
    );
  };
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
        ? mergedBy(product.options, values)
        : ({ path, after }: GridCell) => placeIn(path).value === null && after === detail.name;
    rejected.push(
      ...cells.filter(isAtFault).map(({ path }) => ({ path, code: `grid.${code}`, params: { ...detail } })),
    );
  });
  const next = renamed(product, { names, values }, merge, scope);
  return { product: rejected.length > 0 ? product : next, rejected };
}

/** Returns whether the value of a cell becomes one with another value of its option. */
function mergedBy(
  options: readonly Option[],
  values: ReadonlyMap<number, ReadonlyMap<string, string>>,
): (cell: GridCell) => boolean {
  const sizes = new Map(
    [...values].map(([option, renamings]) => {
      const all = options[option]?.values ?? [];
      return [option, Map.groupBy(all, (value) => renamings.get(value) ?? value)];
    }),
  );
  return ({ path, after }) => {
    const { option, value } = placeIn(path);
    return value !== null && (sizes.get(option)?.get(String(after))?.length ?? 0) > 1;
  };
}
