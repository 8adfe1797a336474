import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import type { Group, Import } from './queries.ts';

/** The shape of each state of an import. */
export const stateGlyphs: Record<Import['state'], StateName> = {
  checking: 'running',
  checked: 'held',
  applying: 'running',
  applied: 'complete',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The shape of each group of products. */
export const groupGlyphs: Record<Group, StateName> = {
  new: 'intended',
  changed: 'changed',
  unchanged: 'waiting',
  conflict: 'conflict',
  unmatched: 'unclaimed',
  ambiguous: 'verifying',
  faulty: 'failed',
  gone: 'gone',
};
