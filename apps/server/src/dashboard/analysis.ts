import {
  type getAnalysis,
  type Measure,
  type MeasureName,
  type MeasurePart,
  measureNames,
  type Success,
} from '@bowerbird/contract/figures/analysis';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { OwnerDb } from '../db/database.ts';
import {
  type Counting,
  type CountRow,
  countAll,
  countPoints,
  countProductsListed,
} from '../figures/counted.ts';
import type { AnalysisSpan } from '../figures/days.ts';
import { countReasons, countRefused, countUnread } from './analysis-reasons.ts';

export type Analysis = AnswerOf<typeof getAnalysis>;

/** Most parts of a measure that are shown one by one; the others are combined into one part. */
const partsMax = 6;

/** Most sources and stores that are shown one by one. */
const placesMax = 100;

/** Returns the figures of a period, each with the rows it is made of. */
export async function analyse(db: OwnerDb, ownerId: string, span: AnalysisSpan): Promise<Analysis> {
  const measures: Partial<Record<MeasureName, Measure>> = {};
  const rowsOf = new Map<MeasureName, CountRow[]>();
  for (const name of measureNames) {
    const rows = await countPoints(db, ownerId, name, span);
    rowsOf.set(name, rows);
    measures[name] = toMeasure(rows, pointsOf(span), await countAll(db, ownerId, name, span.before));
  }
  const stretch: Counting = { from: span.bounds[0] ?? new Date(0), to: span.bounds.at(-1) ?? new Date(0) };
  return {
    ...noFigures(span),
    measures: { ...noFigures(span).measures, ...measures },
    productsListed: await countProductsListed(db, ownerId, stretch),
    success: [
      ...successOf('collected', rowsOf.get('collected') ?? [], await countUnread(db, ownerId, stretch)),
      ...successOf('listed', rowsOf.get('listed') ?? [], await countRefused(db, ownerId, stretch)),
    ],
    reasons: await countReasons(db, ownerId, stretch),
  };
}

/** Returns the result for a user without products: an administrator. */
export function noFigures(span: AnalysisSpan): Analysis {
  const none = () => toMeasure([], pointsOf(span), 0);
  return {
    step: span.step,
    points: span.bounds.slice(0, -1).map((at) => at.toISOString()),
    measures: { collected: none(), edited: none(), exported: none(), listed: none() },
    productsListed: 0,
    success: [],
    reasons: [],
  };
}

function pointsOf({ bounds }: AnalysisSpan): number {
  return bounds.length - 1;
}

function toMeasure(rows: readonly CountRow[], points: number, before: number): Measure {
  return {
    ...sumOf(rows, points),
    before,
    byPlatform: partsOf(rows, points, ({ platform }) => ({ key: platform, name: platform, platform })),
    byPlace: partsOf(rows, points, ({ platform, place, name }) => ({
      key: `${platform} ${place}`,
      name,
      platform: platform === '' ? null : platform,
    })),
  };
}

type PartName = Pick<MeasurePart, 'key' | 'name' | 'platform'>;

/** Returns the largest parts one by one, the others combined. */
function partsOf(
  rows: readonly CountRow[],
  points: number,
  nameOf: (row: CountRow) => PartName,
): MeasurePart[] {
  const parts = [...Map.groupBy(rows, (row) => nameOf(row).key)]
    .map(([, of]) => ({ of, name: nameOf(of[0] as CountRow), ...sumOf(of, points) }))
    .sort((one, other) => other.total - one.total || one.name.name.localeCompare(other.name.name));
  const alone = parts.length > partsMax ? partsMax - 1 : partsMax;
  const rest = parts.slice(alone).flatMap(({ of }) => of);
  return [
    ...parts.slice(0, alone).map(({ name, total, points: each }) => ({ ...name, total, points: each })),
    ...(rest.length > 0 ? [{ key: null, name: '', platform: null, ...sumOf(rest, points) }] : []),
  ];
}

function sumOf(rows: readonly CountRow[], points: number): { total: number; points: number[] } {
  const each = new Array<number>(points).fill(0);
  for (const { point, count } of rows) {
    each[point] = (each[point] ?? 0) + count;
  }
  return { total: each.reduce((sum, count) => sum + count, 0), points: each };
}

/**
 * Returns successes and failures of each place that has either, the busiest first; beyond the limit, combined by
 * platform.
 */
function successOf(
  what: Success['what'],
  good: readonly CountRow[],
  bad: readonly Pick<Success, 'key' | 'name' | 'platform' | 'bad'>[],
): Success[] {
  const places = new Map<string, Success>();
  const placeOf = (key: string, name: string, platform: string | null) => {
    const id = `${platform} ${key}`;
    const place = places.get(id) ?? { what, key, name, platform, good: 0, bad: 0 };
    places.set(id, place);
    return place;
  };
  for (const { place, name, platform, count } of good) {
    placeOf(place, name, platform).good += count;
  }
  for (const { key, name, platform, bad: count } of bad) {
    placeOf(key, name, platform).bad += count;
  }
  const busiest = [...places.values()].sort((one, other) => other.good + other.bad - one.good - one.bad);
  const others = Map.groupBy(busiest.slice(placesMax), ({ platform }) => platform);
  return [
    ...busiest.slice(0, placesMax),
    ...[...others].map(([platform, of]) => ({
      what,
      key: '',
      name: '',
      platform,
      good: of.reduce((sum, { good: each }) => sum + each, 0),
      bad: of.reduce((sum, { bad: each }) => sum + each, 0),
    })),
  ];
}
