import { withFields } from '../../merge/same.ts';
import type { Product } from '../../product.ts';
import type { Scope } from '../kind.ts';
import type { MergeRule } from '../variants/merge.ts';
import { merged, nameKey } from './places.ts';

/** New names by the index of the option, and of its values by what they are called now. */
export interface Renaming {
  names?: ReadonlyMap<number, string>;
  values?: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

/**
 * Renames options and values all at once, so that two of them can swap names. The variants follow. Values that end up with
 * the same name become one, at the place of the first of them. Refused, with nothing changed, where two options would have
 * the same name; variants that become the same are merged by the rule, and refused without one.
 */
export function renamed(
  product: Product,
  { names = new Map(), values = new Map() }: Renaming,
  rule: MergeRule | undefined,
  scope: Scope,
): Product {
  const options = product.options.map((option, place) => {
    const own = values.get(place);
    return {
      name: names.get(place) ?? option.name,
      values:
        own === undefined
          ? option.values
          : [...new Set(option.values.map((value) => own.get(value) ?? value))],
    };
  });
  const called = Map.groupBy(options, ({ name }) => nameKey(name));
  const taken = [...names.values()].find((name) => (called.get(nameKey(name))?.length ?? 0) > 1);
  if (taken !== undefined) {
    scope.refuse('option-name-taken', { name: taken });
    return product;
  }
  if (values.size === 0) {
    return withFields(product, { options });
  }
  const variants = product.variants.map((variant) => {
    const optionValues = variant.optionValues.map((value, place) => values.get(place)?.get(value) ?? value);
    return withFields(variant, { optionValues });
  });
  return withFields(product, { options, variants: merged(variants, rule, scope) });
}
