import { Selection } from '@bowerbird/contract/products/products';
import type { infer as Infer } from 'zod/mini';
import { int, object, safeParse } from 'zod/mini';
import { dropFromWindow, keepInWindow, keptInWindow } from '../person/window-person.ts';

/** A selection passed from one page to another, with its count at the time it was chosen. */
export const HandedSelection = object({ selection: Selection, count: int() });
export type HandedSelection = Infer<typeof HandedSelection>;

const key = 'bowerbird.selection';

/** Passes a selection to the page that is opened next, in this window. */
export function handOver(selection: Selection, count: number): void {
  keepInWindow(key, JSON.stringify({ selection, count }));
}

/** Takes a passed selection, once; null if there is no new one. */
export function takeHanded(): HandedSelection | null {
  try {
    const read = safeParse(HandedSelection, JSON.parse(keptInWindow(key) ?? 'null'));
    dropFromWindow(key);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
