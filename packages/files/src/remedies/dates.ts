import type { DateOrder } from '@bowerbird/contract/files/remedies';

/** Returns a date as `2025-03-05`, read in an order; as it is where it is no date in this order. */
export function isoDate(value: string, order: DateOrder): string {
  const [, first = '', second = '', third = '', rest = ''] =
    /^\s{0,9}(\d{1,4})\s?[./\-年]\s?(\d{1,2})\s?[./\-月]\s?(\d{1,4})日?(\s.{1,20})?$/u.exec(value) ?? [];
  const [year = '', month = '', day = ''] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'mdy'
        ? [third, first, second]
        : [third, second, first];
  const full = year.length === 2 ? `20${year}` : year;
  if (full.length !== 4 || Number(month) < 1 || Number(month) > 12) {
    return value;
  }
  const lastDay = new Date(Date.UTC(Number(full), Number(month), 0)).getUTCDate();
  if (Number(day) < 1 || Number(day) > lastDay) {
    return value;
  }
  return `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest.trimEnd()}`;
}
