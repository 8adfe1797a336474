import type { Watch } from '@bowerbird/contract/watches';
import type { Text } from '../../lib/text.ts';
import { hourCounts } from './watch-draft.ts';

type When = Pick<Watch, 'everyHours' | 'hour' | 'timeZone'>;

/** How often, and where it counts at which hour of which zone: "Every day at 09:00". */
export function everyWords(text: Text, { everyHours, hour, timeZone }: When): string {
  const often = text(`watches.every.${everyHours}`);
  if (!hourCounts(everyHours)) {
    return often;
  }
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const time = `${String(hour).padStart(2, '0')}:00`;
  return text('watches.every.at', { often, time: timeZone === own ? time : `${time} ${zoneName(timeZone)}` });
}

/** A zone as people write it: "New York". */
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
