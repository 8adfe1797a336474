/** `npm run test:long` plays all; `npm test` plays a share of what has many cases of one kind. */
const playsAll = process.env.BOWERBIRD_TESTS === 'all';

/**
 * The cases that are played: all of them, or so many at the most, evenly spread and always the same. `from` shifts the choice, so that
 * suites of one kind choose others each.
 */
export function share<Case>(all: readonly Case[], most: number, from = 0): Case[] {
  if (playsAll || all.length <= most) {
    return [...all];
  }
  const chosen = new Set(
    Array.from({ length: most }, (_, at) => (Math.floor((at * all.length) / most) + from) % all.length),
  );
  return all.filter((_, at) => chosen.has(at));
}
