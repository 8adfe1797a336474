import { expect, it } from 'vitest';
import { readPage } from './page.ts';

const url = new URL('https://lamp.example/products/lamp');
const meta = (variants: number) =>
  `<script>var meta = ${JSON.stringify({
    product: {
      id: 77,
      vendor: 'Acme',
      type: '',
      variants: Array.from({ length: variants }, (_, at) => ({
        id: 770 + at,
        price: 4990,
        name: 'Lamp',
        sku: null,
      })),
    },
  })};</script>`;
/** A product's price as newer themes show it. */
const shown = (
  price: string,
  former: string,
  id = 77,
) => `<product-price data-block-id="x" data-product-id="${id}" style="a">
  <div ref="priceContainer"><span role="group"><span class="visually-hidden">Sale price</span>
  <span class="price">${price}</span></span><span role="group"><span class="compare-at-price">${former}</span></span></div></product-price>`;
const formerOf = (html: string) =>
  readPage(html, url)[0]?.variants.map(({ compareAtPrice }) => compareAtPrice);

it('takes the former price that a page shows beside the same price of its product', () => {
  expect(formerOf(meta(1) + shown('R$ 49,90', 'R$ 99,90'))).toEqual(['99.90']);
});

it.each([
  ['beside another price', meta(1) + shown('R$ 19,90', 'R$ 99,90')],
  ['of another product', meta(1) + shown('R$ 49,90', 'R$ 99,90', 78)],
  ['that is no higher', meta(1) + shown('R$ 49,90', 'R$ 9,90')],
  ['for one of several variants', meta(2) + shown('R$ 49,90', 'R$ 99,90')],
  [
    'where the theme tells that there is none',
    `${meta(1)}<script type="application/json">[{"id":770,"option1":"Default Title","price":4990,"compare_at_price":null}]</script>${shown('R$ 49,90', 'R$ 99,90')}`,
  ],
  ['without an end', `${meta(1)}<product-price data-product-id="77"><span class="price">R$ 49,90</span>`],
])('takes none %s', (_, html) => {
  expect(formerOf(html)?.every((price) => price === null)).toBe(true);
});
