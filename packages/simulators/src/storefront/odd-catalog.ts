import { type CatalogProduct, type CatalogVariant, listCatalog, type SimulatedCatalog } from './catalog.ts';

/** Returns products as real shops occasionally have them; each has broken some collector. */
export function oddCatalog(): SimulatedCatalog {
  const day = '2026-10-01T10:00:00+00:00';
  const odd = (place: number, handle: string, changes: Partial<CatalogProduct>): CatalogProduct => ({
    id: 8_900_000_000_000 + place,
    title: handle.replaceAll('-', ' '),
    handle,
    bodyHtml: '<p>Odd.</p>',
    publishedAt: day,
    createdAt: day,
    updatedAt: day,
    vendor: 'Odd Things ',
    productType: '',
    tags: [],
    options: [{ id: 9_900_000_000_000 + place, name: 'Title', values: ['Default Title'] }],
    variants: [variant(place, {})],
    images: [],
    ...changes,
  });
  const priced = (place: number, handle: string, price: string) =>
    odd(place, handle, { variants: [variant(place, { price })] });
  const sizes = Array.from({ length: 64 }, (_, step) => `Size ${step + 1}`);
  const tones = Array.from({ length: 32 }, (_, step) => `Tone ${step + 1}`);
  return listCatalog([
    priced(1, 'price-with-a-comma', '12,50'),
    priced(2, 'price-below-zero', '-1'),
    priced(3, 'price-empty', ''),
    priced(4, 'price-with-an-exponent', '1e3'),
    odd(5, 'sku-null', { variants: [variant(5, { sku: null })] }),
    odd(6, 'sku-empty', { variants: [variant(6, { sku: '', compareAtPrice: '' })] }),
    odd(7, 'no-description', { bodyHtml: null }),
    odd(8, 'huge-description', { bodyHtml: `<p>${'Long text. '.repeat(95_400)}</p>` }),
    odd(9, 'many-variants', {
      options: [
        { id: 9_900_000_000_100, name: 'Size', values: sizes },
        { id: 9_900_000_000_101, name: 'Tone', values: tones },
      ],
      variants: sizes.flatMap((size, row) =>
        tones.map((tone, step) => variant(1000 + row * tones.length + step, { optionValues: [size, tone] })),
      ),
    }),
    odd(10, 'many-tags', { tags: Array.from({ length: 250 }, (_, step) => `${step} ${'tag'.repeat(60)}`) }),
    odd(11, '中文-商品', {
      title: '  中文商品 🐦 ',
      bodyHtml: '<p>描述</p><img src="//cdn.example/picture.jpg">',
    }),
  ]);
}

function variant(place: number, changes: Partial<CatalogVariant>): CatalogVariant {
  return {
    id: 46_900_000_000_000 + place,
    optionValues: ['Default Title'],
    sku: `ODD-${place}`,
    barcode: null,
    price: '10.00',
    compareAtPrice: null,
    grams: 0,
    available: true,
    quantity: 1,
    requiresShipping: true,
    taxable: true,
    image: null,
    ...changes,
  };
}
