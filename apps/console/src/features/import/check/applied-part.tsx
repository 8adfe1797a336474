import { Button } from 'antd';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { MergeBox } from '../../../ui/layout/merge-box.tsx';
import { CountSentence } from '../../../ui/text/count-sentence.tsx';
import { collectedOf } from '../paths.ts';
import type { Import } from '../queries.ts';

/** What became of the file's products, and what comes next. */
export function AppliedPart({ of }: { of: Import }) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const may = useMay();
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
      {!isEdit && (
        <Notice tone="green" before={<StateGlyph state="complete" />}>
          <Row as="span" wrap align="center" justify="between" gap={[8, 16]}>
            <span>{text('import.next')}</span>
            <Row as="span" inline gap={8}>
              {of.source !== null && (
                <Button size="small" onClick={() => page.open(collectedOf({ source: of.source?.id ?? '' }))}>
                  {text('import.toSupplier')}
                </Button>
              )}
              {may('collect', 'edit') && (
                <Button size="small" type="primary" onClick={() => page.open(collectedOf({ run: of.id }))}>
                  {text('import.claim')}
                </Button>
              )}
            </Row>
          </Row>
        </Notice>
      )}
      {!isEdit && <MergeBox runId={of.id} />}
    </Stack>
  );
}
