/** Why an edit cannot be applied to a product. */
export const refusalCodes = [
  'title-empty',
  'handle-empty',
  'text-too-long',
  'pattern-too-costly',
  'price-below-zero',
  'price-too-large',
  'division-by-zero',
  'no-exchange-rate',
  'no-shipping-price',
  'stock-out-of-range',
  'weight-out-of-range',
  'series-missing',
  'series-exhausted',
  'codes-equal',
  'option-name-taken',
  'option-value-not-split',
  'variants-equal',
  'no-variant-left',
  'too-many-variants',
  'attribute-name-taken',
  'image-address-invalid',
  'image-twice',
  'not-per-store',
  'store-unknown',
  'product-invalid',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** Why an edit cannot be applied to a product, with values for the sentence, such as the variant's id. */
export interface Refusal {
  code: RefusalCode;
  detail: Readonly<Record<string, string | number>>;
}
