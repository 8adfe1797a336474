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

/** What becomes of a merchant's products on their way into one store. What is left out changes nothing. */
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
  /** How it stands there; null: as the run says. */
  status: z._default(z.nullable(z.enum(['active', 'draft'])), null),
  /** Whether it goes on the store's own sales channel; null: as the run says. */
  channel: z._default(z.nullable(z.boolean()), null),
  /** Where readers of a store without a till buy: an address that may hold `{handle}` or `{sku}`. */
  buyLink: z._default(
    z.nullable(z.string().check(z.maxLength(1000), z.regex(/^https?:\/\/[^\s"'<>]+$/))),
    null,
  ),
});
export type ListingRules = z.infer<typeof ListingRules>;

/** Rules that change nothing. */
export const noRules: ListingRules = ListingRules.parse({});
