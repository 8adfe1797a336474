import type { Product } from '@bowerbird/catalog/product';
import { termName } from '@bowerbird/platforms/listing/dependencies';
import type { Lister } from '@bowerbird/platforms/listing/lister';

/**
 * Reports whether a product names categories or tags that it was not last written with; `former` is what was, or nothing
 * where that is not known.
 */
export function namesNewTerms(
  { writer: { terms } }: Pick<Lister, 'writer'>,
  product: Product,
  former: Product | null | undefined,
): boolean {
  const before = new Set(former ? terms?.of(former).map(termName) : []);
  return terms?.of(product).some((term) => !before.has(termName(term))) ?? false;
}
