import type { Option, Product, Variant } from '@bowerbird/catalog/product';

/** The options of a product as a format can hold them. */
export interface FittedOptions {
  names: readonly string[];
  values(variant: Variant): readonly string[];
}

/**
 * Returns at most this many options with every name and value filled: the last one and all after it become one, with
 * values such as "Oak / Matt", so that no variant is lost.
 */
export function fittedOptions({ options }: Pick<Product, 'options'>, max: number): FittedOptions {
  const count = Math.min(options.length, max);
  return {
    names: joined(options.map(filledName), count),
    values: (variant) =>
      joined(
        options.map((_, index) => filledValue(variant.optionValues[index])),
        count,
      ),
  };
}

function filledName(option: Option, index: number): string {
  return option.name.trim() === '' ? `Option ${index + 1}` : option.name;
}

function filledValue(value: string | undefined): string {
  return value === undefined || value.trim() === '' ? '-' : value;
}

function joined(texts: readonly string[], count: number): readonly string[] {
  return texts.length === count ? texts : [...texts.slice(0, count - 1), texts.slice(count - 1).join(' / ')];
}
