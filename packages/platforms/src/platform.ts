import type { Collector } from './collecting/collector.ts';
import type { Lister } from './listing/lister.ts';

/** A platform: a name and its capabilities. A missing part is something that this platform cannot do. */
export interface Platform {
  id: string;
  name: string;
  /** Two letters and a colour (#RRGGBB) for its icon. */
  letters: string;
  hue: string;
  /** Used only when no other platform recognises a page. */
  lastResort?: true;
  collector?: Collector;
  lister?: Lister;
}
