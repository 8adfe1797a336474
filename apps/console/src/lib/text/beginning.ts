/** Returns what a text's key has in common with those beside it: `runs.paused` of `runs.paused.rest`, `runs` of `runs.title`. */
export function beginningOf(key: string): string {
  const words = key.split('.');
  return words.slice(0, words.length > 2 ? 2 : 1).join('.');
}
