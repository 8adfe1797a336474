import type { Option } from '@bowerbird/catalog/product';
import { plainText } from '../html-text.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../unread.ts';

/** What a shopper chooses, and how a variation names its choice. */
export interface Choices {
  options: Option[];
  /** The choices of a variation, in the options' order; an "any" of the shop stands for each value. */
  of(variationId: string): string[][];
}

interface Chosen {
  name: string;
  /** By slug and by name, lower case: a variation names the one for shared attributes, the other for its own. */
  values: Map<string, string>;
}

/** As many rows as an "any" may stand for before it is kept as the first value only. */
const rowsMax = 200;

/** Reads the options of a variable product from its attributes, and each variation's choice from the parent's list. */
export function readChoices(product: UnreadObject): Choices {
  const chosen = itemsOf(product.attributes)
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
  const byVariation = new Map(
    itemsOf(product.variations)
      .filter(isObject)
      .map((variation) => [idOf(variation.id) ?? '', namedIn(variation.attributes)] as const),
  );

  return {
    options: chosen.map(({ name, values }) => ({ name, values: [...new Set(values.values())] })),
    of(variationId) {
      const named = byVariation.get(variationId) ?? new Map<string, string | null>();
      const rows = chosen.map(({ name, values }) => {
        const value = named.get(slugKey(name)) ?? null;
        return value === null
          ? [...new Set(values.values())]
          : [values.get(slugKey(value)) ?? plainText(value)];
      });
      const all = rows.reduce<string[][]>(
        (made, values) => made.flatMap((row) => values.map((value) => [...row, value])),
        [[]],
      );
      return all.length > rowsMax ? all.slice(0, 1) : all;
    },
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
