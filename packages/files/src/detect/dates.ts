import { type DateOrder, dateOrders } from '@bowerbird/contract/files/remedies';
import { isoDate } from '../remedies/dates.ts';

/** A column of dates, and the orders in which all of its values are dates: several where a person must say which. */
export interface DateColumn {
  column: string;
  orders: DateOrder[];
  /** Values with what they would be in each order. */
  examples: { value: string; read: Partial<Record<DateOrder, string>> }[];
}

/** Returns what the dates of a column can be; null for a column of other values, and for dates that need no reading. */
export function dateColumn(column: string, values: readonly string[]): DateColumn | null {
  const filled = values.filter((value) => value.trim() !== '').slice(0, 200);
  if (filled.length === 0 || filled.every((value) => /^\d{4}-\d{2}-\d{2}\b/.test(value.trim()))) {
    return null;
  }
  const orders = dateOrders.filter((order) => filled.every((value) => isoDate(value, order) !== value));
  return orders.length === 0
    ? null
    : {
        column,
        orders,
        examples: [...new Set(filled)].slice(0, 3).map((value) => ({
          value,
          read: Object.fromEntries(orders.map((order) => [order, isoDate(value, order)])),
        })),
      };
}
