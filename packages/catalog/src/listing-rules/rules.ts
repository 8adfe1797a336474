import { z } from 'zod/mini';
import { InventoryRule } from './inventory.ts';
import { AttributeMapping, CategoryMapping, OptionMapping } from './mapping.ts';
import { Pricing } from './pricing.ts';
import { Texts } from './texts.ts';

const tags = z._default(
  z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(250)),
  [],
);
const word = z._default(z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))), null);

/** Rules for a merchant's products in one store. A rule that is left out changes nothing. */
export const ListingRules = z.object({
  pricing: z._default(Pricing, Pricing.parse({})),
  inventory: z._default(InventoryRule, InventoryRule.parse({})),
  categories: z._default(CategoryMapping, CategoryMapping.parse({})),
  options: z._default(z.array(OptionMapping).check(z.maxLength(200)), []),
  attributes: z._default(z.array(AttributeMapping).check(z.maxLength(200)), []),
  texts: z._default(Texts, Texts.parse({})),
  tags: z._default(z.object({ add: tags, remove: tags }), { add: [], remove: [] }),
  vendor: word,
  productType: word,
  /** The product status in the store; null: the run decides. */
  status: z._default(z.nullable(z.enum(['active', 'draft'])), null),
  /** Whether the product is published to the store's own sales channel; null: the run decides. */
  channel: z._default(z.nullable(z.boolean()), null),
  /** Where readers of a store without a checkout can buy: a URL that may contain `{handle}` or `{sku}`. */
  buyLink: z._default(
    z.nullable(z.string().check(z.maxLength(1000), z.regex(/^https?:\/\/[^\s"'<>]+$/))),
    null,
  ),
});
export type ListingRules = z.infer<typeof ListingRules>;

/** Rules that change nothing. */
export const noRules: ListingRules = ListingRules.parse({});
