import type { ExportSchedule } from '@bowerbird/contract/exports/schedules';
import { keptFilesMax } from '@bowerbird/contract/exports/schedules';
import type { ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import { scheduleHours } from '@bowerbird/contract/listing/schedules';
import {
  array,
  enum as choice,
  type infer as Infer,
  int,
  literal,
  maximum,
  maxLength,
  minimum,
  minLength,
  object,
  refine,
  regex,
  string,
  trim,
} from 'zod/mini';
import { ownZone, shownThere } from '../../../lib/text/sentences/zone-text.ts';

export const repeats = ['daily', 'weekly', 'hours'] as const;
/** The products of a schedule as they are: not those of a view. */
export const keptProducts = 'kept';
export const allProducts = 'all';

/** A schedule as its form is filled in. */
export const ScheduleContent = object({
  name: string().check(trim(), minLength(1), maxLength(60)),
  templateId: string().check(minLength(1)),
  /** `all`, `kept`, or the id of a saved view. */
  products: string(),
  repeat: choice(repeats),
  /** Local time of the day: `09:00`. */
  time: string().check(regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  days: array(int().check(minimum(1), maximum(7))),
  every: literal(scheduleHours),
  keep: int().check(minimum(1), maximum(keptFilesMax)),
}).check(refine(({ repeat, days }) => repeat !== 'weekly' || days.length > 0, { path: ['days'] }));
export type ScheduleContent = Infer<typeof ScheduleContent>;

const fresh: ScheduleContent = {
  name: '',
  templateId: '',
  products: allProducts,
  repeat: 'daily',
  time: '09:00',
  days: [1],
  every: 4,
  keep: 7,
};

/** Returns the form of a schedule, or of a new one with this template. */
export function draftOf(schedule: ExportSchedule | null, templateId: string): ScheduleContent {
  if (schedule === null) {
    return { ...fresh, templateId };
  }
  const { name, templateId: own, filter, times, keep } = schedule;
  const { repeat } = times;
  return {
    ...fresh,
    name,
    templateId: own,
    products: Object.keys(filter).length === 0 ? allProducts : keptProducts,
    repeat: repeat.kind === 'never' ? 'daily' : repeat.kind,
    time: times.first.slice(11),
    ...(repeat.kind === 'weekly' && { days: repeat.days }),
    ...(repeat.kind === 'hours' && { every: repeat.every }),
    keep,
  };
}

/** Returns the times as the server takes them: the first is today at that hour, in this browser's time zone. */
export function timesOf({ repeat, time, days, every }: ScheduleContent, now = new Date()): ScheduleTimes {
  const first = `${shownThere(now.toISOString(), ownZone()).slice(0, 10)}T${time}`;
  return {
    first,
    repeat:
      repeat === 'weekly'
        ? { kind: 'weekly', days: days.toSorted() }
        : repeat === 'hours'
          ? { kind: 'hours', every }
          : { kind: 'daily' },
  };
}
