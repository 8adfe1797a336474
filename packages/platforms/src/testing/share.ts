/**
 * The cases of one kind that are played: by `npm run test:long` all of them, by `npm test` so many at the most, evenly spread and always the
 * same. `from` shifts the choice, so that suites of one kind choose others each.
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
