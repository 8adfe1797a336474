import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { Product } from '@bowerbird/catalog/product';
import type { Issue } from '@bowerbird/contract/errors';
import { safeParse } from 'zod/mini';
import type { Text } from '../../../lib/text/text.ts';

/** An error at a path of the product, with its message code. */
export interface FieldIssue {
  path: (string | number)[];
  code: string;
  params: Record<string, string | number>;
}

export const sections = [
  'basics',
  'images',
  'description',
  'options',
  'variants',
  'categories',
  'seo',
  'attributes',
  'priceTiers',
  'inStores',
  'history',
] as const;
export type Section = (typeof sections)[number];

/** The sections of a product that is not saved yet: it is in no store and has no history. */
export const sectionsOfNew = sections.filter((section) => section !== 'history' && section !== 'inStores');

/** Codes for schema errors, by the last name of their path; null if `checkProduct` reports a better error for it. */
const schemaCodes: Record<string, string | null> = {
  title: null,
  handle: null,
  name: null,
  price: 'price-invalid',
  compareAtPrice: 'price-invalid',
  cost: 'price-invalid',
  stock: 'stock-invalid',
  value: 'weight-invalid',
  url: 'address-invalid',
  amount: 'price-invalid',
  minimumQuantity: 'quantity-invalid',
  variants: 'variants-none',
};

/** Returns all errors of a product, by the same rules as the server. */
export function issuesOf(product: Product): FieldIssue[] {
  const read = safeParse(Product, product);
  const schema = read.success
    ? []
    : read.error.issues.flatMap((issue): FieldIssue[] => {
        const path = issue.path.filter((part) => typeof part !== 'symbol');
        const last = path.findLast((part) => typeof part === 'string') ?? '';
        const code = last in schemaCodes ? schemaCodes[last] : 'value-invalid';
        return code === null || code === undefined ? [] : [{ path, code: `product.${code}`, params: {} }];
      });
  return [...checkProduct(product), ...schema];
}

/** Returns the server's errors, which the client did not find. */
export function serverIssues(issues: readonly Issue[]): FieldIssue[] {
  return issues.map(({ path, code }) => ({
    // The path starts with the part of the request that holds the product.
    path: path[0] === 'product' ? path.slice(1) : path[0] === 'body' ? path.slice(2) : path,
    code,
    params: {},
  }));
}

export function issueText(text: Text, { code, params }: FieldIssue): string {
  const key = `products.issue.${code}`;
  const needs = { 'product.too-long': 'max' }[code];
  return text.has(key) && (needs === undefined || needs in params)
    ? text.named(key, params)
    : text('products.issue.product.value-invalid');
}

/** Returns the section of the editor that shows a path of the product. */
export function sectionOf(path: readonly (string | number)[]): Section {
  const [field] = path;
  return field === 'descriptionHtml'
    ? 'description'
    : (sections.find((section) => section === field) ?? 'basics');
}

/** Returns the issues whose path begins with this one. */
export function issuesAt(issues: readonly FieldIssue[], path: readonly (string | number)[]): FieldIssue[] {
  return issues.filter((issue) => path.every((part, index) => issue.path[index] === part));
}
