import { type AdminContext, defaultLocation, locations } from '../../admin/admin-context.ts';
import { gid, numberOf } from '../../admin/gid.ts';
import type { StoredMetafield, StoredProduct, StoredVariant, Writer } from '../../admin/record.ts';
import { type TakenFiles, takeFiles } from '../file-intake.ts';
import { namespaceOf } from '../metafields/metafield-view.ts';
import { valuesOf } from '../variants/variant-rules.ts';
import type { MetafieldInput, ProductInput, VariantInput } from './product-input.ts';

/**
 * Returns the product after this write. Scalar fields that were not sent stay; lists that were sent replace the former
 * ones completely (`shopify/readme.md`, Writing products). The input was validated before.
 */
export function builtProduct(
  input: ProductInput,
  former: StoredProduct | null,
  context: AdminContext,
  by: Writer = 'app',
): StoredProduct {
  const base = former ?? blank(input, context, by);
  const files = takeFiles(input.files ?? null, base, context);
  return {
    ...base,
    handle: input.handle ? plainHandle(input.handle) : base.handle,
    title: input.title ?? base.title,
    descriptionHtml: input.descriptionHtml ?? base.descriptionHtml,
    vendor: input.vendor ?? base.vendor,
    productType: input.productType ?? base.productType,
    tags: input.tags ? [...new Set(input.tags.map((tag) => tag.trim()).filter(Boolean))].sort() : base.tags,
    status: input.status ?? base.status,
    seo: input.seo
      ? { title: input.seo.title ?? null, description: input.seo.description ?? null }
      : base.seo,
    templateSuffix: input.templateSuffix ?? base.templateSuffix,
    category: input.category ?? base.category,
    collections: input.collections?.flatMap((id) => numberOf('Collection', id) ?? []) ?? base.collections,
    metafields: builtMetafields(input.metafields, base.metafields, context),
    options: builtOptions(input, base, context),
    variants: builtVariants(input, base, files, context),
    media: files.ids,
    updatedAt: Math.max(context.now, base.updatedAt + (former ? 1000 : 0)),
  };
}

/** Returns a free handle: the title's own, or with the next number appended. */
export function freeHandle(wanted: string, { ledger }: AdminContext): string {
  let handle = wanted;
  for (let step = 1; ledger.byHandle(handle); step += 1) {
    handle = `${wanted}-${step}`;
  }
  return handle;
}

/** Converts text to a handle: lower case letters of any script and digits, joined by hyphens. */
export function plainHandle(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}_]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'product'
  );
}

function blank(input: ProductInput, context: AdminContext, by: Writer): StoredProduct {
  const { ledger, now } = context;
  return {
    id: ledger.newId(),
    handle: freeHandle(plainHandle(input.handle || input.title || ''), context),
    title: '',
    descriptionHtml: '',
    vendor: context.settings.title,
    productType: '',
    tags: [],
    status: 'ACTIVE',
    seo: { title: null, description: null },
    templateSuffix: null,
    category: null,
    options: [],
    variants: [],
    media: [],
    collections: [],
    metafields: [],
    publications: [],
    createdAt: now,
    updatedAt: now,
    by,
  };
}

function builtOptions({ productOptions }: ProductInput, base: StoredProduct, { ledger }: AdminContext) {
  if (!productOptions?.length) {
    return base.options.length > 0
      ? base.options
      : [{ id: ledger.newId(), name: 'Title', values: [{ id: ledger.newId(), name: 'Default Title' }] }];
  }
  const inOrder = [...productOptions].sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return inOrder.map((option) => {
    const former = base.options.find(({ name }) => name === option.name);
    return {
      id: former?.id ?? ledger.newId(),
      name: option.name ?? '',
      values: (option.values ?? []).map((value) => ({
        id: former?.values.find(({ name }) => name === value.name)?.id ?? ledger.newId(),
        name: value.name?.trim() ?? '',
      })),
    };
  });
}

function builtVariants(
  input: ProductInput,
  base: StoredProduct,
  files: TakenFiles,
  context: AdminContext,
): StoredVariant[] {
  if (!input.variants?.length) {
    const kept = base.variants.map((variant) => ({
      ...variant,
      mediaId: files.ids.includes(variant.mediaId ?? -1) ? variant.mediaId : null,
    }));
    return kept.length > 0
      ? kept
      : [builtVariant({ optionValues: [] }, ['Default Title'], undefined, files, context)];
  }
  const options = [...(input.productOptions ?? [])].sort(
    (one, other) => (one.position ?? 0) - (other.position ?? 0),
  );
  return input.variants.map((variant) => {
    const values = valuesOf(variant, options);
    const former = base.variants.find(
      ({ id, optionValues }) =>
        gid('ProductVariant', id) === variant.id ||
        (!variant.id && optionValues.join('\n') === values.join('\n')),
    );
    return builtVariant(variant, values, former, files, context);
  });
}

function builtVariant(
  sent: VariantInput,
  optionValues: string[],
  former: StoredVariant | undefined,
  files: TakenFiles,
  context: AdminContext,
): StoredVariant {
  const { ledger, now } = context;
  const item = sent.inventoryItem ?? {};
  return {
    id: former?.id ?? ledger.newId(),
    itemId: former?.itemId ?? ledger.newId(),
    optionValues,
    sku: sent.sku ?? item.sku ?? former?.sku ?? null,
    barcode: sent.barcode === undefined ? (former?.barcode ?? null) : sent.barcode,
    price: amount(sent.price) ?? former?.price ?? '0.00',
    compareAtPrice:
      sent.compareAtPrice === undefined ? (former?.compareAtPrice ?? null) : amount(sent.compareAtPrice),
    cost: item.cost === undefined ? (former?.cost ?? null) : amount(item.cost),
    taxable: sent.taxable ?? former?.taxable ?? true,
    requiresShipping: item.requiresShipping ?? former?.requiresShipping ?? true,
    tracked: item.tracked ?? former?.tracked ?? true,
    inventoryPolicy: sent.inventoryPolicy ?? former?.inventoryPolicy ?? 'DENY',
    weight: item.measurement?.weight ?? former?.weight ?? null,
    stock: builtStock(sent, former),
    mediaId: sent.file ? files.find(sent.file) : keptMedia(former, files),
    metafields: builtMetafields(sent.metafields, former?.metafields ?? [], context),
    createdAt: former?.createdAt ?? now,
    updatedAt: now,
  };
}

function keptMedia(former: StoredVariant | undefined, files: TakenFiles): number | null {
  return former && files.ids.includes(former.mediaId ?? -1) ? former.mediaId : null;
}

function builtStock(
  { inventoryQuantities }: VariantInput,
  former: StoredVariant | undefined,
): Record<string, number> {
  const stock = { ...(former?.stock ?? { [defaultLocation.id]: 0 }) };
  for (const { locationId, quantity } of inventoryQuantities ?? []) {
    const location = locations.find(({ id }) => gid('Location', id) === locationId);
    if (location) {
      stock[location.id] = quantity;
    }
  }
  return stock;
}

function builtMetafields(
  sent: readonly MetafieldInput[] | null | undefined,
  former: readonly StoredMetafield[],
  { ledger, now }: AdminContext,
): StoredMetafield[] {
  return (
    sent?.map((one) => {
      const namespace = namespaceOf(one.namespace);
      const key = one.key ?? '';
      const kept = former.find((metafield) => metafield.namespace === namespace && metafield.key === key);
      const type =
        one.type ?? ledger.definition(namespace, key)?.type ?? kept?.type ?? 'single_line_text_field';
      const value = one.value ?? '';
      return {
        id: kept?.id ?? ledger.newId(),
        namespace,
        key,
        type,
        value,
        createdAt: kept?.createdAt ?? now,
        updatedAt: now,
      };
    }) ?? [...former]
  );
}

/** Returns an amount as the Admin API answers it: at least two decimals. */
export function amount(text: string | null | undefined): string | null {
  if (text === null || text === undefined) {
    return null;
  }
  const [whole = '0', decimals = ''] = text.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
