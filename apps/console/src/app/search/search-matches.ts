import type { MenuEntry, MenuPlace } from '../navigation/navigation.ts';
import { placesOf } from '../navigation/navigation.ts';

/** Reports whether the text looks pasted from an address bar. */
export function looksLikeAddress(typed: string): boolean {
  return /^(https?:\/\/\S+|([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?(\/\S*)?)$/i.test(typed.trim());
}

/** Reports whether one of the texts contains the typed text, ignoring case. False if nothing is typed. */
export function someHolds(words: string[], typed: string): boolean {
  const wanted = typed.toLocaleLowerCase();
  return wanted !== '' && words.some((word) => word.toLocaleLowerCase().includes(wanted));
}

/** Returns the menu pages whose name, or whose group's name, contains the typed text; at most five. */
export function pagesMatching(
  menu: MenuEntry[],
  typed: string,
  nameOf: (title: string) => string,
): MenuPlace[] {
  const holds = (entry: MenuEntry | null) => entry !== null && someHolds([nameOf(entry.title)], typed);
  return placesOf(menu)
    .filter(({ entry, group }) => holds(entry) || holds(group))
    .slice(0, 5);
}
