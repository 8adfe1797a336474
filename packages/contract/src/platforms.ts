import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { route } from './route.ts';

/** What the console must know of a platform; a new one appears there without a change of the console. */
export const PlatformInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** Two letters and a colour for its mark. */
  letters: z.string(),
  hue: z.string(),
  collects: z.boolean(),
  /** Shops of it can be searched by words. */
  searches: z.boolean(),
  /** Lists of its shops leave quantities out; a run may ask for them, one request for each product (`startCollect`). */
  asksForStock: z.optional(z.boolean()),
  /** The plugin reads its pages in a merchant's own browser. */
  inBrowser: z.optional(z.boolean()),
  lists: z.boolean(),
  /** How a store of it is connected; one entry per way, each with its fields. Empty when it is not listed to. */
  connections: z.array(
    z.object({
      id: z.string(),
      fields: z.array(z.object({ name: z.string(), secret: z.boolean(), optional: z.optional(z.boolean()) })),
      /** The shop itself lets our app in: begun by `beginGrant`, and coming back to this address. */
      granted: z.optional(z.object({ returnsTo: z.string() })),
    }),
  ),
  /** Ways in with a merchant's own credentials, for collecting what a page does not give a server. */
  access: z.array(
    z.object({
      id: z.string(),
      /** It opens one shop, whose address is asked for. */
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

/** How much a merchant has to do with a platform; the menu shows first what is in use. */
export const PlatformUse = z.object({
  id: z.string(),
  stores: z.int(),
  collectRuns: z.int(),
  lastCollectedAt: z.nullable(Instant),
  /** Kept in this person's menu. */
  pinned: z.boolean(),
});
export type PlatformUse = z.infer<typeof PlatformUse>;

/** Of every platform; nothing for an administrator, who has no goods. */
export const listPlatformUse = route({
  method: 'GET',
  path: '/platforms/use',
  needs: 'signed-in',
  answer: z.array(PlatformUse),
});

/** Keeps a platform in one's own menu, or no longer. */
export const pinPlatform = route({
  method: 'PUT',
  path: '/platforms/:id/pin',
  needs: 'signed-in',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  body: z.object({ pinned: z.boolean() }),
  answer: z.array(PlatformUse),
});
