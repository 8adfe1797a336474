import { withoutTags, withTags } from '../edits/tags/tags.ts';
import { withFields } from '../merge/same.ts';
import { currencyAfter } from '../pricing/exchange.ts';
import type { Product } from '../product.ts';
import { inventoryOf } from './inventory.ts';
import { mapAttributes, mapCategories, mapOptions } from './mapping.ts';
import { priceVariant } from './pricing.ts';
import type { ListingRules } from './rules.ts';
import { descriptionBy, titleBy } from './texts.ts';
import { type Step, type StepKind, step, type TraceEntry } from './trace.ts';

/** A product as one store gets it, and the reason for each value that differs from the merchant's own. */
export interface Ruled {
  product: Product;
  trace: TraceEntry[];
}

/**
 * Returns the product with the store's rules applied; the same object when they change nothing. This is a pure function
 * of both parameters. Always apply it to the merchant's own product and never to its own result: a price times two must
 * not be doubled twice. The consistency of options, variants and images is preserved.
 */
export function applyRules(given: Product, rules: ListingRules): Ruled {
  const stated: TraceEntry[] = [];
  const mapped = mapAll(given, rules);
  const priced = priceAll(mapped, rules, stated);
  const counted = countAll(priced, rules, stated);
  const product = writeTexts(counted, rules, stated);
  if (product === given) {
    return { product: given, trace: [] };
  }
  return { product, trace: [...stated, ...plainEntries(given, product, stated)] };
}

function mapAll(given: Product, rules: ListingRules): Product {
  let product = mapOptions(given, rules.options);
  product = mapAttributes(product, rules.attributes);
  product = mapCategories(product, rules.categories);
  const { add, remove } = rules.tags;
  product = withTags(withoutTags(product, remove), add);
  return withFields(product, {
    vendor: rules.vendor ?? product.vendor,
    productType: rules.productType ?? product.productType,
  });
}

function priceAll(product: Product, { pricing }: ListingRules, stated: TraceEntry[]): Product {
  const { currency } = product;
  const state = (path: string, before: string | null, after: string | null, steps: Step[]) => {
    if (before !== after) {
      stated.push({ path, before, after, steps });
    }
  };
  const variants = product.variants.map((variant, at) => {
    const { amounts, price, compareAt } = priceVariant(variant, pricing, currency);
    state(`variants.${at}.price`, variant.price, amounts.price, price);
    state(`variants.${at}.compareAtPrice`, variant.compareAtPrice, amounts.compareAtPrice, compareAt);
    return withFields(variant, amounts);
  });
  const priceTiers = product.priceTiers.map((tier) => {
    const [variant] = product.variants;
    const amount = variant
      ? priceVariant({ ...variant, price: tier.price, cost: null, compareAtPrice: null }, pricing, currency)
      : null;
    return withFields(tier, { price: amount?.amounts.price ?? tier.price });
  });
  return withFields(product, {
    variants,
    priceTiers,
    currency: currencyAfter(pricing.exchange, currency),
  });
}

function countAll(product: Product, { inventory }: ListingRules, stated: TraceEntry[]): Product {
  const shown = (stock: number | null) => (stock === null ? null : String(stock));
  const variants = product.variants.map((variant, at) => {
    const { stock, steps } = inventoryOf(variant, inventory);
    if (stock !== variant.stock) {
      stated.push({
        path: `variants.${at}.stock`,
        before: shown(variant.stock),
        after: shown(stock),
        steps,
      });
    }
    return withFields(variant, { stock });
  });
  return withFields(product, { variants });
}

function writeTexts(product: Product, { texts }: ListingRules, stated: TraceEntry[]): Product {
  const { filled, title } = titleBy(texts, product);
  if (title !== product.title) {
    const steps = texts.title === '' ? [] : [step('template', filled, { template: texts.title })];
    if (title !== filled) {
      steps.push(step('shortened', title, { max: String(texts.titleMax) }));
    }
    stated.push({ path: 'title', before: product.title, after: title, steps });
  }
  return withFields(product, { title, descriptionHtml: descriptionBy(texts, product) });
}

/** Fields that the trace shows with their old and new value only. */
const plainFields: { path: string; kind: StepKind; shown(product: Product): string | null }[] = [
  { path: 'descriptionHtml', kind: 'template', shown: ({ descriptionHtml }) => descriptionHtml },
  { path: 'vendor', kind: 'set', shown: ({ vendor }) => vendor },
  { path: 'productType', kind: 'set', shown: ({ productType }) => productType },
  { path: 'tags', kind: 'set', shown: ({ tags }) => tags.join(', ') },
  {
    path: 'categories',
    kind: 'mapped',
    shown: ({ categories }) => categories.map((path) => path.join(' / ')).join(', '),
  },
  {
    path: 'options',
    kind: 'mapped',
    shown: ({ options }) => options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; '),
  },
  {
    path: 'attributes',
    kind: 'mapped',
    shown: ({ attributes }) => attributes.map(({ name, value }) => `${name}: ${value}`).join('; '),
  },
  { path: 'currency', kind: 'set', shown: ({ currency }) => currency },
];

function plainEntries(given: Product, product: Product, stated: readonly TraceEntry[]): TraceEntry[] {
  return plainFields.flatMap(({ path, kind, shown }) => {
    const [before, after] = [shown(given), shown(product)];
    return before === after || stated.some((entry) => entry.path === path)
      ? []
      : [{ path, before, after, steps: [step(kind, after)] }];
  });
}
