import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';

/** What the console must know about a platform; a new platform appears there without a change of the console. */
export const PlatformInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** Two letters and a colour for its icon. */
  letters: z.string(),
  hue: z.string(),
  collects: z.boolean(),
  /** Its shops can be searched by text. */
  searches: z.boolean(),
  /**
   * Lists of its shops leave quantities out; a run may read them with one request for each product (`startCollect`).
   */
  supportsStockRequests: z.optional(z.boolean()),
  /** The plugin reads its pages in a merchant's own browser. */
  inBrowser: z.optional(z.boolean()),
  lists: z.boolean(),
  /**
   * How a store of this platform is connected; one entry per way, each with its fields. Empty when we do not list to
   * it.
   */
  connections: z.array(
    z.object({
      id: z.string(),
      fields: z.array(z.object({ name: z.string(), secret: z.boolean(), optional: z.optional(z.boolean()) })),
      /** The shop itself authorises our app: started by `beginGrant`, and returning to this URL. */
      granted: z.optional(z.object({ returnsTo: z.string() })),
    }),
  ),
  /** Ways of access with a merchant's own credentials, for collecting data that a page does not give to a server. */
  access: z.array(
    z.object({
      id: z.string(),
      /** It gives access to one shop, whose address must be entered. */
      ofOneShop: z.boolean(),
      fields: z.array(z.object({ name: z.string(), secret: z.boolean(), optional: z.boolean() })),
    }),
  ),
});
export type PlatformInfo = z.infer<typeof PlatformInfo>;

export const listPlatforms = route({
  method: 'GET',
  path: '/platforms',
  needs: 'signed-in',
  programs: true,
  answer: z.array(PlatformInfo),
});

/** How much a merchant uses a platform; the menu shows the used ones first. */
export const PlatformUse = z.object({
  id: z.string(),
  stores: z.int(),
  collectRuns: z.int(),
  lastCollectedAt: z.nullable(Instant),
  /** Pinned to this person's menu. */
  pinned: z.boolean(),
});
export type PlatformUse = z.infer<typeof PlatformUse>;

/** Returns the use of every platform; nothing for an administrator, who has no products. */
export const listPlatformUse = route({
  method: 'GET',
  path: '/platforms/use',
  needs: 'signed-in',
  answer: z.array(PlatformUse),
});

/** Pins a platform to the caller's menu, or unpins it. */
export const pinPlatform = route({
  method: 'PUT',
  path: '/platforms/:id/pin',
  needs: 'signed-in',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  body: z.object({ pinned: z.boolean() }),
  answer: z.array(PlatformUse),
});
