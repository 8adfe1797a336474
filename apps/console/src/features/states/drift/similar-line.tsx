import type { DriftFacets, DriftKind, DriftSide } from '@bowerbird/contract/listing/states';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { useDeciding } from './use-deciding.ts';

interface SimilarLineProps {
  kind: DriftKind;
  /** Null: all stores. */
  store: DriftFacets['stores'][number] | null;
  count: number;
}

const noPull: readonly DriftKind[] = ['status', 'variants', 'other'];

/** Decides all differences of a kind at once, and as a rule all future ones. */
export function SimilarLine({ kind, store, count }: SimilarLineProps) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const deciding = useDeciding();
  const [asRule, setAsRule] = useState(false);
  if (!may('listing', 'edit')) {
    return null;
  }
  const name = text(`drift.kind.${kind}`);
  const begin = async (side: DriftSide) => {
    const sure =
      side === 'leave' ||
      (await confirm({
        title: text(`drift.sure.${side}`, { n: count, field: name }),
        content: text(`drift.sure.${side}.why`),
        confirm: text(`drift.side.${side}`),
      }));
    if (sure) {
      deciding.decide({ similar: { kind, storeId: store?.storeId ?? null, side, asRule } });
    }
  };
  const sides: DriftSide[] = noPull.includes(kind) ? ['ours', 'leave'] : ['store', 'ours', 'leave'];
  return (
    <Row
      as="section"
      wrap
      align="center"
      justify="between"
      gap={[8, 16]}
      p={[10, 12]}
      m={[12, 0]}
      radius="m"
      ground="canvas"
      aria-label={text('drift.similar')}
    >
      <span>
        {text(store ? 'drift.similar.in' : 'drift.similar.of', {
          n: count,
          field: name,
          store: store?.name ?? '',
        })}
      </span>
      <span className="states-actions">
        {sides.map((side) => (
          <Button key={side} size="small" disabled={deciding.busy} onClick={() => void begin(side)}>
            {text(`drift.side.${side}`)}
          </Button>
        ))}
        <Checkbox checked={asRule} onChange={({ target }) => setAsRule(target.checked)}>
          {text('drift.asRule')}
        </Checkbox>
      </span>
    </Row>
  );
}
