import type { Conflict, MergeSide } from '@bowerbird/contract/recollect';
import { useText } from '../../lib/text.ts';
import { Chip } from '../../ui/chip.tsx';
import { useAsk } from '../../ui/dialog.tsx';
import type { AlikeAsk, ConflictDetail } from './queries.ts';
import { useWaiting } from './queries.ts';
import { nameOf } from './question-lines.ts';

interface AlikeRowProps {
  detail: ConflictDetail;
  conflict: Conflict;
  side: MergeSide;
  busy: boolean;
  onDecide(ask: AlikeAsk): void;
}

/** One decision for many: all of the field, all of the source, or from now on. The counts are of all that waits. */
export function AlikeRow({ detail: { row }, conflict, side, busy, onDecide }: AlikeRowProps) {
  const text = useText();
  const ask = useAsk();
  const { data } = useWaiting(true);
  const field = conflict.key;
  const name = nameOf(text, field);
  // The one that was just answered is not among the others.
  const ofField = Math.max(0, (data?.fields.find((each) => each.field === field)?.count ?? 0) - 1);
  const ofShop = Math.max(0, (data?.shops.find((each) => each.shop === row.shop)?.count ?? 0) - 1);
  const word = text(`recollect.side.${side}`);

  const makeRule = async () => {
    const answer = await ask({
      title: text(`recollect.rule.ask.${side}`, { field: name }),
      content: text('recollect.rule.content'),
      choices: [
        { key: 'no', label: text('act.cancel') },
        { key: 'shop', label: text('recollect.rule.shop', { shop: row.shop }) },
        { key: 'all', label: text('recollect.rule.all'), kind: 'primary' },
      ],
    });
    if (answer === 'shop' || answer === 'all') {
      onDecide({ side, field, shop: answer === 'shop' ? row.shop : null, asRule: true });
    }
  };
  return (
    <section className="merge-alike" aria-label={text('recollect.alike')}>
      <span className="quiet">{text('recollect.alike.lead', { field: name, side: word })}</span>
      {ofField > 0 && (
        <Chip disabled={busy} onClick={() => onDecide({ side, field, shop: null, asRule: false })}>
          {text('recollect.alike.field', { field: name, n: ofField })}
        </Chip>
      )}
      {ofShop > 0 && (
        <Chip disabled={busy} onClick={() => onDecide({ side, field: null, shop: row.shop, asRule: false })}>
          {text('recollect.alike.shop', { n: ofShop })}
        </Chip>
      )}
      <Chip add disabled={busy} onClick={() => void makeRule()}>
        {text(`recollect.alike.rule.${side}`, { field: name })}
      </Chip>
      {side === 'source' && <span className="caption">{text('recollect.alike.ruled')}</span>}
    </section>
  );
}
