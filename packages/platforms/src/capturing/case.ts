import type { Product } from '@bowerbird/catalog/product';
import { watchedFields } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { Collector } from '../collecting/collector.ts';
import { hasField } from '../reading/watched-fields.ts';

/** A page that a reader fails on, trimmed to the relevant parts, with the expected result. */
export const CapturedCase = z.object({
  platform: z.string(),
  url: z.url(),
  capturedAt: z.string(),
  /** What a person says is there. */
  expect: z.object({
    fields: z.array(z.enum(watchedFields)),
    /** Values that are already read correctly and must stay so, and those that the person gave. */
    values: z.object({
      title: z.string().optional(),
      /** Null: the page shows no price, and none may be read. */
      price: z.string().nullable().optional(),
      currency: z.string().optional(),
      /** The first variant's quantity; null: the page shows none, and none may be read. */
      stock: z.int().nullable().optional(),
      /** Number of variants. */
      variants: z.int().optional(),
      /** Choices offered to shoppers, as "option: value". */
      choices: z.array(z.string()).optional(),
    }),
  }),
  markup: z.string(),
});
export type CapturedCase = z.infer<typeof CapturedCase>;

/** Result of reading a page. */
export interface Outcome {
  /** Error code; null when the reader returned products or none. */
  code: string | null;
  products: number;
  /** All fields that the first product has. */
  found: string[];
  title: string | null;
  price: string | null;
  currency: string | null;
  stock: number | null;
  variants: number;
  /** Each choice as "option: value"; the first few hundred. */
  choices: string[];
}

/** Largest number of a product's choices that are compared. */
const choicesMax = 300;

/** Reads a page as a collector reads it in a browser. A named error is an outcome; anything else is thrown. */
export function readingOf(collector: Pick<Collector, 'readPage'>, markup: string, url: URL): Outcome {
  try {
    const products = collector.readPage?.(markup, url) ?? [];
    return { code: null, products: products.length, ...factsOf(products[0]) };
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (failure.code === 'unexpected') {
      throw thrown;
    }
    return { code: failure.code, products: 0, ...factsOf(undefined) };
  }
}

function factsOf(product: Product | undefined): Omit<Outcome, 'code' | 'products'> {
  if (product === undefined) {
    return { found: [], title: null, price: null, currency: null, stock: null, variants: 0, choices: [] };
  }
  return {
    found: watchedFields.filter((field) => hasField[field](product)),
    title: product.title,
    price: product.variants[0]?.price ?? null,
    currency: product.currency,
    stock: product.variants[0]?.stock ?? null,
    variants: product.variants.length,
    choices: product.options
      .flatMap(({ name, values }) => values.map((value) => choiceOf(name, value)))
      .slice(0, choicesMax),
  };
}

/** Returns a choice in the notation of cases. */
export function choiceOf(option: string, value: string): string {
  return `${option}: ${value}`;
}

/** Returns which expected parts an outcome lacks, as text; [] when nothing is missing. */
export function lackingIn(outcome: Outcome, { fields, values }: CapturedCase['expect']): string[] {
  const missing = fields.filter((field) => !outcome.found.includes(field));
  const wrong = (['title', 'price', 'currency', 'stock', 'variants'] as const).filter((name) => {
    const said = values[name];
    const isMissing = missing.some((field) => field === name);
    return said !== undefined && !isSame(outcome[name], said) && !isMissing;
  });
  const choices = (values.choices ?? []).filter((choice) => !outcome.choices.includes(choice));
  return [
    ...(outcome.code === null ? [] : [outcome.code]),
    ...missing,
    ...wrong.map(
      (name) => `${name} is ${JSON.stringify(outcome[name])}, not ${JSON.stringify(values[name])}`,
    ),
    ...choices.map((choice) => `choice ${JSON.stringify(choice)} is missing`),
  ];
}

function isSame(one: string | number | null, other: string | number | null): boolean {
  const asNumber = (value: string | number | null) =>
    typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return asNumber(one) === asNumber(other);
}
