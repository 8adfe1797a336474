import { faultPoints } from '../../../apps/server/src/listing/fault-points.ts';
import { type Met, ways } from './plan.ts';
import type { PlayedPlatform } from './played-view.ts';
import { knownKinds } from './scenes/plan-ways.ts';
import { knownPoints, waysOf } from './scenes/ways.ts';

/** So often every fault point and every fault of a store is to be met on each platform that knows it. */
export const metLeast = 5;

/** How often what was met, by platform. */
export class Coverage {
  readonly #counts = new Map<string, Map<Met, number>>();

  add(platform: string, what: Met, times = 1): void {
    const counts = this.#counts.get(platform) ?? new Map<Met, number>();
    this.#counts.set(platform, counts.set(what, (counts.get(what) ?? 0) + times));
  }

  /** All that was met, by platform; `from` makes it again. */
  counts(): Record<string, Record<string, number>> {
    return Object.fromEntries(
      [...this.#counts].map(([platform, met]) => [platform, Object.fromEntries(met)]),
    );
  }

  static from(counts: Readonly<Record<string, Readonly<Record<string, number>>>>): Coverage {
    const coverage = new Coverage();
    for (const [platform, met] of Object.entries(counts)) {
      // What no point, fault or way is called by any more is in no table.
      coverage.#counts.set(platform, new Map(Object.entries(met) as [Met, number][]));
    }
    return coverage;
  }

  timesOf(platform: string, what: Met): number {
    return this.#counts.get(platform)?.get(what) ?? 0;
  }

  /** What this platform knows and has not met often enough. */
  missing(played: PlayedPlatform): Met[] {
    const known: Met[] = [...knownPoints(played).points, ...knownKinds(played), ...waysOf(played)];
    return known.filter((what) => this.timesOf(played.platform.id, what) < metLeast);
  }

  /** A table of lines: fault points, then what stores do; `-` where a platform cannot come to it. */
  table(platforms: readonly PlayedPlatform[]): string[] {
    const ids = platforms.map(({ platform }) => platform.id);
    const kinds = [...new Set(platforms.flatMap(knownKinds))];
    const line = (name: string, cells: readonly string[]) =>
      `${name.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`;
    const row = (what: Met, isKnown: (played: PlayedPlatform) => boolean) =>
      line(
        what,
        platforms.map((played) => (isKnown(played) ? String(this.timesOf(played.platform.id, what)) : '-')),
      );
    return [
      line('fault point', ids),
      ...faultPoints.map((point) => row(point, (played) => knownPoints(played).points.includes(point))),
      '',
      line('what the store did', ids),
      ...kinds.map((kind) => row(kind, (played) => knownKinds(played).includes(kind))),
      '',
      line('rounds played as', ids),
      ...ways.map((way) => row(way, (played) => waysOf(played).includes(way))),
    ];
  }

  /** Why platforms do not come to some points, a line for each reason. */
  reasons(platforms: readonly PlayedPlatform[]): string[] {
    const byReason = new Map<string, Set<string>>();
    for (const played of platforms) {
      for (const [point, why] of knownPoints(played).never) {
        byReason.set(
          `${point}: ${why}`,
          (byReason.get(`${point}: ${why}`) ?? new Set()).add(played.platform.id),
        );
      }
    }
    return [...byReason].map(([reason, ids]) => `${reason} (${[...ids].join(', ')})`);
  }
}
