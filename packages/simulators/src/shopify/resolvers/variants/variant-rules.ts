import { locations, type UserError } from '../../admin/admin-context.ts';
import { gid } from '../../admin/gid.ts';
import type { StoredProduct } from '../../admin/record.ts';
import type { StoreSettings } from '../../settings.ts';
import type { OptionInput, ProductInput, VariantInput } from '../products/product-input.ts';
import { productLimits } from '../products/product-limits.ts';

/** Returns the errors in the options of an input. */
export function optionFaults(
  { productOptions, variants }: ProductInput,
  settings: StoreSettings,
): UserError[] {
  const options = productOptions ?? [];
  if (variants?.length && options.length === 0) {
    const message = 'Product options input is required when updating variants';
    return [fault('PRODUCT_OPTIONS_INPUT_MISSING', ['productOptions'], message)];
  }
  if (options.length > 0 && !variants?.length) {
    return [
      fault(
        'VARIANTS_INPUT_MISSING',
        ['variants'],
        'Variants input is required when updating product options',
      ),
    ];
  }
  if (options.length > settings.maximumOptions) {
    const message = `Can only specify a maximum of ${settings.maximumOptions} options`;
    return [fault('OPTIONS_OVER_LIMIT', ['productOptions'], message)];
  }
  const names = options.map(({ name }) => (name ?? '').toLowerCase());
  return options.flatMap((option, place) => {
    const twice = names.indexOf(names[place] ?? '') !== place;
    return twice
      ? [
          fault(
            'DUPLICATED_OPTION_NAME',
            ['productOptions', String(place)],
            `Option '${option.name}' is duplicated`,
          ),
        ]
      : valueFaults(option, place, settings);
  });
}

function valueFaults({ name, values }: OptionInput, place: number, settings: StoreSettings): UserError[] {
  const at = ['productOptions', String(place)];
  if (!name?.trim() || name.length > productLimits.text) {
    return [fault('INVALID_INPUT', [...at, 'name'], 'Option name must have 1 to 255 characters')];
  }
  if (!values?.length) {
    return [
      fault('OPTION_VALUES_MISSING', [...at, 'values'], `Option '${name}' must have at least one value`),
    ];
  }
  if (values.length > settings.maximumVariants) {
    return [fault('OPTION_VALUES_OVER_LIMIT', [...at, 'values'], `Option '${name}' has too many values`)];
  }
  const seen = new Set<string>();
  return values.flatMap((value, step) => {
    const text = (value.name ?? '').trim();
    const field = [...at, 'values', String(step), 'name'];
    if (!text || text.length > productLimits.text) {
      return [fault('INVALID_INPUT', field, 'Option value must have 1 to 255 characters')];
    }
    if (seen.has(text.toLowerCase())) {
      return [fault('DUPLICATED_OPTION_VALUE', field, `Option value '${text}' is duplicated`)];
    }
    seen.add(text.toLowerCase());
    return [];
  });
}

/** Returns the errors in the variants of an input. */
export function variantFaults(
  input: ProductInput,
  former: StoredProduct | null,
  settings: StoreSettings,
): UserError[] {
  const variants = input.variants ?? [];
  if (variants.length > settings.maximumVariants) {
    const message = `The number of variants exceeds the limit of ${settings.maximumVariants}`;
    return [fault('VARIANTS_OVER_LIMIT', ['variants'], message)];
  }
  const quantities = variants.reduce(
    (total, { inventoryQuantities }) => total + (inventoryQuantities?.length ?? 0),
    0,
  );
  if (quantities > productLimits.quantities) {
    const message = 'More than 50000 inventory quantities in one input';
    return [fault('INVENTORY_QUANTITIES_LIMIT_EXCEEDED', ['variants'], message)];
  }
  const options = input.productOptions ?? [];
  if (options.length === 0) {
    return [];
  }
  const seen = new Set<string>();
  return variants.flatMap((variant, place) => {
    const at = ['variants', String(place)];
    const faults = [...choiceFaults(variant, options, at), ...factFaults(variant, former, at)];
    const choice = valuesOf(variant, options).join('\n').toLowerCase();
    if (faults.length === 0 && seen.has(choice)) {
      const title = valuesOf(variant, options).join(' / ');
      faults.push(
        fault(
          'INVALID_VARIANT',
          at,
          `The variant '${title}' already exists. Please change at least one option value.`,
        ),
      );
    }
    seen.add(choice);
    return faults;
  });
}

/** Returns the variant's option values in the order of the options; '' where one is missing. */
export function valuesOf({ optionValues }: VariantInput, options: readonly OptionInput[]): string[] {
  return options.map(
    ({ name }) =>
      optionValues.find((one) => one.optionName?.toLowerCase() === name?.toLowerCase())?.name?.trim() ?? '',
  );
}

function choiceFaults(
  { optionValues }: VariantInput,
  options: readonly OptionInput[],
  at: string[],
): UserError[] {
  const faults: UserError[] = [];
  optionValues.forEach(({ optionName, name }, step) => {
    const field = [...at, 'optionValues', String(step)];
    const option = options.find((one) => one.name?.toLowerCase() === optionName?.toLowerCase());
    if (!option) {
      faults.push(fault('OPTION_DOES_NOT_EXIST', field, `Option '${optionName}' does not exist`));
    } else if (
      !option.values?.some((value) => value.name?.trim().toLowerCase() === name?.trim().toLowerCase())
    ) {
      faults.push(fault('OPTION_VALUE_DOES_NOT_EXIST', field, `Option value '${name}' does not exist`));
    }
  });
  if (faults.length === 0 && optionValues.length !== options.length) {
    faults.push(
      fault('INVALID_VARIANT', at, `Every variant needs one value for each of the ${options.length} options`),
    );
  }
  return faults;
}

function factFaults(variant: VariantInput, former: StoredProduct | null, at: string[]): UserError[] {
  const faults: UserError[] = [];
  for (const field of ['price', 'compareAtPrice'] as const) {
    if (Number(variant[field] ?? 0) < 0) {
      faults.push(fault('INVALID_VARIANT', [...at, field], 'Price must be greater than or equal to 0'));
    }
  }
  if ((variant.sku ?? variant.inventoryItem?.sku ?? '').length > productLimits.text) {
    faults.push(fault('INVALID_VARIANT', [...at, 'sku'], 'SKU is too long (maximum is 255 characters)'));
  }
  if (variant.id && !former?.variants.some(({ id }) => gid('ProductVariant', id) === variant.id)) {
    faults.push(fault('PRODUCT_VARIANT_DOES_NOT_EXIST', [...at, 'id'], 'Product variant does not exist'));
  }
  variant.inventoryQuantities?.forEach(({ locationId, name }, step) => {
    const field = [...at, 'inventoryQuantities', String(step)];
    if (!locations.some(({ id }) => gid('Location', id) === locationId)) {
      faults.push(fault('INVALID_INPUT', [...field, 'locationId'], 'Location does not exist'));
    }
    if (name !== 'available' && name !== 'on_hand') {
      faults.push(
        fault('INVALID_INPUT', [...field, 'name'], 'The quantity name must be available or on_hand'),
      );
    }
  });
  return faults;
}

function fault(code: string, path: string[], message: string): UserError {
  return { code, field: ['input', ...path], message };
}
