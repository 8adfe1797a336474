/** A minimal simple product as the Store API sends it; number 7 is `good-7`, id 7007, at 7.00. */
export function simpleGood(number: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const slug = `good-${number}`;
  return {
    id: 7000 + number,
    name: `Good &amp; plain ${number}`,
    slug,
    parent: 0,
    type: 'simple',
    variation: '',
    permalink: `https://loom.example/product/${slug}/`,
    sku: `G-${number}`,
    short_description: '<p>Short.</p>',
    description: '<p>Long.</p>',
    on_sale: false,
    prices: prices(number * 100),
    images: [{ id: number, src: `https://loom.example/files/${slug}.jpg`, srcset: '', alt: '' }],
    categories: [{ id: 17, name: 'Rugs', slug: 'rugs' }],
    tags: [{ id: 3, name: 'wool &amp; silk', slug: 'wool-silk' }],
    brands: [],
    attributes: [],
    variations: [],
    grouped_products: [],
    has_options: false,
    is_purchasable: true,
    is_in_stock: true,
    is_on_backorder: false,
    low_stock_remaining: null,
    stock_availability: { text: '', class: 'in-stock' },
    weight: '',
    formatted_weight: 'N/A',
    add_to_cart: { maximum: 9999 },
    ...changes,
  };
}

export function prices(minor: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    price: String(minor),
    regular_price: String(minor),
    sale_price: String(minor),
    price_range: null,
    currency_code: 'EUR',
    currency_minor_unit: 2,
    ...changes,
  };
}

/** A product of two colours, of which the second is shared across the shop and named by its slug. */
export function variableGood(number: number): Record<string, unknown> {
  const id = 7000 + number;
  return simpleGood(number, {
    type: 'variable',
    attributes: [
      {
        id: 2,
        name: 'Colour',
        taxonomy: 'pa_colour',
        has_variations: true,
        terms: [
          { id: 31, name: 'Sea green', slug: 'sea-green' },
          { id: 32, name: 'Rust', slug: 'rust' },
        ],
      },
      {
        id: 0,
        name: 'Care',
        taxonomy: null,
        has_variations: false,
        terms: [{ name: 'By hand', slug: 'By hand' }],
      },
    ],
    variations: [
      { id: id * 10 + 1, attributes: [{ name: 'Colour', value: 'sea-green' }] },
      { id: id * 10 + 2, attributes: [{ name: 'Colour', value: 'rust' }] },
    ],
    has_options: true,
  });
}

/** The two variations of such a product; the second has no SKU of its own and a lower price. */
export function variationsOf(number: number): Record<string, unknown>[] {
  const id = 7000 + number;
  const one = (place: number, changes: Record<string, unknown>) =>
    simpleGood(number, {
      id: id * 10 + place,
      parent: id,
      type: 'variation',
      images: [],
      categories: [],
      tags: [],
      ...changes,
    });
  return [
    one(1, { sku: `G-${number}-SEA`, low_stock_remaining: 2 }),
    one(2, { prices: prices(number * 100 - 50, { regular_price: String(number * 100) }) }),
  ];
}
