import type { Option } from '@bowerbird/catalog/product';
import { plainText } from '../../../reading/html/html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { startCombinations } from './combinations.ts';

/** The options of a product, and the option values of each variation. */
export interface Choices {
  options: Option[];
  /** Returns the option values of a variation, in the options' order; an "any" of the shop expands to each value. */
  of(variationId: string): string[][];
  /** Reports whether every requested variation was expanded in full. */
  areAll(): boolean;
}

interface Chosen {
  name: string;
  /** By slug and by name, lower case: a variation uses slugs for shared attributes, and names for its own. */
  values: Map<string, string>;
}

/** Reads the options of a variable product from its attributes, and each variation's values from the parent's list. */
export function readChoices(product: UnreadObject): Choices {
  const byVariation = new Map(
    itemsOf(product.variations)
      .filter(isObject)
      .map((variation) => [idOf(variation.id) ?? '', namedIn(variation.attributes)] as const),
  );
  const attributes = itemsOf(product.attributes)
    .filter(isObject)
    .filter(({ has_variations }) => has_variations === true)
    .map(
      (attribute, at): Chosen => ({
        name: plainText(textOf(attribute.name) ?? '') || `Option ${at + 1}`,
        values: new Map(
          itemsOf(attribute.terms)
            .filter(isObject)
            .flatMap((term) => {
              const name = plainText(textOf(term.name) ?? '');
              const slug = textOf(term.slug);
              return name === ''
                ? []
                : [[slugKey(slug ?? name), name] as const, [slugKey(name), name] as const];
            }),
        ),
      }),
    );
  for (const named of byVariation.values()) {
    for (const { name, values } of attributes) {
      const value = named.get(slugKey(name)) ?? null;
      if (value !== null && !values.has(slugKey(value))) {
        values.set(slugKey(value), plainText(value));
      }
    }
  }
  // An option without any value is none.
  const chosen = attributes.filter(({ values }) => values.size > 0);
  const combinations = startCombinations();

  return {
    options: chosen.map(({ name, values }) => ({ name, values: [...new Set(values.values())] })),
    of(variationId) {
      const named = byVariation.get(variationId) ?? new Map<string, string | null>();
      return combinations.of(
        chosen.map(({ name, values }) => {
          const value = named.get(slugKey(name)) ?? null;
          return value === null
            ? [...new Set(values.values())]
            : [values.get(slugKey(value)) ?? plainText(value)];
        }),
      );
    },
    areAll: () => chosen.length === attributes.length && combinations.areAll(),
  };
}

function namedIn(attributes: unknown): Map<string, string | null> {
  return new Map(
    itemsOf(attributes)
      .filter(isObject)
      .map(({ name, value }) => [slugKey(plainText(textOf(name) ?? '')), textOf(value)]),
  );
}

function slugKey(text: string): string {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // A lone percent sign is part of the name.
  }
  return plain.toLowerCase().normalize('NFC');
}
