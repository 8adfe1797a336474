import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Product } from '@bowerbird/catalog/product';
import { withDefaults } from '@bowerbird/catalog/stored/stored-product';
import { type RawBuilder, sql } from 'kysely';

/** First byte of a content: how the rest is to be read. Those of plain JSON were stored by earlier versions. */
const json = 0;
const jsonDeflated = 1;
/** What nearly every product contains; stored contents are read with it, so it never changes for this first byte. */
const dictionary = Buffer.from(
  '{"title":"","handle":"","descriptionHtml":"<div><p></p><ul><li></li></ul><strong></strong><br>","vendor":"","productType":"","tags":[],"options":[{"name":"Colour","values":["Black","White"]},{"name":"Size","values":["S","M","L","XL"]}],"images":[{"url":"https://","alt":null,"width":null,"height":null}],"categories":[[""]],"seo":{"title":null,"description":null},"status":"active","currency":"USD","attributes":[],"priceTiers":[],"source":{"platform":"","shop":"","id":"","url":"https://","storeName":null},"extra":{},"variants":[{"id":"v1","sku":"","barcode":null,"optionValues":["",""],"price":"0.00","compareAtPrice":null,"cost":null,"stock":0,"available":true,"weight":{"value":"0","unit":"g"},"imageUrl":null,"requiresShipping":true,"taxable":true},{"id":"v2"',
);

/** Packs a product as an attempt keeps it (`listing_attempt.body`): less than half of what PostgreSQL makes of it. */
export function packContent(product: Product): Buffer {
  const packed = deflateRawSync(JSON.stringify(product), { dictionary });
  return Buffer.concat([Buffer.of(jsonDeflated), packed]);
}

/** Returns the product in a packed content; null for none. */
export function contentIn(body: Buffer | null): Product | null {
  if (body === null) {
    return null;
  }
  return withDefaults(JSON.parse(textIn(body))) as Product;
}

function textIn(body: Buffer): string {
  const packed = body.subarray(1);
  switch (body[0]) {
    case json:
      return packed.toString();
    case jsonDeflated:
      return inflateRawSync(packed, { dictionary }).toString();
    default:
      throw new Error(`A content packed in a way that this version does not know: ${body[0]}`);
  }
}

/**
 * The packed content of an attempt, by its name in the query: the same content of a listing is kept once, by whichever
 * of its attempts was first. Null where it was deleted.
 */
export function bodyOf(attempt: string): RawBuilder<Buffer | null> {
  const own = sql.ref(`${attempt}.body`);
  return sql<Buffer | null>`coalesce(${own}, (
    select equal.body from listing_attempt as equal
    where equal.owner_id = ${sql.ref(`${attempt}.owner_id`)} and equal.listing_id = ${sql.ref(`${attempt}.listing_id`)}
      and equal.generation = ${sql.ref(`${attempt}.generation`)} and equal.hash = ${sql.ref(`${attempt}.hash`)}
      and equal.body is not null
    limit 1
  ))`;
}
