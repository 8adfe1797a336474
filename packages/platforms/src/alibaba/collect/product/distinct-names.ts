/**
 * Returns the names in their order, made unique: a repeated name gets a number, the first from 2 on that gives an
 * unused name ("4", "4 (2)"). `keyOf` decides which names count as equal; by default, equal texts.
 */
export function distinctNames(
  names: readonly string[],
  keyOf: (name: string) => string = (name) => name,
): string[] {
  const taken = new Set(names.map(keyOf));
  const given = new Map<string, number>();
  return names.map((name) => {
    const key = keyOf(name);
    let number = given.get(key) ?? 0;
    if (number === 0) {
      given.set(key, 1);
      return name;
    }
    let numbered: string;
    do {
      number += 1;
      numbered = `${name} (${number})`;
    } while (taken.has(keyOf(numbered)));
    given.set(key, number);
    taken.add(keyOf(numbered));
    return numbered;
  });
}
