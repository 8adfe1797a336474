import type { StoredProduct, StoredVariant } from '../../admin/record.ts';

/** `ProductSetInput` as graphql-js passes it, already of the schema's types. */
export interface ProductInput {
  id?: string | null;
  handle?: string | null;
  title?: string | null;
  descriptionHtml?: string | null;
  vendor?: string | null;
  productType?: string | null;
  tags?: string[] | null;
  status?: StoredProduct['status'] | null;
  seo?: { title?: string | null; description?: string | null } | null;
  templateSuffix?: string | null;
  category?: string | null;
  collections?: string[] | null;
  files?: FileInput[] | null;
  metafields?: MetafieldInput[] | null;
  productOptions?: OptionInput[] | null;
  variants?: VariantInput[] | null;
}

export interface OptionInput {
  id?: string | null;
  name?: string | null;
  position?: number | null;
  values?: { id?: string | null; name?: string | null }[] | null;
}

export interface VariantInput {
  id?: string | null;
  optionValues: { optionName?: string | null; name?: string | null }[];
  sku?: string | null;
  barcode?: string | null;
  price?: string | null;
  compareAtPrice?: string | null;
  taxable?: boolean | null;
  inventoryPolicy?: StoredVariant['inventoryPolicy'] | null;
  inventoryItem?: {
    sku?: string | null;
    tracked?: boolean | null;
    requiresShipping?: boolean | null;
    cost?: string | null;
    measurement?: { weight?: StoredVariant['weight'] } | null;
  } | null;
  inventoryQuantities?: { locationId: string; name: string; quantity: number }[] | null;
  file?: FileInput | null;
  metafields?: MetafieldInput[] | null;
}

export interface FileInput {
  id?: string | null;
  originalSource?: string | null;
  filename?: string | null;
  alt?: string | null;
  duplicateResolutionMode?: 'APPEND_UUID' | 'REPLACE' | 'RAISE_ERROR' | null;
}

export interface MetafieldInput {
  namespace?: string | null;
  key?: string | null;
  type?: string | null;
  value?: string | null;
}

export interface ProductIdentifier {
  id?: string | null;
  handle?: string | null;
  customId?: { namespace?: string | null; key: string; value: string } | null;
}
