/** Returns the first two initials of a Latin name, the last character of a Chinese one. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  if (/\p{Script=Han}/u.test(name)) {
    return [...name].at(-1) ?? '';
  }
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
