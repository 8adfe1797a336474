import type { Repeat, ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import { ownZone, shownThere } from '../../../lib/text/sentences/zone-text.ts';

export type WhenKind = 'now' | 'once' | 'repeating';
type Hours = Extract<Repeat, { kind: 'hours' }>['every'];

/**
 * The person's choice of when a listing starts; fields of the other kinds are kept in case the person switches back.
 */
export interface When {
  kind: WhenKind;
  /** In each store's time zone: `2026-11-21T09:30`. */
  first: string;
  repeat: 'daily' | 'weekly' | 'hours';
  /** 1 for Monday to 7 for Sunday. */
  days: number[];
  every: Hours;
  /** Products delisted in a store are published again. */
  showsDelisted: boolean;
}

/** Returns the initial choice: now; if changed to later, tomorrow at nine. */
export function firstWhen(now = new Date()): When {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString();
  return {
    kind: 'now',
    first: `${shownThere(tomorrow, ownZone()).slice(0, 10)}T09:00`,
    repeat: 'daily',
    days: [1, 2, 3, 4, 5],
    every: 4,
    showsDelisted: false,
  };
}

export function whenOf({ first, repeat }: ScheduleTimes, showsDelisted = false): When {
  const held = { ...firstWhen(), first, showsDelisted };
  switch (repeat.kind) {
    case 'never':
      return { ...held, kind: 'once' };
    case 'daily':
      return { ...held, kind: 'repeating', repeat: 'daily' };
    case 'weekly':
      return { ...held, kind: 'repeating', repeat: 'weekly', days: repeat.days };
    case 'hours':
      return { ...held, kind: 'repeating', repeat: 'hours', every: repeat.every };
  }
}

/** Returns the times as the server expects them; null for now, and while they are incomplete. */
export function timesOf({ kind, first, repeat, days, every }: When): ScheduleTimes | null {
  if (kind === 'now' || !/^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(first)) {
    return null;
  }
  if (kind === 'once') {
    return { first, repeat: { kind: 'never' } };
  }
  if (repeat === 'weekly') {
    return days.length === 0 ? null : { first, repeat: { kind: 'weekly', days: days.toSorted() } };
  }
  return { first, repeat: repeat === 'daily' ? { kind: 'daily' } : { kind: 'hours', every } };
}
