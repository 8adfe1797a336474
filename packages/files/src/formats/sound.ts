import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import type { Product } from '@bowerbird/catalog/product';
import type { FaultCode, FileFault } from '@bowerbird/contract/files/fault-codes';

/**
 * Returns what our product model cannot hold of a product whose cells are right, each error at the column of its field,
 * as `at` names it.
 */
export function unsound(
  product: Product,
  at: (field: keyof Product | undefined, code: FaultCode) => FileFault,
): FileFault[] {
  return checkProduct(product).map(({ code, path: [field] }) =>
    at(
      field as keyof Product | undefined,
      code === 'variant.combination-twice' ? 'option.combination-twice' : 'cell.too-long',
    ),
  );
}

/** Returns a handle for a product whose file gives none, as stores make it of the title. */
export function handleOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['product'];
  return words.join('-').slice(0, 255);
}

/** Returns the parts of a cell that holds several, separated by commas. */
export function listed(cell: string): string[] {
  return cell
    .split(/[,，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
