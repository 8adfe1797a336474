import type { DriftField, DriftSide } from '@bowerbird/contract/listing-states';
import { Button } from 'antd';
import { useText } from '../../lib/text.ts';
import { DriftValue } from './drift-value.tsx';

interface DriftRowProps {
  field: DriftField;
  currency: string | null;
  busy: boolean;
  onDecide(side: DriftSide): void;
}

/** One field as it was sent, as the store has it and as it is with us, and what may be done about it. */
export function DriftRow({ field, currency, busy, onDecide }: DriftRowProps) {
  const text = useText();
  const { kind, variant, canPull, canPush, because } = field;
  const name = text(`drift.kind.${kind}`);
  const of = variant !== null && variant.length > 0 ? variant.join(' · ') : null;
  return (
    <section className="drift-row" aria-label={of === null ? name : `${name}, ${of}`}>
      <span className="drift-row-name">
        {name}
        {of !== null && <span className="caption cut">{of}</span>}
      </span>
      {kind === 'other' ? (
        <span className="drift-row-other quiet">{text('drift.other')}</span>
      ) : (
        (['sent', 'store', 'ours'] as const).map((which) => (
          <span key={which} className={`drift-cell ${which}`}>
            <span className="drift-cell-head">{text(`drift.${which}`)}</span>
            <DriftValue field={field} which={which} currency={currency} />
          </span>
        ))
      )}
      <span className="drift-row-acts">
        <Button
          size="small"
          disabled={busy || !canPull}
          {...(!canPull && because !== null && { title: text(`drift.because.${because}`) })}
          onClick={() => onDecide('store')}
        >
          {text('drift.pull')}
        </Button>
        <Button
          size="small"
          disabled={busy || !canPush}
          {...(!canPush && because !== null && { title: text(`drift.because.${because}`) })}
          onClick={() => onDecide('ours')}
        >
          {text('drift.push')}
        </Button>
        <Button size="small" type="text" disabled={busy} onClick={() => onDecide('leave')}>
          {text('drift.leave')}
        </Button>
      </span>
      {because !== null && because !== 'unread' && (
        <span className="caption drift-row-because">{text(`drift.because.${because}`)}</span>
      )}
    </section>
  );
}
