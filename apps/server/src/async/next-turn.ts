/** Those who wait for their turn, from the first that came. */
const waiting: (() => void)[] = [];

/**
 * Waits until other work of the process has had its turn. Of all that wait like this, one goes on at a time, and what
 * has arrived meanwhile comes in between: a call waits for one turn, however many jobs the process works on.
 */
export function nextTurn(): Promise<void> {
  return new Promise((goOn) => {
    if (waiting.push(goOn) === 1) {
      setImmediate(beginOne);
    }
  });
}

function beginOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) {
    setImmediate(beginOne);
  }
}
