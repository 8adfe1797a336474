import type { RemedyPreview } from '@bowerbird/contract/files/remedies';
import type { infer as Infer } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** Cells as they are and as a remedy would leave them. */
export function BeforeAfter({ preview, most = 3 }: { preview: Infer<typeof RemedyPreview>; most?: number }) {
  const text = useText();
  return (
    <Stack as="ul" gap={4} m={0} p={0} font="small">
      {preview.examples.slice(0, most).map(({ row, column, before, after }) => (
        <Row as="li" key={`${row} ${column}`} align="center" gap={8} shrink>
          <Text font="caption" tone="t3" rigid className="num">
            {text('import.row', { n: row })}
          </Text>
          <code className="import-sample before" title={before}>
            {before === '' ? text('import.blank') : before}
          </code>
          <Text tone="t3" rigid aria-label={text('import.becomes')} role="img">
            <Icon name="right" size={12} />
          </Text>
          {after === null ? (
            <Text tone="t2">{text('import.dropped')}</Text>
          ) : (
            <code className="import-sample after" title={after}>
              {after === '' ? text('import.blank') : after}
            </code>
          )}
        </Row>
      ))}
    </Stack>
  );
}
