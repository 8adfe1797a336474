import { setFlagsFromString } from 'node:v8';
import { constants, createContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Collects what was created last and is no longer used: 1 ms. The bytes of a received body are outside of V8's heap, so
 * that hardly any of its own memory is used up when so many of them are left over that V8 marks its whole heap, 60 to 80
 * ms of the program's thread, to find them. Does nothing where V8 has no such function.
 */
export function collectYoungGarbage(): void {
  collect ??= withCollector();
  collect({ type: 'minor' });
}

function withCollector(): Collect {
  setFlagsFromString('--expose-gc');
  // Only a global object that is created meanwhile has the function.
  const { gc: found }: { gc?: unknown } = createContext(constants.DONT_CONTEXTIFY);
  setFlagsFromString('--no-expose-gc');
  return typeof found === 'function' ? (found as Collect) : () => undefined;
}
