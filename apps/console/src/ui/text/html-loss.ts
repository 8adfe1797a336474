/** Returns the names of elements and layout attributes that one text has and the other has not, most frequent first. */
export function lostElements(given: string, kept: string): string[] {
  const before = countsOf(given);
  const after = countsOf(kept);
  return [...before]
    .map(([name, count]) => ({ name, missing: count - (after.get(name) ?? 0) }))
    .filter(({ missing }) => missing > 0)
    .sort((left, right) => right.missing - left.missing)
    .map(({ name }) => name);
}

/** Different elements with the same meaning. */
const sameAs: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's', ins: 'u' };
/** Elements without a meaning of their own, or lost together with their table. */
const hollow = new Set(
  'div span section article font header footer main tbody thead tfoot tr td th col colgroup'.split(' '),
);

function countsOf(html: string): Map<string, number> {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const element of holder.content.querySelectorAll('*')) {
    const name = element.localName;
    if (!hollow.has(name) && name !== 'p' && name !== 'br') {
      count(sameAs[name] ?? name);
    }
    if (element.hasAttribute('style') || element.hasAttribute('align')) {
      count('style');
    }
  }
  return counts;
}
