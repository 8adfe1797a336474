import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextAt } from './interval-times.ts';
import { isTimeZone } from './local-time.ts';

const at = (text: string) => new Date(text);
const next = (schedule: [number, number, string], now: string, last: string | null = null) =>
  nextAt(
    { everyHours: schedule[0], hour: schedule[1], timeZone: schedule[2] },
    at(now),
    last === null ? null : at(last),
  ).toISOString();

describe('the next time a source is read', () => {
  it('is the hour on the clock of the place, in summer and in winter', () => {
    expect(next([24, 9, 'Asia/Shanghai'], '2026-11-20T02:00:00Z')).toBe('2026-11-21T01:00:00.000Z');
    expect(next([24, 9, 'Asia/Shanghai'], '2026-11-20T00:30:00Z')).toBe('2026-11-20T01:00:00.000Z');
    expect(next([24, 9, 'Europe/Berlin'], '2026-03-28T12:00:00Z', '2026-03-28T08:00:00Z')).toBe(
      '2026-03-29T07:00:00.000Z',
    );
    expect(next([24, 9, 'Europe/Berlin'], '2026-10-24T12:00:00Z', '2026-10-24T07:00:00Z')).toBe(
      '2026-10-25T08:00:00.000Z',
    );
  });

  it('is the first moment after an hour that the clock leaves out, and the first of one that comes twice', () => {
    expect(next([24, 2, 'America/New_York'], '2026-03-08T05:30:00Z')).toBe('2026-03-08T07:00:00.000Z');
    expect(next([24, 1, 'America/New_York'], '2026-11-01T04:30:00Z')).toBe('2026-11-01T05:00:00.000Z');
    expect(next([24, 1, 'America/New_York'], '2026-11-01T05:00:00Z', '2026-11-01T05:00:00Z')).toBe(
      '2026-11-02T06:00:00.000Z',
    );
  });

  it('keeps its days, and leaves out what was missed while nothing ran', () => {
    expect(next([72, 6, 'UTC'], '2026-11-01T06:00:00Z', '2026-11-01T06:00:00Z')).toBe(
      '2026-11-04T06:00:00.000Z',
    );
    expect(next([72, 6, 'UTC'], '2026-11-20T12:00:00Z', '2026-11-01T06:00:00Z')).toBe(
      '2026-11-22T06:00:00.000Z',
    );
    expect(next([6, 0, 'UTC'], '2026-11-20T13:00:00Z', '2026-11-20T00:30:00Z')).toBe(
      '2026-11-20T18:30:00.000Z',
    );
    expect(next([1, 0, 'UTC'], '2026-11-20T13:00:00Z')).toBe('2026-11-20T14:00:00.000Z');
  });

  it('always lies ahead, is never more than a step and an hour away, and shows the hour that was asked for', () => {
    const zones = [
      'Asia/Shanghai',
      'America/Sao_Paulo',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ];
    fc.assert(
      fc.property(
        fc.record({
          everyHours: fc.constantFrom(1, 6, 12, 24, 72, 168),
          hour: fc.integer({ min: 0, max: 23 }),
          timeZone: fc.constantFrom(...zones),
        }),
        fc.date({ min: at('2025-01-01'), max: at('2030-01-01'), noInvalidDate: true }),
        fc.option(fc.integer({ min: 0, max: 100_000 })),
        (schedule, now, minutesAgo) => {
          const last = minutesAgo === null ? null : new Date(now.getTime() - minutesAgo * 60_000);
          const due = nextAt(schedule, now, last);
          const waitHours = (due.getTime() - now.getTime()) / 3_600_000;
          expect(waitHours).toBeGreaterThan(0);
          expect(waitHours).toBeLessThanOrEqual(schedule.everyHours + 24 + 1);
          if (schedule.everyHours >= 24) {
            const shown = new Intl.DateTimeFormat('en-US', {
              timeZone: schedule.timeZone,
              hour: 'numeric',
              hourCycle: 'h23',
            }).format(due);
            expect([schedule.hour, schedule.hour + 1]).toContain(Number(shown));
          }
        },
      ),
    );
  });

  it('knows the time zones there are, and no others', () => {
    expect(['Asia/Shanghai', 'UTC', 'Nowhere/At_All', ''].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
