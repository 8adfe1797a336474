import { Image, Option, Product, Source, Variant } from '@bowerbird/catalog/product';
import { FilledText, HtmlText, LongText, ShortText } from '@bowerbird/catalog/similar/sent-text';
import { z } from 'zod/mini';

const shortUrl = z.url().check(z.maxLength(10_000));

/** A product in a request: the same as `Product`, with a maximum length for every text. */
export const SentProduct = z.extend(Product, {
  title: FilledText,
  handle: FilledText,
  descriptionHtml: HtmlText,
  vendor: z.nullable(ShortText),
  productType: z.nullable(ShortText),
  tags: z.array(ShortText),
  options: z.array(z.extend(Option, { name: FilledText, values: z.array(ShortText) })),
  variants: z
    .array(
      z.extend(Variant, {
        id: FilledText,
        sku: z.nullable(ShortText),
        barcode: z.nullable(ShortText),
        optionValues: z.array(ShortText),
        imageUrl: z.nullable(ShortText),
      }),
    )
    .check(z.minLength(1)),
  images: z.array(
    z.extend(Image, {
      url: shortUrl,
      alt: ShortText,
      origin: z.optional(
        z.object({ url: shortUrl, hash: z.nullable(ShortText), transformations: z.array(ShortText) }),
      ),
    }),
  ),
  categories: z.array(z.array(ShortText)),
  seo: z.object({ title: z.nullable(ShortText), description: z.nullable(ShortText) }),
  attributes: z.array(z.object({ name: ShortText, value: LongText })),
  source: z.nullable(
    z.extend(Source, {
      platform: ShortText,
      shop: ShortText,
      id: ShortText,
      url: shortUrl,
      storeName: z.nullable(ShortText),
    }),
  ),
  extra: z.record(ShortText, z.record(ShortText, z.unknown())),
});
