import { z } from 'zod/mini';
import { route } from './route.ts';

/** What the console must know of a platform; a new one appears there without a change of the console. */
export const PlatformInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** Two letters and a colour for its mark. */
  letters: z.string(),
  hue: z.string(),
  collects: z.boolean(),
  lists: z.boolean(),
  /** How a store of it is connected; one entry per way, each with its fields. Empty when it is not listed to. */
  connections: z.array(
    z.object({
      id: z.string(),
      fields: z.array(z.object({ name: z.string(), secret: z.boolean() })),
    }),
  ),
});
export type PlatformInfo = z.infer<typeof PlatformInfo>;

export const listPlatforms = route({
  method: 'GET',
  path: '/platforms',
  needs: 'signed-in',
  answer: z.array(PlatformInfo),
});
