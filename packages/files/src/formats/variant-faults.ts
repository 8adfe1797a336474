import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { Line } from './table/line.ts';

/** Returns what is wrong with the options of variants, one line each: a blank value, or a combination twice. */
export function variantFaults<Column extends string>(
  lines: readonly Line<Column>[],
  names: readonly string[],
  valueColumns: readonly Column[],
): FileFault[] {
  const combinations = new Set<string>();
  const columns = valueColumns.slice(0, Math.max(1, names.length));
  return lines.flatMap((line) => {
    const values = valueColumns.slice(0, names.length).map((column) => line.text(column));
    const key = JSON.stringify(values);
    const isTwice = combinations.has(key);
    combinations.add(key);
    const blank = columns.filter((_, index) => names.length > 0 && values[index]?.trim() === '');
    const [first] = columns;
    return [
      ...blank.map((column) => line.fault(column, 'option.value-missing')),
      ...(isTwice && first !== undefined ? [line.fault(first, 'option.combination-twice')] : []),
    ];
  });
}
