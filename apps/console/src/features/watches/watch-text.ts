import type { Watch } from '@bowerbird/contract/collect/watches';
import type { Format } from '../../lib/text/format.ts';
import type { Language } from '../../lib/text/language.ts';
import type { Text } from '../../lib/text/text.ts';
import { clockThere, ownZone, zoneText } from '../../lib/text/zone-text.ts';
import { hourCounts } from './watch-draft.ts';

type When = Pick<Watch, 'everyHours' | 'hour' | 'timeZone'>;
type Next = Pick<Watch, 'everyHours' | 'nextAt' | 'timeZone'>;

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

/** Describes the next reading, in the time zone that `everyText` names. */
export function nextText(text: Text, format: Format, { everyHours, nextAt, timeZone }: Next): string {
  if (nextAt === null) {
    return text('watches.off');
  }
  const there = hourCounts(everyHours) && timeZone !== ownZone();
  return text('watches.next', { time: format.full(there ? clockThere(nextAt, timeZone) : nextAt) });
}

/** Describes what of the source is watched. */
export function whatText(text: Text, { target, shop }: Pick<Watch, 'target' | 'shop'>): string {
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
