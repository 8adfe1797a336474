import type { DriftFacets } from '@bowerbird/contract/listing/states';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ProgressLine } from '../../../ui/charts/progress-line.tsx';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Stack } from '../../../ui/layout/box.tsx';

/** The progress of comparing stores, what stopped it, and when it was last done. */
export function ComparedLine({ stores }: { stores: DriftFacets['stores'] }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const atWork = stores.filter(({ comparison }) => comparison.state !== 'idle');
  const failed = stores.filter(({ comparison }) => comparison.fault !== null);
  const ends = stores.flatMap(({ comparison }) => comparison.endedAt ?? []).sort();
  const [oldest] = ends;
  return (
    <Stack className="drift-compared" gap={8} mb={8}>
      {atWork.map(({ storeId, name, comparison: { state, done, total } }) => (
        <ProgressLine
          key={storeId}
          name={text('drift.comparing', { store: name })}
          done={done}
          total={state === 'waiting' ? null : total}
        />
      ))}
      {failed.map(({ storeId, name, comparison: { fault } }) => (
        <Notice key={storeId} tone="amber" before={<StateGlyph state="held" />}>
          {text('drift.notCompared', { store: name, why: fault === null ? '' : sentence(fault) })}
        </Notice>
      ))}
      {atWork.length === 0 && stores.length > 0 && (
        <p className="caption">
          {oldest === undefined
            ? text('drift.never')
            : text('drift.compared', { time: format.relative(oldest) })}
        </p>
      )}
    </Stack>
  );
}
