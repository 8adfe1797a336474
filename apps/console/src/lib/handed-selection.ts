import { Selection } from '@bowerbird/contract/products';
import type { infer as Infer } from 'zod/mini';
import { int, object, safeParse } from 'zod/mini';
import { dropFromWindow, keepInWindow, keptInWindow } from './window-person.ts';

/** What was selected on one page for another, with how many that were when it was chosen. */
export const HandedSelection = object({ selection: Selection, count: int() });
export type HandedSelection = Infer<typeof HandedSelection>;

const key = 'bowerbird.selection';

/** Leaves a selection for the page that is opened next, in this window. */
export function handOver(selection: Selection, count: number): void {
  keepInWindow(key, JSON.stringify({ selection, count }));
}

/** Takes what another page handed over, once; null when nothing new lies there. */
export function takeHanded(): HandedSelection | null {
  try {
    const read = safeParse(HandedSelection, JSON.parse(keptInWindow(key) ?? 'null'));
    dropFromWindow(key);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
