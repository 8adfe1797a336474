import { faultPoints } from '../../../apps/server/src/listing/store-job/fault-points.ts';
import type { SimulatedPlatform } from './judge/simulated-view.ts';
import { type Met, ways } from './plan.ts';
import { knownKinds } from './scenarios/plan-ways.ts';
import { knownPoints, waysOf } from './scenarios/ways.ts';

/**
 * Minimum number of times that every fault point and every fault of a store must be met on each platform that has it.
 */
export const metLeast = 5;

/** Counts of what was met, by platform. */
export class Coverage {
  readonly #counts = new Map<string, Map<Met, number>>();

  add(platform: string, what: Met, times = 1): void {
    const counts = this.#counts.get(platform) ?? new Map<Met, number>();
    this.#counts.set(platform, counts.set(what, (counts.get(what) ?? 0) + times));
  }

  /** Returns everything that was met, by platform; `from` restores it. */
  counts(): Record<string, Record<string, number>> {
    return Object.fromEntries(
      [...this.#counts].map(([platform, met]) => [platform, Object.fromEntries(met)]),
    );
  }

  static from(counts: Readonly<Record<string, Readonly<Record<string, number>>>>): Coverage {
    const coverage = new Coverage();
    for (const [platform, met] of Object.entries(counts)) {
      // A name that no fault point, fault or way has any more appears in no table.
      coverage.#counts.set(platform, new Map(Object.entries(met) as [Met, number][]));
    }
    return coverage;
  }

  timesOf(platform: string, what: Met): number {
    return this.#counts.get(platform)?.get(what) ?? 0;
  }

  /** Returns what this platform has and has not met often enough. */
  missing(simulated: SimulatedPlatform): Met[] {
    const known: Met[] = [...knownPoints(simulated).points, ...knownKinds(simulated), ...waysOf(simulated)];
    return known.filter((what) => this.timesOf(simulated.platform.id, what) < metLeast);
  }

  /** Returns a table of lines: fault points, then store faults; `-` where a platform cannot reach it. */
  table(platforms: readonly SimulatedPlatform[]): string[] {
    const ids = platforms.map(({ platform }) => platform.id);
    const kinds = [...new Set(platforms.flatMap(knownKinds))];
    const line = (name: string, cells: readonly string[]) =>
      `${name.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`;
    const row = (what: Met, isKnown: (simulated: SimulatedPlatform) => boolean) =>
      line(
        what,
        platforms.map((simulated) =>
          isKnown(simulated) ? String(this.timesOf(simulated.platform.id, what)) : '-',
        ),
      );
    return [
      line('fault point', ids),
      ...faultPoints.map((point) => row(point, (simulated) => knownPoints(simulated).points.includes(point))),
      '',
      line('what the store did', ids),
      ...kinds.map((kind) => row(kind, (simulated) => knownKinds(simulated).includes(kind))),
      '',
      line('rounds run as', ids),
      ...ways.map((way) => row(way, (simulated) => waysOf(simulated).includes(way))),
    ];
  }

  /** Returns why platforms do not reach some points, a line for each reason. */
  reasons(platforms: readonly SimulatedPlatform[]): string[] {
    const byReason = new Map<string, Set<string>>();
    for (const simulated of platforms) {
      for (const [point, why] of knownPoints(simulated).never) {
        byReason.set(
          `${point}: ${why}`,
          (byReason.get(`${point}: ${why}`) ?? new Set()).add(simulated.platform.id),
        );
      }
    }
    return [...byReason].map(([reason, ids]) => `${reason} (${[...ids].join(', ')})`);
  }
}
