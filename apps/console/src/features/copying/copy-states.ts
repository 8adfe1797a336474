import type { CopyRow } from '@bowerbird/contract/collect/copying';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';

/** Icon of each copy state. */
export const glyphOf: Record<CopyRow['state'], StateName> = {
  going: 'running',
  paused: 'paused',
  stopped: 'failed',
  done: 'complete',
  cancelled: 'cancelled',
};
