import type { ListingSchedule, SchedulePlace, ScheduleTimes } from '@bowerbird/contract/listing-schedules';
import type { Format } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';
import type { Text } from '../../lib/text.ts';
import { clockThere, zoneWords } from '../../lib/zone-words.ts';

/** A day of the week in short: "Mon". */
export function dayWords(language: Language, day: number): string {
  // The first of 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, day));
  return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(date);
}

/** "Every day at 09:00", "Mon, Fri at 09:00", "every 4 hours", "once". */
export function timesWords(text: Text, language: Language, { first, repeat }: ScheduleTimes): string {
  const time = first.slice(11);
  switch (repeat.kind) {
    case 'never':
      return text('schedules.times.once');
    case 'daily':
      return text('schedules.times.daily', { time });
    case 'weekly': {
      const days = new Intl.ListFormat(language, { type: 'unit' }).format(
        repeat.days.map((day) => dayWords(language, day)),
      );
      return text('schedules.times.weekly', { days, time });
    }
    case 'hours':
      return text('schedules.times.hours', { n: repeat.every });
  }
}

/** When it comes next in a store, by that store's clock. */
export function nextWords(
  text: Text,
  format: Format,
  language: Language,
  { nextAt, timeZone }: SchedulePlace,
): string {
  return nextAt === null
    ? text('schedules.noNext')
    : text('schedules.next', {
        time: format.full(clockThere(nextAt, timeZone)),
        zone: zoneWords(language, timeZone),
      });
}

/** Which goods: so many by hand, or whatever a filter finds then. */
export function goodsWords(text: Text, { goods }: Pick<ListingSchedule, 'goods'>): string {
  return text(`schedules.goods.${goods.by}`, { n: goods.count ?? 0 });
}
