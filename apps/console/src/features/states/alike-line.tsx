import type { DriftFacets, DriftKind, DriftSide } from '@bowerbird/contract/listing-states';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { useConfirm } from '../../ui/dialog.tsx';
import { useDeciding } from './use-deciding.ts';

interface AlikeLineProps {
  kind: DriftKind;
  /** Null: all stores. */
  store: DriftFacets['stores'][number] | null;
  count: number;
}

const noPull: readonly DriftKind[] = ['status', 'variants', 'other'];

/** Decides everything of a kind at once, and as a rule all that comes. */
export function AlikeLine({ kind, store, count }: AlikeLineProps) {
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
      deciding.decide({ alike: { kind, storeId: store?.storeId ?? null, side, asRule } });
    }
  };
  const sides: DriftSide[] = noPull.includes(kind) ? ['ours', 'leave'] : ['store', 'ours', 'leave'];
  return (
    <section className="drift-alike" aria-label={text('drift.alike')}>
      <span>
        {text(store ? 'drift.alike.in' : 'drift.alike.of', {
          n: count,
          field: name,
          store: store?.name ?? '',
        })}
      </span>
      <span className="states-acts">
        {sides.map((side) => (
          <Button key={side} size="small" disabled={deciding.busy} onClick={() => void begin(side)}>
            {text(`drift.side.${side}`)}
          </Button>
        ))}
        <Checkbox checked={asRule} onChange={({ target }) => setAsRule(target.checked)}>
          {text('drift.asRule')}
        </Checkbox>
      </span>
    </section>
  );
}
