import { z } from 'zod/mini';
import { Fault } from '../runs.ts';
import { ChangedCell, ProductId } from './products.ts';

/** A product of a run that edits products, and what changed in it. */
export const EditedItem = z.object({
  id: ProductId,
  title: z.string(),
  sku: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  cells: z.array(ChangedCell),
  /** Labels of the variants that `cells` name, by their id: the option values joined. */
  variants: z.record(z.string(), z.string()),
  /** Why it was rejected, or cannot be undone. */
  fault: z.nullable(Fault),
  /** Who changed it later, where something was kept for that reason. */
  by: z.nullable(z.string()),
});
export type EditedItem = z.infer<typeof EditedItem>;
