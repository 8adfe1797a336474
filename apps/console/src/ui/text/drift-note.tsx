import type { Drift } from '@bowerbird/contract/collect/collect';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../feedback/fault-row.tsx';
import { StateGlyph } from '../feedback/state-glyph.tsx';
import { Box } from '../layout/box.tsx';

/** What a run's reader used to find and did not find this time; nothing if it found everything. */
export function DriftNote({ drift = [] }: { drift?: readonly Drift[] | undefined }) {
  const text = useText();
  const format = useFormat();
  if (drift.length === 0) {
    return null;
  }
  const fields = drift.map(({ field, before, now }) =>
    text('sources.drift.fields', {
      field: text(`sources.field.of.${field}`),
      before: format.percent(before),
      now: format.percent(now),
    }),
  );
  return (
    <Box mt={12}>
      <Notice tone="amber" before={<StateGlyph state="drift" />}>
        {text('sources.drift', { fields: fields.join(text('sources.between')) })}
      </Notice>
    </Box>
  );
}
