import type { EditGroup, UndoGroup } from '@bowerbird/contract/products/bulk-edit';
import type { StateName } from '../feedback/state-glyph.tsx';

/** The shape of each group of products. */
export const groupGlyphs: Readonly<Record<EditGroup | UndoGroup, StateName>> = {
  changed: 'complete',
  'changed-since': 'partial',
  unchanged: 'delisted',
  rejected: 'refused',
  gone: 'gone',
  restored: 'done',
  kept: 'delisted',
  impossible: 'conflict',
};
