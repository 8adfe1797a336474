import type { productSorts } from '@bowerbird/contract/products/products';
import { type RawBuilder, sql } from 'kysely';
import type { Order } from '../../db/pages/in-steps.ts';

export type ProductSort = (typeof productSorts)[number];

interface ProductOrder extends Order {
  /** What stands for a value that is not known, below all others. */
  unknown?: RawBuilder<unknown>;
}

const text = (column: string): ProductOrder => ({
  by: sql`(coalesce(${sql.ref(column)}, '') collate "C")`,
  type: 'text',
});
const plain = (column: string, type: Order['type']): ProductOrder => ({ by: sql.ref(column), type });
const amount = (column: string): ProductOrder => ({
  by: sql`coalesce(${sql.ref(column)}, -1)`,
  type: 'numeric',
  unknown: sql`-1`,
});
const leastInteger = sql`'-2147483648'::integer`;
const longAgo = sql`'-infinity'::timestamptz`;

/** Every order of the product list. Each has an index, which can be read in either direction. */
export const orderOf: Record<ProductSort, ProductOrder> = {
  updated: plain('updated_at', 'timestamptz'),
  created: plain('created_at', 'timestamptz'),
  collected: { by: sql`coalesce(collected_at, ${longAgo})`, type: 'timestamptz', unknown: longAgo },
  title: plain('title_order', 'text'),
  price: { ...plain('price_order', 'numeric'), unknown: sql`-1` },
  compareAt: amount('compare_at'),
  cost: amount('cost'),
  margin: { by: sql`coalesce(margin, ${leastInteger})`, type: 'integer', unknown: leastInteger },
  stock: { ...plain('stock_order', 'integer'), unknown: leastInteger },
  variants: plain('variant_count', 'integer'),
  images: plain('image_count', 'integer'),
  status: text('status'),
  platform: text('platform'),
  source: text('source_host'),
  vendor: text('vendor'),
  type: text('product_type'),
  category: text('category'),
};
