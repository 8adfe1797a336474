import type { UndoGroup } from '@bowerbird/contract/listing/after';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';

/** Icon of each group: undone, kept, out of reach. */
export const undoGroupGlyphs: Record<UndoGroup, StateName> = {
  'taken-back': 'done',
  kept: 'delisted',
  impossible: 'conflict',
};
