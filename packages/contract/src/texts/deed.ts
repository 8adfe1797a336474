/** Values of a notice. */
export type NoticeParams = Record<string, string | number>;

/**
 * Returns what a run that edits products did, and to how many: "Price +10% · 2,000 products"; null for any other notice.
 * Such a notice has `deed`, the kind of its first step, and its main `figure`; `more`, how many more steps it has;
 * `inStore` where the step is for one store alone; and `total`, the number of products. `say` gives a text by key with
 * these values, and null where there is none.
 */
export function deedOf(
  { deed, figure = '', more = 0, inStore = 0, total }: NoticeParams,
  say: (key: string, values: NoticeParams) => string | null,
): string | null {
  if (deed === undefined) {
    return null;
  }
  const one = say(`notice.deed.${deed}`, { figure });
  if (one === null) {
    return null;
  }
  const placed = inStore === 0 ? one : (say('notice.deed.in-store', { deed: one }) ?? one);
  const all = Number(more) > 0 ? (say('notice.deed.and-more', { deed: placed, more }) ?? placed) : placed;
  return total === undefined
    ? all
    : say(Number(total) === 1 ? 'notice.deed.of.one' : 'notice.deed.of.many', { deed: all, total });
}
