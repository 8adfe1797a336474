import { describe, expect, it } from 'vitest';
import { latenessMs } from './plan.ts';
import { planAny } from './scenarios/plan-ways.ts';
import { waysOf } from './scenarios/ways.ts';
import { simulatedPlatforms } from './simulated-platforms.ts';

const behindGate = ['gate.after', 'send.first-byte', 'send.body-half'];

describe.each(
  [...simulatedPlatforms.values()].map((simulated) => ({ id: simulated.platform.id, simulated })),
)('rounds of $id', ({ simulated }) => {
  const plans = [null, ...waysOf(simulated)].flatMap((way) =>
    Array.from({ length: 150 }, (_, round) => planAny(simulated, 1, round, way)),
  );

  it('never have a request applied later than L, with what freezes behind its gate', () => {
    const tooLate = plans.filter(({ faults, early, plannedFaults }) => {
      const frozen = plannedFaults
        .filter(({ point, act }) => act === 'freezes' && behindGate.includes(point))
        .reduce((sum, { ms }) => sum + ms, 0);
      const late = [...faults, ...early]
        .filter(({ kind }) => ['late', 'twice', 'slow-write'].includes(kind))
        .map(({ value }) => Number(value) + frozen);
      return late.some((ms) => !(ms > 0 && ms < latenessMs));
    });

    expect(tooLate).toEqual([]);
  });

  it('often have it as late as it may be, where waiting for less than L would show', () => {
    const late = plans
      .flatMap(({ faults, early }) => [...faults, ...early])
      .filter(({ kind }) => kind === 'late' || kind === 'twice')
      .map(({ value }) => Number(value));

    expect(late.filter((ms) => ms > latenessMs * 0.86).length / late.length).toBeGreaterThan(0.2);
  });
});
