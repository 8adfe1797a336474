import type { Watch } from '@bowerbird/contract/collect/watches';
import type { Format } from '../format.ts';
import type { Language } from '../language.ts';
import type { Text } from '../text.ts';
import { clockThere, ownZone, zoneText } from './zone-text.ts';

/** How often something is looked at, and at which hour of which time zone. */
export type When = Pick<Watch, 'everyHours' | 'hour' | 'timeZone'>;

/** Reports whether the hour applies: only once a day or less often. */
export function hourCounts(everyHours: number): boolean {
  return everyHours >= 24;
}

/** Describes how often and, if it applies, at which hour of which zone: "Every day at 09:00 (Brasilia Time)". */
export function everyText(text: Text, language: Language, { everyHours, hour, timeZone }: When): string {
  const often = text(`watches.every.${everyHours}`);
  if (!hourCounts(everyHours)) {
    return often;
  }
  const time = `${String(hour).padStart(2, '0')}:00`;
  return timeZone === ownZone()
    ? text('watches.every.at', { often, time })
    : text('watches.every.atZone', { often, time, zone: zoneText(language, timeZone) });
}

/** Describes the next look, in the time zone that `everyText` names. */
export function nextText(
  text: Text,
  format: Format,
  { everyHours, nextAt, timeZone }: Pick<Watch, 'everyHours' | 'timeZone'> & { nextAt: string },
): string {
  const there = hourCounts(everyHours) && timeZone !== ownZone();
  return text('watches.next', { time: format.full(there ? clockThere(nextAt, timeZone) : nextAt) });
}
