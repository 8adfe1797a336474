import { expect, it } from 'vitest';
import { spanOf } from './days.ts';

const later = new Date('2030-01-01T00:00:00Z');

it("begins a day at the person's own midnight", () => {
  const span = spanOf({ from: '2026-11-19', to: '2026-11-20', zone: 'Asia/Kathmandu' }, later);

  expect(span?.bounds.map((at) => at.toISOString())).toEqual([
    '2026-11-18T18:15:00.000Z',
    '2026-11-19T18:15:00.000Z',
    '2026-11-20T18:15:00.000Z',
  ]);
});

it('gives a day of changing clocks its 23 or 25 hours, and one without a midnight its first hour', () => {
  const hours = (day: string, zone: string) => spanOf({ from: day, to: day, zone }, later)?.bounds ?? [];

  expect(hours('2026-03-29', 'Europe/Berlin')).toHaveLength(23 + 1);
  expect(hours('2026-10-25', 'Europe/Berlin')).toHaveLength(25 + 1);
  expect(hours('2018-11-04', 'America/Sao_Paulo')[0]?.toISOString()).toBe('2018-11-04T03:00:00.000Z');
});

it('compares an unfinished period with the same part of the one before, and a whole one with the whole', () => {
  const request = { from: '2026-11-14', to: '2026-11-20', zone: 'UTC' };

  expect(spanOf(request, new Date('2026-11-20T06:00:00Z'))?.before).toEqual({
    from: new Date('2026-11-07T00:00:00Z'),
    to: new Date('2026-11-13T06:00:00Z'),
  });
  expect(spanOf(request, later)?.before).toEqual({
    from: new Date('2026-11-07T00:00:00Z'),
    to: new Date('2026-11-14T00:00:00Z'),
  });
});

it('takes no period that runs backwards, is longer than two years or lies before any figure', () => {
  expect(spanOf({ from: '0001-01-01', to: '0001-01-01', zone: 'America/Sao_Paulo' }, later)).toBeNull();
  expect(spanOf({ from: '2026-11-20', to: '2026-11-19', zone: 'UTC' }, later)).toBeNull();
  expect(spanOf({ from: '2020-01-01', to: '2026-11-19', zone: 'UTC' }, later)).toBeNull();
});
