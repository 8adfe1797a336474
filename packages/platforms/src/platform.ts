import type { Collector } from './collecting/collector.ts';
import type { Lister } from './listing/lister.ts';

/**
 * What is special in a platform's group of the console's menu. The names are the last parts of addresses, which the
 * specification gives; where one is left out, the usual name holds.
 */
export interface PlatformScreens {
  /** Where products are collected; `product-collect`. */
  collect?: string;
  /** Where a category is collected; `category-collect`. Null: its shops have no list of categories that can be read. */
  categories?: string | null;
  /** The page of one product; `details`. */
  details?: string;
  /** The browser plugin is offered in this group too. */
  plugin?: true;
  /** Id of the platform to whose stores whole shops are copied, by a guided way in this group. */
  copiesTo?: string;
}

/** A platform: a name and its capabilities. A missing part is something that this platform cannot do. */
export interface Platform {
  id: string;
  name: string;
  /** Two letters and a colour (#RRGGBB) for its icon. */
  letters: string;
  hue: string;
  screens?: PlatformScreens;
  /** Used only when no other platform recognises a page. */
  lastResort?: true;
  collector?: Collector;
  lister?: Lister;
}
