import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { ProductId } from './products.ts';

/** An edit rule, and the version of it that products have. */
const AppliedRule = z.object({ id: z.uuid(), name: z.string(), version: z.nullable(z.int()) });

/**
 * Where a value was taken from. `claim`: the edits with which it was claimed; `file`: an imported file; `service`: a
 * text service, such as a translation.
 */
export const provenanceKinds = [
  'source',
  'person',
  'rule',
  'claim',
  'created',
  'store',
  'file',
  'service',
] as const;
export type ProvenanceKind = (typeof provenanceKinds)[number];

/** Where one value of a product comes from. What does not apply to its kind is left out. */
export const Provenance = z.object({
  from: z.enum(provenanceKinds),
  at: Instant,
  /** The person who changed it, or on whose order it was changed. */
  by: z.nullable(z.string()),
  /** The edit set that wrote it, for an undo; null for a value that the product was made with. */
  changeId: z.nullable(z.uuid()),
  /** The run that wrote it. */
  runId: z.nullable(z.uuid()),
  /** Page of the source. */
  url: z.optional(z.nullable(z.string())),
  rule: z.optional(AppliedRule),
  /** What the source states, before the rule. */
  sourceValue: z.optional(z.unknown()),
  /** The rules that would make something else of it: it was set by hand and stays. */
  underRule: z.optional(z.extend(AppliedRule, { ruled: z.unknown() })),
  store: z.optional(z.string()),
  file: z.optional(z.object({ name: z.string(), row: z.int(), column: z.string() })),
  service: z.optional(z.object({ name: z.string(), model: z.string() })),
});
export type Provenance = z.infer<typeof Provenance>;

/**
 * Returns where every value of a product comes from: `made` for those with which it was made, `cells` for all others by
 * their path (`title`, `variants/v3/price`, `images/i7`).
 */
export const getProductProvenance = route({
  method: 'GET',
  path: '/products/:id/provenance',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: ProductId }),
  answer: z.object({ revision: z.int(), made: Provenance, cells: z.record(z.string(), Provenance) }),
});
