import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { acceleratedClock, beatBy, beatNoMore, beforeTimePasses } from './accelerated-clock.ts';

const idle = { on: () => undefined };
const never = new Promise<never>(() => undefined);
/** Long enough for a beat, whatever the machine does. */
const aWhile = 300;

afterEach(beatNoMore);

it('continues to whoever is to be woken while nobody works, and by beats while somebody does', async () => {
  beatBy(async () => undefined, idle);
  const clock = acceleratedClock(10);

  await clock.sleep(3_600_000);

  expect(clock.monotonic()).toBeGreaterThanOrEqual(3_600_000);
});

it.each([
  ['a beat', () => beatBy(() => never, idle)],
  [
    'a look',
    () => {
      beatBy(async () => undefined, idle);
      beforeTimePasses(() => never);
    },
  ],
])(
  'continues for the next file, though %s of the file before is never answered',
  async (_, begin) => {
    begin();
    void acceleratedClock(10).sleep(1000);
    await pause(aWhile);
    beatNoMore();

    beatBy(async () => undefined, idle);
    const clock = acceleratedClock(10);
    await clock.sleep(1000);

    expect(clock.monotonic()).toBeGreaterThanOrEqual(1000);
  },
  10_000,
);
