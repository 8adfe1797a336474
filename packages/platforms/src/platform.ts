import type { Collector } from './collecting/collector.ts';
import type { Lister } from './listing/lister.ts';
import type { Connection } from './listing/store.ts';

/** A platform: a name, and what it can do. A missing part is simply something this platform cannot do. */
export interface Platform {
  id: string;
  name: string;
  /** Two letters and a colour (#RRGGBB) for its mark. */
  letters: string;
  hue: string;
  /** Asked for only where no other platform takes a page for one of its own. */
  lastResort?: true;
  collector?: Collector;
  lister?: Lister & { connections: Connection[] };
}
