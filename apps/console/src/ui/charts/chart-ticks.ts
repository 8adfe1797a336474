/** Returns the ticks of an axis of counts: from 0 to at least `highest`, in round steps (1, 5, 10, 25, 50, 100 ...). */
export function countTicks(highest: number): number[] {
  const step = stepFor(highest);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Maximum number of steps on one axis. */
const stepsMax = 5;

function stepFor(highest: number): number {
  for (let power = 1; ; power *= 10) {
    // A step of 2.5 would be no whole number.
    const step = [1, 2.5, 5]
      .map((each) => each * power)
      .find((each) => Number.isInteger(each) && highest / each <= stepsMax);
    if (step !== undefined) {
      return step;
    }
  }
}
