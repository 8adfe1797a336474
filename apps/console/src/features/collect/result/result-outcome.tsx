import { usePage } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { ProductCell } from '../../../ui/table/product-cell.tsx';
import { TextDiff } from '../../../ui/text/diff.tsx';
import { ShopName } from '../../../ui/text/shop-name.tsx';
import { priceText } from '../results/good-card.tsx';
import type { CollectedDetail } from './result-source.tsx';

/** Our product made of it, earlier snapshots with their changes, and similar products. */
export function ResultOutcome({ detail: { row, versions, duplicates } }: { detail: CollectedDetail }) {
  const text = useText();
  const page = usePage();
  const format = useFormat();
  return (
    <section>
      <SectionHead title={text('collect.result.outcome')} />
      {row.productId === null ? (
        <StateText state="unclaimed" note={text('collect.result.unclaimed')} />
      ) : (
        <span style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
          <StateText state="claimed" />
          <button
            type="button"
            className="link-button"
            onClick={() => page.open(`/products/${row.productId}`)}
          >
            {text('collect.openProduct')}
          </button>
        </span>
      )}
      <div>
        <SectionHead title={text('collect.result.versions')} count={format.number(versions.length)} />
        <ol>
          {versions.map((version) => (
            <Box as="li" key={version.at} p={[10, 0]} borderBottom font="small">
              <div title={format.full(version.at)}>
                {format.relative(version.at)}{' '}
                <span className="quiet">
                  {version.changed.length === 0
                    ? text('collect.result.firstRead')
                    : text('collect.result.changed', { n: version.changed.length })}
                </span>
              </div>
              {version.changed.map(({ field, before, after }) => (
                <Stack key={field} gap={2} mt={6} shrink overflow="hidden">
                  <span className="caption">{text.named(`collect.field.${field}`, {}, field)}</span>
                  <TextDiff before={wordsOf(before)} after={wordsOf(after)} />
                </Stack>
              ))}
            </Box>
          ))}
        </ol>
      </div>
      {duplicates.length > 0 && (
        <div>
          <SectionHead title={text('collect.result.duplicates')} count={format.number(duplicates.length)} />
          {duplicates.map((duplicate) => (
            <Box
              as="button"
              key={duplicate.id}
              type="button"
              w="100%"
              p={[6, 0]}
              radius="m"
              onClick={() => page.open(`/collect/results/${duplicate.id}`)}
            >
              <ProductCell
                title={duplicate.title}
                imageUrl={duplicate.imageUrl}
                note={
                  <>
                    <span>{priceText(duplicate, format)}</span>
                    <span className="cut">
                      <ShopName shop={duplicate.shop} />
                    </span>
                  </>
                }
              />
            </Box>
          ))}
        </div>
      )}
    </section>
  );
}

/** Formats a field's value in one line; of long structures only the readable parts. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined) {
    return '—';
  }
  if (typeof value !== 'object') {
    return String(value)
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
  if (Array.isArray(value)) {
    return value.map(wordsOf).join(', ');
  }
  return Object.entries(value)
    .filter(([name, part]) => part !== null && name !== 'id' && typeof part !== 'boolean')
    .map(([, part]) => wordsOf(part))
    .join(' ');
}
