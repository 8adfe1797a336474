import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StandingStill, stretchMs, workMs } from './standing-still.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A process that remembers whether it stands still. */
function processOf() {
  return {
    still: false,
    stop() {
      this.still = true;
    },
    goOn() {
      this.still = false;
    },
  };
}

it('stands still while somebody waits for a call, and goes on when it is answered', () => {
  const all = new StandingStill();
  const reader = processOf();
  all.works(reader);

  const [one, other] = [all.answers(), all.answers()];
  expect(reader.still).toBe(true);
  one.end();
  expect(reader.still).toBe(true);
  other.end();
  expect(reader.still).toBe(false);
});

it('stands still at once when it begins during a call, and is left working when it is done', () => {
  const all = new StandingStill();
  const call = all.answers();
  const reader = processOf();

  const done = all.works(reader);
  expect(reader.still).toBe(true);
  done();
  expect(reader.still).toBe(false);
  call.end();
});

it('works for a fifth of the time under calls without end, so that no shop is left half read', () => {
  const all = new StandingStill();
  const reader = processOf();
  all.works(reader);
  const stepMs = 5;
  let workedMs = 0;

  for (let at = 0; at < 4 * (stretchMs + workMs); at += stepMs) {
    all.answers();
    workedMs += reader.still ? 0 : stepMs;
    vi.advanceTimersByTime(stepMs);
  }

  expect(workedMs).toBeGreaterThanOrEqual(3 * workMs);
  expect(workedMs).toBeLessThanOrEqual(4 * workMs + 4 * stepMs);
});

it('does not stand still for a call that takes long, as an open stream does', () => {
  const all = new StandingStill();
  const reader = processOf();
  all.answers();
  vi.advanceTimersByTime(stretchMs + 1);

  all.works(reader);

  expect(reader.still).toBe(false);
});

it('does not stand still for the call that waits for it', () => {
  const all = new StandingStill();
  const reader = processOf();
  const [own, other] = [all.answers(), all.answers()];
  own.within(() => {
    all.callWaits();
    all.works(reader);
  });

  expect(reader.still).toBe(true);
  other.end();
  expect(reader.still).toBe(false);
});
