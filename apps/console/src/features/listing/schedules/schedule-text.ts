import type { ListingSchedule, SchedulePlace, ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import type { Format } from '../../../lib/text/format.ts';
import type { Language } from '../../../lib/text/language.ts';
import { dayText } from '../../../lib/text/sentences/day-text.ts';
import { clockThere, zoneText } from '../../../lib/text/sentences/zone-text.ts';
import type { Text } from '../../../lib/text/text.ts';

/** Formats times: "Every day at 09:00", "Mon, Fri at 09:00", "every 4 hours", "once". */
export function timesText(text: Text, language: Language, { first, repeat }: ScheduleTimes): string {
  const time = first.slice(11);
  switch (repeat.kind) {
    case 'never':
      return text('schedules.times.once');
    case 'daily':
      return text('schedules.times.daily', { time });
    case 'weekly': {
      const days = new Intl.ListFormat(language, { type: 'unit' }).format(
        repeat.days.map((day) => dayText(language, day)),
      );
      return text('schedules.times.weekly', { days, time });
    }
    case 'hours':
      return text('schedules.times.hours', { n: repeat.every });
  }
}

/** Formats the next run in a store, in that store's time zone. */
export function nextText(
  text: Text,
  format: Format,
  language: Language,
  { nextAt, timeZone }: SchedulePlace,
): string {
  return nextAt === null
    ? text('schedules.noNext')
    : text('schedules.next', {
        time: format.full(clockThere(nextAt, timeZone)),
        zone: zoneText(language, timeZone),
      });
}

/** Describes the products: a number of chosen ones, or whatever a filter matches at that time. */
export function productsText(text: Text, { products }: Pick<ListingSchedule, 'products'>): string {
  return text(`schedules.products.${products.by}`, { n: products.count ?? 0 });
}
