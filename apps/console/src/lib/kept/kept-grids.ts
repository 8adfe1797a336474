import { GridValue } from '@bowerbird/contract/products/grid';
import type { infer as Infer } from 'zod/mini';
import {
  array,
  int,
  literal,
  number,
  object,
  optional,
  record,
  safeParse,
  string,
  tuple,
  union,
  uuid,
} from 'zod/mini';
import { personalName } from '../person/window-person.ts';
import { gridPrefix as prefix } from './drop-grids.ts';

const Params = record(string(), union([string(), number()]));
const Entry = object({
  before: GridValue,
  entered: union([
    object({
      text: string(),
      wrong: object({
        code: literal([
          'filled',
          'too-long',
          'money',
          'money-decimals',
          'whole',
          'weight',
          'choice',
          'too-many',
        ]),
        params: Params,
      }),
    }),
    object({ value: GridValue }),
  ]),
  refused: optional(object({ code: string(), params: Params })),
});

const KeptGrid = object({
  /** When it was last changed: ISO 8601. */
  at: string(),
  /** The products of the grid, and how many were selected when it was opened. */
  ids: array(uuid()),
  total: int(),
  /** What was entered, by product id and path. */
  edits: array(tuple([uuid(), array(tuple([string(), Entry]))])),
});
/** What a person entered into a grid and did not save. */
export type KeptGrid = Infer<typeof KeptGrid>;

/** Keeps what was entered into a grid in this browser, so that a closed tab loses nothing. False: there is no space. */
export function keepGrid(id: string, grid: KeptGrid): boolean {
  try {
    localStorage.setItem(personalName(`${prefix}${id}`), JSON.stringify(grid));
    return true;
  } catch {
    return false;
  }
}

export function dropGrid(id: string): void {
  localStorage.removeItem(personalName(`${prefix}${id}`));
}

/** Returns the grid that this person changed last and did not save, other than `except`; null if there is none. */
export function findKeptGrid(except: string): { id: string; grid: KeptGrid } | null {
  const own = personalName('');
  const found = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix) && key.endsWith(own))
    .map((key) => key.slice(prefix.length, key.length - own.length))
    .flatMap((id) => {
      const grid = id === except ? null : readGrid(id);
      return grid === null ? [] : [{ id, grid }];
    });
  return found.toSorted((one, other) => other.grid.at.localeCompare(one.grid.at))[0] ?? null;
}

/**
 * Where a kept grid is: in no window, being edited in another one, or no longer kept, because another window has opened or
 * dropped it.
 */
export type KeptPlace = 'kept' | 'elsewhere' | 'gone';

/** A browser has no locks where the console is reached without encryption. */
const locks: LockManager | undefined = globalThis.navigator?.locks;
const lockOf = (id: string) => personalName(`${prefix}${id}`);

/** Says to other windows that a grid is being edited in this one, until the returned function is called. */
export function holdGrid(id: string): () => void {
  const held = Promise.withResolvers<void>();
  void locks?.request(lockOf(id), () => held.promise);
  return held.resolve;
}

/** Returns where a kept grid is. */
export async function placeOfGrid(id: string): Promise<KeptPlace> {
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(id)) ? 'elsewhere' : readGrid(id) === null ? 'gone' : 'kept';
}

/** Moves a kept grid to another id, unless another window is editing it or was faster. Returns where the grid was. */
export async function takeGrid(id: string, to: string): Promise<KeptPlace> {
  const take = (): KeptPlace => {
    const grid = readGrid(id);
    if (grid === null) {
      return 'gone';
    }
    if (keepGrid(to, grid)) {
      dropGrid(id);
    }
    return 'kept';
  };
  return locks === undefined
    ? take()
    : await locks.request(lockOf(id), { ifAvailable: true }, (lock) =>
        lock === null ? 'elsewhere' : take(),
      );
}

function readGrid(id: string): KeptGrid | null {
  try {
    const read = safeParse(
      KeptGrid,
      JSON.parse(localStorage.getItem(personalName(`${prefix}${id}`)) ?? 'null'),
    );
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
