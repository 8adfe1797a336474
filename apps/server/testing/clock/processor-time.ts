/**
 * Returns how many times the processor time of a plain linear scan some work takes, per character of its input. It
 * compares times of this process's processor on this machine now, so that the result is the same on a slow and on a
 * busy machine: of several tries the quickest counts, and work that is quick once is not tried again.
 */
export function timesLinear(work: () => void, characters: number, enough = quickEnough): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && least > enough; tried += 1) {
    const scan = microsecondsOf(() => scanned(characters));
    least = Math.min(least, microsecondsOf(work) / Math.max(scan, scanFloor(characters)));
  }
  return least;
}

const tries = 3;
const quickEnough = 10;

/** Returns the processor time of this process for synchronous work, in microseconds. */
export function microsecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return sumOf(process.cpuUsage(before));
}

/**
 * Returns how long this thread works while a call is answered, in microseconds: how long it blocks all others. Work of
 * other threads (passwords, files) is left out. Exact to some milliseconds: the kernel counts a thread by its ticks.
 */
export async function microsecondsOfCall(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  return sumOf(process.threadCpuUsage(before));
}

function sumOf({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

/**
 * Returns the least cost of one pass over a text where clocks are coarse, in microseconds: 5 nanoseconds a character,
 * and a call's own cost.
 */
function scanFloor(characters: number): number {
  return 20 + characters * 0.005;
}

const plain = 'abcdefghij'.repeat(1000);

/** Looks at each character once, as a pattern does that never backtracks. */
function scanned(characters: number): void {
  for (let left = characters; left > 0; left -= plain.length) {
    /[^a-z]/.test(left < plain.length ? plain.slice(0, left) : plain);
  }
}
