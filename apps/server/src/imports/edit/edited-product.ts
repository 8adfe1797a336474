import { applyCells } from '@bowerbird/catalog/change/apply';
import type { Cell } from '@bowerbird/catalog/change/cell';
import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import type { EditChoices } from '@bowerbird/contract/files/imports';
import type { LockedProduct } from '../../products/claim/prepare.ts';
import { prepare } from '../../products/claim/prepare.ts';
import { changedSince, type SinceExports } from './exported.ts';
import type { Reference } from './reference.ts';
import { editVariants } from './variants.ts';

/** Fields of a product that a file edits as a whole. */
const edited = [
  'title',
  'handle',
  'descriptionHtml',
  'vendor',
  'productType',
  'tags',
  'status',
  'categories',
  'attributes',
  'currency',
] as const satisfies readonly (keyof Product)[];

export interface EditRequest {
  staged: Product;
  reference: Reference;
  choices: EditChoices;
  /** The file's column of a field; null without one. */
  columnOf(field: string): string | null;
  since: SinceExports;
}

/** What a file makes of one product. */
export interface EditedByFile {
  product: Product;
  cells: Cell[];
  /** Cells that were changed both here and in the file. */
  conflicts: Cell[];
  /** Columns with an empty cell where the product has a value. */
  emptyColumns: string[];
  /** Variants that the file does not have. */
  otherVariants: number;
}

/**
 * Works out what a file changes in a product: what differs from the file as it would be without edits. An empty cell clears
 * a value only where that was chosen. A cell that was changed here since the export, and not in the file, stays; changed on
 * both sides, it is a conflict.
 */
export function editedByFile(row: LockedProduct, request: EditRequest): EditedByFile {
  const { staged, reference, choices, columnOf } = request;
  const mine = row.product;
  const emptyColumns = new Set<string>();
  const clears = (field: string) => {
    const column = columnOf(field) ?? field;
    emptyColumns.add(column);
    return choices.emptyCells[column] === 'clear';
  };
  const changed: Partial<Product> = {};
  const take = <Field extends (typeof edited)[number]>(field: Field) => {
    const differs = reference.has(field) && !isSame(staged[field], reference.product[field]);
    if (differs && !isSame(staged[field], mine[field]) && (!isEmpty(staged[field]) || clears(field))) {
      changed[field] = staged[field];
    }
  };
  edited.forEach(take);
  const seo = { ...mine.seo };
  for (const part of ['title', 'description'] as const) {
    const differs = reference.has(`seo.${part}`) && staged.seo[part] !== reference.product.seo[part];
    if (differs && (staged.seo[part] !== null || clears(`seo.${part}`))) {
      seo[part] = staged.seo[part];
    }
  }
  const { variants, options, others } = editVariants(mine, staged, reference, choices, clears);
  const images = imagesOf(mine, staged, reference, clears);
  const product: Product = {
    ...mine,
    ...changed,
    seo: isSame(seo, mine.seo) ? mine.seo : seo,
    variants: isSame(variants, mine.variants) ? mine.variants : variants,
    options: isSame(options, mine.options) ? mine.options : options,
    images,
  };
  const isUnchanged = isSame(product, mine);
  const { cells } = prepare({ row, product: isUnchanged ? mine : product });
  const since = changedSince(request.since, cells);
  const conflicts: Cell[] = [];
  const kept = cells.filter((cell) => {
    if (!since.has(cell.path)) {
      return true;
    }
    if (isSame(cell.after, since.get(cell.path))) {
      return false;
    }
    conflicts.push(cell);
    return choices.conflicts === 'take';
  });
  return {
    product: kept.length === 0 ? mine : kept.length === cells.length ? product : applyCells(mine, kept),
    cells: kept,
    conflicts,
    emptyColumns: [...emptyColumns],
    otherVariants: others,
  };
}

/** An image that the file still has keeps what is known of it. */
function imagesOf(
  mine: Product,
  staged: Product,
  reference: Reference,
  clears: (field: string) => boolean,
): Product['images'] {
  const shown = (product: Product) => product.images.map(({ url, alt }) => ({ url, alt }));
  const differs = reference.has('images') && !isSame(shown(staged), shown(reference.product));
  if (!differs || (staged.images.length === 0 && (mine.images.length === 0 || !clears('images.url')))) {
    return mine.images;
  }
  const known = new Map(reference.product.images.map(({ url }, at) => [url, mine.images[at]]));
  return staged.images.map((image) => {
    const own = known.get(image.url);
    return own ? { ...own, alt: image.alt || own.alt } : image;
  });
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
