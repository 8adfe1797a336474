const texts = 15;

/** Twenty columns of plain texts, three of which are pasted into. */
export const columns = [
  { id: 'title', width: 260 },
  { id: 'sku', width: 130 },
  { id: 'price', width: 96 },
  { id: 'compareAtPrice', width: 96 },
  { id: 'cost', width: 96 },
  ...Array.from({ length: texts }, (_, at) => ({ id: `text${at}`, width: 130 })),
];

/** The same 10,000 products for both. */
export function rows() {
  return Array.from({ length: 10_000 }, (_, at) => ({
    title: `Stoneware mug number ${at}, hand made`,
    sku: `M-${at}`,
    price: '19.90',
    compareAtPrice: '29.90',
    cost: '7.50',
    ...Object.fromEntries(Array.from({ length: texts }, (_each, column) => [`text${column}`, `Text ${at}`])),
  }));
}
