import type { EditPreviewRow } from '@bowerbird/contract/products/bulk-edit';
import { useFormat } from '../../../lib/text/format.ts';
import { useRejectionText } from '../../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { ValueDiff } from '../../../ui/text/diff.tsx';
import { CellDifferences } from '../../../ui/text/difference.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** A product as the edit would leave it, or why it would not be changed. */
export function SampleRow({ row }: { row: EditPreviewRow }) {
  const text = useText();
  const format = useFormat();
  const reason = useRejectionText();
  const { price, currency, margin, rejection, stops, inStores } = row;
  const priced = price.before !== price.after;
  return (
    <Grid columns="minmax(0, 4fr) minmax(0, 7fr)" oneUnder={768} gap={[6, 20]} align="start">
      <Stack gap={4} shrink>
        <ProductCell title={row.title} imageUrl={row.imageUrl} sku={row.sku} />
        {(priced || margin !== null) && (
          <Row className="num" wrap gap={12} font="small" ms={0}>
            {priced && (
              <span title={text('bulkEdit.sample.lowest')}>
                <ValueDiff
                  before={price.before === null ? null : format.money(price.before, currency)}
                  after={price.after === null ? null : format.money(price.after, currency)}
                />
              </span>
            )}
            {margin !== null && (
              <Text tone="t2">
                {text('bulkEdit.sample.margin', { percent: format.percent(margin / 100) })}
              </Text>
            )}
          </Row>
        )}
      </Stack>
      <Stack gap={4} shrink>
        {rejection !== null && (
          <Row gap={8} align="start" font="small">
            <StateGlyph state="refused" />
            <span>{text('bulkEdit.sample.atStep', { n: rejection.step + 1, why: reason(rejection) })}</span>
          </Row>
        )}
        {row.outcome === 'unchanged' && (
          <Text font="small" tone="t2">
            {text('bulkEdit.sample.same')}
          </Text>
        )}
        <CellDifferences
          ruled={row.ruled}
          cells={row.cells.map((cell) => ({ ...cell, undone: false }))}
          variants={Object.fromEntries(Object.entries(row.variants).map(([id, label]) => [id, [label]]))}
        />
        {(stops.length > 0 || inStores.length > 0) && (
          <Text font="caption" tone="t2" mt={4}>
            {text('bulkEdit.sample.stops')}
          </Text>
        )}
        {stops.map((stop) => (
          <Row key={stop.code} gap={8} align="start" font="small" tone="amber">
            <StateGlyph state="held" />
            <span>{reason(stop)}</span>
          </Row>
        ))}
        {inStores.flatMap((store) =>
          store.stops
            .filter(({ code }) => !stops.some((stop) => stop.code === code))
            .map((stop) => (
              <Row key={`${store.storeId} ${stop.code}`} gap={8} align="start" font="small" tone="amber">
                <StateGlyph state="refused" />
                <span>{text('bulkEdit.sample.inStore', { store: store.storeName, why: reason(stop) })}</span>
              </Row>
            )),
        )}
      </Stack>
    </Grid>
  );
}
