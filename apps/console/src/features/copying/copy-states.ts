import type { CopyRow } from '@bowerbird/contract/copying';
import type { StateName } from '../../ui/state-glyph.tsx';

/** The glyph that a copy's state is shown by. */
export const glyphOf: Record<CopyRow['state'], StateName> = {
  going: 'running',
  paused: 'paused',
  stopped: 'failed',
  done: 'complete',
  cancelled: 'cancelled',
};
