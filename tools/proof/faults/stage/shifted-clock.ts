import { readFileSync } from 'node:fs';

/**
 * Loaded into a program by `--import`: its wall clock is off by as many milliseconds as stand in the file that `BOWERBIRD_DRILL_CLOCK`
 * names, now. What only grows (`performance.now`) and timers stay, as they do on a machine whose clock is set.
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

// A proxy, so that a date made by Node's own code is one, too.
globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
  get: (real, key) => (key === 'now' ? now : Reflect.get(real, key)),
});
