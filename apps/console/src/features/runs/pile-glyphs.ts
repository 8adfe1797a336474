import type { UndoPile } from '@bowerbird/contract/listing-after';
import type { StateName } from '../../ui/state-glyph.tsx';

/** What each pile looks like: gone back, left standing, out of reach. */
export const pileGlyphs: Record<UndoPile, StateName> = {
  'taken-back': 'done',
  kept: 'delisted',
  impossible: 'conflict',
};
