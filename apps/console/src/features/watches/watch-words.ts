import type { Watch } from '@bowerbird/contract/watches';
import type { Format } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';
import type { Text } from '../../lib/text.ts';
import { hourCounts } from './watch-draft.ts';

type When = Pick<Watch, 'everyHours' | 'hour' | 'timeZone'>;
type Next = Pick<Watch, 'everyHours' | 'nextAt' | 'timeZone'>;

/** How often, and where it counts at which hour of which zone: "Every day at 09:00 (Brasilia Time)". */
export function everyWords(text: Text, language: Language, { everyHours, hour, timeZone }: When): string {
  const often = text(`watches.every.${everyHours}`);
  if (!hourCounts(everyHours)) {
    return often;
  }
  const time = `${String(hour).padStart(2, '0')}:00`;
  return timeZone === ownZone()
    ? text('watches.every.at', { often, time })
    : text('watches.every.atZone', { often, time, zone: zoneWords(language, timeZone) });
}

/** When it is read next, by the clock that `everyWords` names. */
export function nextWords(text: Text, format: Format, { everyHours, nextAt, timeZone }: Next): string {
  if (nextAt === null) {
    return text('watches.off');
  }
  const there = hourCounts(everyHours) && timeZone !== ownZone();
  return text('watches.next', { time: format.full(there ? clockThere(nextAt, timeZone) : nextAt) });
}

function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The instant at which the clock here shows what the clock of that zone shows at this one. */
function clockThere(instant: string, timeZone: string): string {
  const [date, time] = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(instant))
    .split(' ');
  return new Date(`${date}T${time}`).toISOString();
}

/** The zone's time as the language calls it: "China Time". */
function zoneWords(language: Language, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zoneName(timeZone);
}

/** A zone's place as people write it: "New York". */
export function zoneName(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** What of the source is watched. */
export function whatWords(text: Text, { target, shop }: Pick<Watch, 'target' | 'shop'>): string {
  if (target.kind === 'claimed') {
    return text('watches.what.claimed', { shop });
  }
  const { scope, addresses } = target;
  return addresses.length > 1
    ? text('watches.what.addresses', { n: addresses.length, shop })
    : scope === 'shop'
      ? text('watches.what.shop', { shop })
      : (addresses[0] ?? shop).replace(/^https?:\/\//, '');
}
