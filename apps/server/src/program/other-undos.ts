import type { FindUndo } from '../bulk-edits/undo/run-undo.ts';
import { undoOfSource } from '../imports/undo/undo-source.ts';
import { undoOfMarks } from '../team-marks/undo-of-marks.ts';

/** How runs are undone that wrote something else than cells of products. */
export const otherUndos: readonly FindUndo[] = [undoOfSource, undoOfMarks];
