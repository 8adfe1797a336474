import { z } from 'zod/mini';
import { withFields } from '../../merge/same.ts';
import type { Product } from '../../product.ts';
import type { Scope } from '../kind.ts';

/** Fields of one line of plain text. */
export const LineField = z.enum(['title', 'handle', 'vendor', 'productType', 'seoTitle', 'seoDescription']);
export type LineField = z.infer<typeof LineField>;

/** Fields in which text can be replaced. */
export const TextField = z.enum([
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'seoTitle',
  'seoDescription',
]);
export type TextField = z.infer<typeof TextField>;

/** Returns the text of a field; null where it has none. */
export function textOf(product: Product, field: TextField): string | null {
  switch (field) {
    case 'seoTitle':
      return product.seo.title;
    case 'seoDescription':
      return product.seo.description;
    default:
      return product[field];
  }
}

/**
 * Returns the product with this text in the field. Empty text clears a field that may be empty; a title or handle that
 * would become blank is refused.
 */
export function withText(product: Product, field: TextField, text: string | null, scope: Scope): Product {
  switch (field) {
    case 'title':
    case 'handle':
      if (text === null || text.trim() === '') {
        scope.refuse(field === 'title' ? 'title-empty' : 'handle-empty');
        return product;
      }
      return withFields(product, { [field]: text });
    case 'descriptionHtml':
      return withFields(product, { descriptionHtml: text ?? '' });
    case 'vendor':
    case 'productType':
      return withFields(product, { [field]: text || null });
    case 'seoTitle':
      return withFields(product, { seo: { ...product.seo, title: text || null } });
    case 'seoDescription':
      return withFields(product, { seo: { ...product.seo, description: text || null } });
  }
}

/**
 * Changes the text of a field that has one. A change that returns null has said in the scope why it cannot be made.
 */
export function changeText(
  product: Product,
  field: TextField,
  scope: Scope,
  change: (text: string) => string | null,
): Product {
  const text = textOf(product, field);
  const changed = text === null ? null : change(text);
  return changed === null || changed === text ? product : withText(product, field, changed, scope);
}
