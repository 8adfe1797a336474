import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import type { useText } from '../../../lib/text/text.ts';
import type { Column } from '../../../ui/table/column.ts';

type Text = ReturnType<typeof useText>;

/** Returns the columns that only products of one platform have, for that platform's own pages. */
export function factColumns(platform: string | undefined, text: Text): Column<CollectedRow>[] {
  const fact = (name: 'type' | 'spu' | 'language', width: string): Column<CollectedRow> => ({
    key: name,
    title: text(`box.fact.${name}`),
    width,
    render: ({ facts }) => factText(name, facts[name], text),
  });
  const attributes: Column<CollectedRow> = {
    key: 'attributes',
    title: text('box.fact.attributes'),
    width: 'minmax(92px, 1fr)',
    render: (row) => row.attributes.join(', ') || '—',
  };
  switch (platform) {
    case 'woocommerce':
      return [
        fact('type', 'minmax(84px, 0.8fr)'),
        {
          key: 'sale',
          title: text('box.fact.onSale'),
          width: 'minmax(84px, 0.8fr)',
          render: ({ facts }) =>
            ['onSale', 'backorder']
              .flatMap((name) => (facts[name] === undefined ? [] : text.named(`box.fact.${name}`)))
              .join(', ') || '—',
        },
        attributes,
      ];
    case 'shopyy':
      return [fact('spu', 'minmax(92px, 1fr)'), fact('language', '84px'), attributes];
    default:
      return [];
  }
}

/** Returns a readable text for a fact's value; the platform's own word if there is no text for it. */
export function factText(name: string, value: string | undefined, text: Text): string {
  if (value === undefined) {
    return '—';
  }
  if (value === 'yes') {
    return text('box.yes');
  }
  if (name === 'availability') {
    return text(value === 'available' ? 'collect.field.available' : 'collect.field.soldOut');
  }
  return name === 'type' ? text.named(`box.type.${value}`, {}, value) : value;
}
