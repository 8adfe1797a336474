import { expect, it } from 'vitest';
import { rejectionCode } from './rejection-code.ts';

it.each([
  // WooCommerce, WordPress
  [
    'Error getting remote image https://cdn.example/a.jpg. Error: Not Found',
    'images',
    'store.images-unreachable',
  ],
  ['Invalid URL Provided.', 'images', 'store.images-unreachable'],
  ['Sorry, you are not allowed to upload this file type.', 'images', 'store.image-invalid'],
  ['Invalid parameter(s): regular_price', 'variants.0.price', 'store.price-invalid'],
  ['Missing parameter(s): name', 'title', 'store.field-missing'],
  ['Invalid parameter(s): categories', 'categories', 'store.category-rejected'],
  ['Invalid term ID.', null, 'store.category-rejected'],
  // Shopify
  ['Title can’t be blank', 'title', 'store.field-missing'],
  ['Title is too long (maximum is 255 characters)', 'title', 'store.field-too-long'],
  ['Duplicated option value', 'options', 'store.options-repeated'],
  ['Metafield definition does not match', null, 'store.custom-fields-rejected'],
  // SHOPLINE, Shoplazza
  ["variants[0].price can't be blank", 'variants.0.price', 'store.field-missing'],
  ['tags is too long', 'tags', 'store.field-too-long'],
  ['必填', 'title', 'store.field-missing'],
  // Shopyy
  ['title不能为空 (cannot be empty)', 'title', 'store.field-missing'],
  ['产品属性错误 (wrong)', 'options', 'store.options-incomplete'],
  ['图片格式错误 (wrong form, wrong)', 'images', 'store.image-invalid'],
  ['图片下载失败', 'images', 'store.images-unreachable'],
  // A rejection that is not known yet gets the general code.
  ['The moon is in the wrong house', null, 'store.rejected-product'],
])('“%s” at %s is %s', (said, field, code) => {
  expect(rejectionCode(said, field)).toBe(code);
});
