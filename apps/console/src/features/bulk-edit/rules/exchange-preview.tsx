import type { RulePreviewRow } from '@bowerbird/contract/products/edit-rules';
import { cellName } from '../../../lib/text/cell-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { plainValue } from '../../../lib/text/plain-value.ts';
import { useRejectionText } from '../../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { CountSentence } from '../../../ui/text/count-sentence.tsx';
import { CellDifferences } from '../../../ui/text/difference.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { RuleExchange } from './rule-queries.ts';
import type { RuleForecast } from './use-rule-preview.ts';
import './rules.css';

interface ExchangePreviewProps {
  forecast: RuleForecast;
  isCurrent: boolean;
  kind: RuleExchange['kind'];
}

/** What an exchange of rules would do: counts, what stays because a person set it, and a sample before and after. */
export function ExchangePreview({ forecast, isCurrent, kind }: ExchangePreviewProps) {
  const text = useText();
  const format = useFormat();
  const reason = useRejectionText();
  const { sums, complete, failure, retry } = forecast;
  if (failure !== null) {
    return <SectionFault failure={failure} onRetry={retry} />;
  }
  if (sums === null) {
    return <SkeletonLines />;
  }
  const { counts, kept, products, checked, rejected, sample } = sums;
  const stale = !isCurrent || !complete;
  return (
    <Stack gap={16}>
      <div aria-live="polite" aria-busy={stale}>
        <CountSentence
          stale={stale}
          figure={format.number(counts.changed)}
          sentence={text('bulkEdit.changes', { n: counts.changed })}
          parts={[
            text('bulkEdit.unchanged', { n: counts.unchanged }),
            ...(counts['without-source'] > 0
              ? [text('rules.preview.withoutSource', { n: counts['without-source'] })]
              : []),
            ...(counts.already > 0 ? [text('rules.preview.already', { n: counts.already })] : []),
            ...(counts.rejected > 0 ? [text('bulkEdit.rejected', { n: counts.rejected })] : []),
            text('bulkEdit.ofAll', { n: products }),
            ...(stale ? [text('bulkEdit.counted', { n: checked, m: products })] : []),
          ]}
        />
      </div>
      {products === 0 && !stale && <Notice tone="neutral">{text('rules.preview.none')}</Notice>}
      {kept > 0 && (
        <Notice tone="neutral" before={<Icon name="user" />}>
          {text('rules.preview.kept', { n: kept })}
        </Notice>
      )}
      {counts['without-source'] > 0 && (
        <Notice tone="neutral" before={<Icon name="info" />}>
          {text(
            kind === 'attach' ? 'rules.preview.withoutSource.attach' : 'rules.preview.withoutSource.other',
          )}
        </Notice>
      )}
      {rejected.length > 0 && (
        <Section title={text('bulkEdit.reasons')} gap={4}>
          {rejected.map(({ code, count }) => (
            <Row key={code} gap={12} align="baseline" font="small">
              <Text className="num" weight={600} rigid>
                {format.number(count)}
              </Text>
              <Text tone="t2">{reason({ code, params: {} })}</Text>
            </Row>
          ))}
        </Section>
      )}
      {sample.length > 0 && (
        <Section title={text('rules.preview.sample', { n: sample.length })}>
          <ul className="rule-sample">
            {sample.map((row) => (
              <Box as="li" key={row.id} borderBottom p={[10, 0]}>
                <SampleRow row={row} />
              </Box>
            ))}
          </ul>
        </Section>
      )}
    </Stack>
  );
}

function SampleRow({ row }: { row: RulePreviewRow }) {
  const text = useText();
  const format = useFormat();
  const reason = useRejectionText();
  const variants = Object.fromEntries(Object.entries(row.variants).map(([id, label]) => [id, [label]]));
  const shown = (path: string, value: unknown) =>
    plainValue(text, format, { path, value, currency: row.currency });
  return (
    <Grid columns="minmax(0, 4fr) minmax(0, 7fr)" oneUnder={768} gap={[6, 20]} align="start">
      <ProductCell title={row.title} imageUrl={row.imageUrl} sku={null} />
      <Stack gap={4} shrink>
        {row.rejection !== null && (
          <Row gap={8} align="start" font="small">
            <StateGlyph state="refused" />
            <span>
              {text('bulkEdit.sample.atStep', { n: row.rejection.step + 1, why: reason(row.rejection) })}
            </span>
          </Row>
        )}
        {row.outcome === 'without-source' && (
          <Text font="small" tone="t2">
            {text('rules.preview.noSource')}
          </Text>
        )}
        <CellDifferences cells={row.cells.map((cell) => ({ ...cell, undone: false }))} variants={variants} />
        {row.kept.map(({ path, mine, ruled }) => (
          <Row key={path} gap={8} align="start" font="small">
            <Icon name="user" size={14} />
            <span>
              {text('rules.preview.stays', {
                cell: cellName(text, path, variants),
                mine: shown(path, mine),
                ruled: shown(path, ruled),
              })}
            </span>
          </Row>
        ))}
      </Stack>
    </Grid>
  );
}
