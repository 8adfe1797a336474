/**
 * Selects the test cases of one kind to run: `npm run test:long` runs all of them, `npm test` at most this many, evenly
 * spread and always the same. `from` shifts the choice, so that suites of one kind choose different cases.
 */
export function share<Case>(all: readonly Case[], most: number, from = 0): Case[] {
  if (process.env.BOWERBIRD_TESTS === 'all' || all.length <= most) {
    return [...all];
  }
  const chosen = new Set(
    Array.from({ length: most }, (_, at) => (Math.floor((at * all.length) / most) + from) % all.length),
  );
  return all.filter((_, at) => chosen.has(at));
}
