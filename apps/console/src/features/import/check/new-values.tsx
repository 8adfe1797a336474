import { linesOfCells } from '../../../lib/text/cell-text.ts';
import { fieldName } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Grid } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { ImportItem } from '../queries.ts';

/** What the file says about a product that is not there yet, field by field. */
export function NewValues({ cells, variants }: Pick<ImportItem, 'cells' | 'variants'>) {
  const text = useText();
  const fields = linesOfCells(
    text,
    cells.map((cell) => ({ ...cell, undone: false })),
    Object.fromEntries(Object.entries(variants).map(([id, label]) => [id, [label]])),
  );
  return fields.map(({ field, lines, more }) => (
    <Grid key={field} columns="120px minmax(0, 1fr)" oneUnder={768} gap={8} p={[2, 0]} font="small">
      <Text tone="t2">{fieldName(text, field)}</Text>
      <Text anywhere lines={3}>
        {[
          ...lines.map(({ what, after }) => [what, after ?? '—'].filter(Boolean).join(' ')),
          ...(more > 0 ? [text('products.difference.more', { n: more })] : []),
        ].join(' · ')}
      </Text>
    </Grid>
  ));
}
