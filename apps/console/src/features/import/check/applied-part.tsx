import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Stack } from '../../../ui/layout/box.tsx';
import { MergeBox } from '../../../ui/layout/merge-box.tsx';
import { CountSentence } from '../../../ui/text/count-sentence.tsx';
import { ClaimedPart } from '../new-products/claimed-part.tsx';
import type { Import } from '../queries.ts';

/** What became of the file's products, and what comes next. */
export function AppliedPart({ of }: { of: Import }) {
  const text = useText();
  const format = useFormat();
  const { imported, edited, unchanged, rejected } = of.outcomes;
  const isEdit = of.into.as === 'edit';
  const count = isEdit ? edited + imported : imported;
  return (
    <Stack gap={20}>
      <CountSentence
        figure={format.number(count)}
        sentence={text(isEdit ? 'import.wereEdited' : 'import.wereImported', { n: count })}
        parts={[
          ...(unchanged > 0 ? [text('import.outcome.unchanged', { n: unchanged })] : []),
          ...(rejected > 0 ? [text('import.outcome.rejected', { n: rejected })] : []),
          ...(of.outcomes['left-out'] > 0
            ? [text('import.outcome.left-out', { n: of.outcomes['left-out'] })]
            : []),
          text('import.ofFile', { rows: of.rows, products: of.products, variants: of.variants }),
        ]}
      />
      {!isEdit && <ClaimedPart of={of} />}
      {!isEdit && <MergeBox runId={of.id} />}
    </Stack>
  );
}
