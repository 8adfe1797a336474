import { readFileSync } from 'node:fs';

/**
 * Loaded into a program by `--import`: shifts its wall clock by the current number of milliseconds in the file that
 * `BOWERBIRD_DRILL_CLOCK` names. The monotonic clock (`performance.now`) and timers stay, as on a machine whose clock
 * is set.
 */
const file = process.env.BOWERBIRD_DRILL_CLOCK ?? '';
const RealDate = Date;
const realNow = Date.now.bind(Date);
let offset = 0;
let readAt = -1;

function now(): number {
  const at = performance.now();
  if (at - readAt > 50 || readAt < 0) {
    readAt = at;
    offset = Number(readFileSync(file, 'utf8')) || 0;
  }
  return realNow() + offset;
}

// A proxy, so that a date created by Node's own code is shifted, too.
globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
  get: (real, key) => (key === 'now' ? now : Reflect.get(real, key)),
});
