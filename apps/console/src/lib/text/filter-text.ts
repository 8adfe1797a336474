import type { ProductFilter } from '@bowerbird/contract/products/products';
import type { Condition } from '../data/product-filter.ts';
import { usePlatforms } from '../data/use-platforms.ts';
import type { Format } from './format.ts';
import { useFormat } from './format.ts';
import type { PlainTextKey, Text } from './text.ts';
import { useText } from './text.ts';

/** Returns a function that describes a condition: "Tag: autumn-26", "Stock ≥ 1". */
export function useConditionText(): (condition: Condition, filter: ProductFilter) => string {
  const text = useText();
  const format = useFormat();
  const platforms = usePlatforms();
  const nameOf = (id: string) => platforms.find((platform) => platform.id === id)?.name ?? id;
  return (condition, filter) => wordsOf(text, format, nameOf, condition, filter);
}

function wordsOf(
  text: Text,
  format: Format,
  platformName: (id: string) => string,
  condition: Condition,
  filter: ProductFilter,
): string {
  const named = (what: PlainTextKey, values: readonly string[] | undefined) => {
    const [first = '', ...more] = values ?? [];
    const shown = more.length === 0 ? first : text('products.filter.andMore', { first, n: more.length });
    return text('products.filter.is', { what: text(what), value: shown });
  };
  const range = (what: PlainTextKey, low: string | undefined, high: string | undefined) =>
    low !== undefined && high !== undefined
      ? text('products.filter.between', { what: text(what), low, high })
      : low !== undefined
        ? text('products.filter.from', { what: text(what), low })
        : text('products.filter.to', { what: text(what), high: high ?? '' });
  const pieces = (count: number | undefined) => (count === undefined ? undefined : format.number(count));
  switch (condition) {
    case 'text':
      return text('products.filter.is', { what: text('products.filter.text'), value: filter.text ?? '' });
    case 'tags':
    case 'categories':
    case 'sources':
    case 'vendors':
      return named(`products.filter.${condition}`, filter[condition]);
    case 'platforms':
      return named('products.filter.platforms', filter.platforms?.map(platformName));
    case 'status':
      return named(
        'products.filter.status',
        filter.status?.map((status) => text(`products.status.${status}`)),
      );
    case 'price':
      return range('products.filter.price', filter.priceMin, filter.priceMax);
    case 'stock':
      return range('products.filter.stock', pieces(filter.stockMin), pieces(filter.stockMax));
    case 'withoutImages':
      return text(
        filter.withoutImages === false ? 'products.filter.withImages' : 'products.filter.withoutImages',
      );
    case 'listing':
      return text('products.filter.is', {
        what: text('products.filter.listing'),
        value: filter.listing === undefined ? '' : listingWord(text, filter.listing),
      });
    case 'queue':
      return filter.queue === undefined ? '' : text(`queue.${filter.queue}`);
    case 'collectRunId':
      return text('products.filter.collectRunId');
    case 'claimRunId':
      return text('products.filter.claimRunId');
  }
}

export const listingStates = [
  'none',
  'listed',
  'changed',
  'refused',
  'unsure',
  'waiting',
  'conflict',
  'gone',
] as const;

export function listingWord(text: Text, state: (typeof listingStates)[number]): string {
  return state === 'none' ? text('products.filter.notListed') : text(`state.${state}`);
}
