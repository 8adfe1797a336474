import { personalName } from '../person/window-person.ts';

/** What the names of kept grids in the browser's storage begin with. */
export const gridPrefix = 'bowerbird.grid.';

/** Deletes what this person kept in this browser, so that no personal data remains after a session. */
export function dropAllGrids(): void {
  const own = personalName('');
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(gridPrefix) && key.endsWith(own)) {
      localStorage.removeItem(key);
    }
  }
}
