import type { Conflict, MergeSide } from '@bowerbird/contract/collect/recollect';
import { useShopNames } from '../../lib/data/use-shop-names.ts';
import { useText } from '../../lib/text/text.ts';
import { useChoice } from '../../ui/feedback/dialog.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Row } from '../../ui/layout/box.tsx';
import type { ConflictDetail, SimilarRequest } from './queries.ts';
import { useWaiting } from './queries.ts';
import { nameOf } from './question-lines.ts';

interface SimilarRowProps {
  detail: ConflictDetail;
  conflict: Conflict;
  side: MergeSide;
  busy: boolean;
  onDecide(request: SimilarRequest): void;
}

/**
 * One decision for many: everything of the field, everything of the source, or a rule from now on. The counts are of
 * all open conflicts.
 */
export function SimilarRow({ detail: { row }, conflict, side, busy, onDecide }: SimilarRowProps) {
  const text = useText();
  const choose = useChoice();
  const shopName = useShopNames([row.shop]);
  const { data } = useWaiting(true);
  const field = conflict.key;
  const name = nameOf(text, field);
  // The conflict just answered is not counted among the others.
  const ofField = Math.max(0, (data?.fields.find((each) => each.field === field)?.count ?? 0) - 1);
  const ofShop = Math.max(0, (data?.shops.find((each) => each.shop === row.shop)?.count ?? 0) - 1);
  const edit = data?.edits.find((each) => each.field === field && each.editSetId === conflict.editSetId);
  const ofEdit = Math.max(0, (edit?.count ?? 0) - 1);
  const word = text(`recollect.side.${side}`);

  const makeRule = async () => {
    const answer = await choose({
      title: text(`recollect.rule.ask.${side}`, { field: name }),
      content: text('recollect.rule.content'),
      choices: [
        { key: 'no', label: text('act.cancel') },
        { key: 'shop', label: text('recollect.rule.shop', { shop: shopName(row.shop) }) },
        { key: 'all', label: text('recollect.rule.all'), kind: 'primary' },
      ],
    });
    if (answer === 'shop' || answer === 'all') {
      onDecide({ side, field, shop: answer === 'shop' ? row.shop : null, asRule: true });
    }
  };
  return (
    <Row
      as="section"
      className="merge-same"
      wrap
      align="center"
      gap={8}
      pt={14}
      borderTop
      font="small"
      aria-label={text('recollect.similar')}
    >
      <span className="quiet">{text('recollect.similar.lead', { field: name, side: word })}</span>
      {edit !== undefined && ofEdit > 0 && (
        <Chip
          disabled={busy}
          onClick={() => onDecide({ side, field, shop: null, editSetId: edit.editSetId, asRule: false })}
        >
          {text('recollect.similar.edit', { n: ofEdit })}
        </Chip>
      )}
      {ofField > 0 && (
        <Chip disabled={busy} onClick={() => onDecide({ side, field, shop: null, asRule: false })}>
          {text('recollect.similar.field', { field: name, n: ofField })}
        </Chip>
      )}
      {ofShop > 0 && (
        <Chip disabled={busy} onClick={() => onDecide({ side, field: null, shop: row.shop, asRule: false })}>
          {text('recollect.similar.shop', { n: ofShop })}
        </Chip>
      )}
      <Chip add disabled={busy} onClick={() => void makeRule()}>
        {text(`recollect.similar.rule.${side}`, { field: name })}
      </Chip>
      {side === 'source' && <span className="caption">{text('recollect.similar.ruled')}</span>}
    </Row>
  );
}
