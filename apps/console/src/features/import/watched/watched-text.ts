import type { WatchedFile } from '@bowerbird/contract/files/watched';
import type { Format } from '../../../lib/text/format.ts';
import type { Language } from '../../../lib/text/language.ts';
import type { Text } from '../../../lib/text/text.ts';
import { clockThere, ownZone, zoneText } from '../../../lib/text/zone-text.ts';
import { hourCounts } from './watched-draft.ts';

/** Describes how often and, if it applies, at which hour of which zone: "Every day at 06:00 (Brasilia Time)". */
export function everyText(
  text: Text,
  language: Language,
  { everyHours, hour, timeZone }: WatchedFile,
): string {
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
export function nextText(text: Text, format: Format, { everyHours, nextAt, timeZone }: WatchedFile): string {
  if (nextAt === null) {
    return text('import.watched.paused');
  }
  const there = hourCounts(everyHours) && timeZone !== ownZone();
  return text('watches.next', { time: format.full(there ? clockThere(nextAt, timeZone) : nextAt) });
}
