import type { Repeat } from '@bowerbird/contract/listing/schedules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRealTime, localTime } from './local-time.ts';
import { nextTime } from './schedule-times.ts';

const daily: Repeat = { kind: 'daily' };

/** Returns the first `count` times of a schedule, each found from the one before. */
function walk(first: string, repeat: Repeat, zone: string, count: number, from: Date | null = null): Date[] {
  const found: Date[] = [];
  let after = from;
  for (let index = 0; index < count; index += 1) {
    const due = nextTime({ first, repeat }, zone, after);
    if (due === null) {
      break;
    }
    found.push(due);
    after = due;
  }
  return found;
}
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());
const clock = (date: Date, zone: string) => new Date(localTime(date, zone)).toISOString().slice(0, 16);

describe('the times of a schedule', () => {
  it('are the hour on the clock of the store, the day that clocks change too', () => {
    expect(iso(walk('2026-03-28T09:00', daily, 'Europe/Berlin', 3))).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
    expect(walk('2026-11-21T09:30', daily, 'Asia/Kolkata', 1)[0]?.toISOString()).toBe(
      '2026-11-21T04:00:00.000Z',
    );
  });

  it('that clocks leave out come as much later as they jump, and of those that come twice it is the first, once', () => {
    const gap = walk('2026-03-07T02:30', daily, 'America/New_York', 3);
    expect(gap.map((due) => clock(due, 'America/New_York'))).toEqual([
      '2026-03-07T02:30',
      '2026-03-08T03:30',
      '2026-03-09T02:30',
    ]);
    expect(iso(walk('2026-11-01T01:30', daily, 'America/New_York', 2))).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ]);
  });

  it('come once a day where clocks jump at midnight', () => {
    const times = walk('2026-09-04T00:00', daily, 'America/Santiago', 4);
    expect(times.map((due) => clock(due, 'America/Santiago'))).toEqual([
      '2026-09-04T00:00',
      '2026-09-05T00:00',
      '2026-09-06T01:00',
      '2026-09-07T00:00',
    ]);
  });

  it('are on the days of the week that were chosen, from the first of them on', () => {
    // 21 November 2026 is a Saturday.
    const times = walk('2026-11-21T08:00', { kind: 'weekly', days: [1, 5] }, 'UTC', 3);
    expect(iso(times)).toEqual([
      '2026-11-23T08:00:00.000Z',
      '2026-11-27T08:00:00.000Z',
      '2026-11-30T08:00:00.000Z',
    ]);
  });

  it('every few hours count hours gone by, whatever clocks show', () => {
    const times = walk('2026-10-24T22:00', { kind: 'hours', every: 4 }, 'Europe/Berlin', 3);
    expect(iso(times)).toEqual([
      '2026-10-24T20:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T04:00:00.000Z',
    ]);
  });

  it('that never repeat are one, also when it has gone by', () => {
    const once = { first: '2026-11-21T08:00', repeat: { kind: 'never' as const } };
    expect(nextTime(once, 'UTC', null)?.toISOString()).toBe('2026-11-21T08:00:00.000Z');
    expect(nextTime(once, 'UTC', new Date('2026-11-21T08:00:00Z'))).toBeNull();
  });

  it('lie ahead, once on each of their days, and at their time but for the day clocks jump', () => {
    const zones = [
      'Asia/Shanghai',
      'America/Sao_Paulo',
      'America/Santiago',
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
    ];
    const weekly = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.oneof(
          fc.constant(daily),
          weekly.map((days): Repeat => ({ kind: 'weekly', days })),
          fc
            .constantFrom(1 as const, 3 as const, 12 as const)
            .map((every): Repeat => ({ kind: 'hours', every })),
        ),
        fc.integer({ min: 0, max: 500_000 }),
        (zone, begin, repeat, minutesOn) => {
          const first = begin.toISOString().slice(0, 16);
          const now = new Date(begin.getTime() + minutesOn * 60_000);
          const times = walk(first, repeat, zone, 12, now);

          let before = now;
          for (const due of times) {
            expect(due.getTime()).toBeGreaterThan(before.getTime());
            before = due;
          }
          if (repeat.kind === 'hours') {
            expect((times[5]?.getTime() ?? 0) - (times[4]?.getTime() ?? 0)).toBe(repeat.every * 3_600_000);
            return;
          }
          const days = times.map((due) => clock(due, zone).slice(0, 10));
          expect(new Set(days).size).toBe(times.length);
          const off = times.filter((due) => clock(due, zone).slice(11) !== first.slice(11));
          // Within twelve times clocks rarely jump forward, and never by more than an hour.
          expect(off.length).toBeLessThanOrEqual(2);
          for (const due of off) {
            const jumped = localTime(due, zone) - (dayStart(due, zone) + minuteOf(first));
            expect(jumped).toBeGreaterThan(0);
            expect(jumped).toBeLessThanOrEqual(3_600_000);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are of days that a calendar has', () => {
    expect(['2026-02-28T10:00', '2026-02-30T10:00', '2028-02-29T10:00'].map(isRealTime)).toEqual([
      true,
      false,
      true,
    ]);
  });
});

function dayStart(due: Date, zone: string): number {
  return Math.floor(localTime(due, zone) / 86_400_000) * 86_400_000;
}

function minuteOf(first: string): number {
  return Date.parse(`1970-01-01T${first.slice(11)}Z`);
}
