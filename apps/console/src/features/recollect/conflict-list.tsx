import type { ConflictRow } from '@bowerbird/contract/collect/recollect';
import { Button } from 'antd';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { ShopName } from '../../ui/text/shop-name.tsx';
import { namesOf } from './question-lines.ts';
import type { Decisions } from './use-decisions.ts';

interface ConflictListProps {
  rows: ConflictRow[];
  total: number;
  currentId: string | null;
  decisions: Decisions;
  /** Products edited by someone while they were being decided. */
  stale: ReadonlySet<string>;
  /** The rows are of several sources, so each shows its own. */
  ofAll: boolean;
  onOpen(row: ConflictRow): void;
  more: { loading: boolean; load(): void } | null;
}

/** Products with conflicts, with the number of fields and how many are decided. */
export function ConflictList(props: ConflictListProps) {
  const { rows, total, currentId, decisions, stale, ofAll, onOpen, more } = props;
  const text = useText();
  return (
    <Box
      as="nav"
      className="merge-list"
      maxH="calc(100dvh - var(--sticky-top) - 96px)"
      overflow="auto"
      aria-label={text('recollect.list')}
    >
      <Row align="center" justify="between" gap={12} p={[2, 10, 8]}>
        <h2 className="section-title">{text('recollect.products', { n: total })}</h2>
        {decisions.all.length > 0 && (
          <span className="caption" aria-live="polite">
            {text('recollect.decided', { n: decisions.all.length })}
          </span>
        )}
      </Row>
      <ul>
        {rows.map((row) => (
          <li key={row.productId}>
            <Row
              as="button"
              type="button"
              className={row.productId === currentId ? 'merge-row current' : 'merge-row'}
              hover="ground"
              align="center"
              gap={8}
              w="100%"
              minH={54}
              p={[8, 10]}
              radius="l"
              aria-current={row.productId === currentId ? 'true' : undefined}
              data-product={row.productId}
              onClick={() => onOpen(row)}
            >
              <ProductCell
                title={row.title}
                imageUrl={row.imageUrl}
                size={36}
                note={
                  <span className="cut">
                    {namesOf(text, row.fields)}
                    {ofAll && (
                      <>
                        {' · '}
                        <ShopName shop={row.shop} />
                      </>
                    )}
                  </span>
                }
              />
              <RowMark row={row} state={decisions.stateOf(row.productId)} stale={stale.has(row.productId)} />
            </Row>
          </li>
        ))}
      </ul>
      {more !== null && (
        <Button type="text" block loading={more.loading} onClick={more.load}>
          {text('recollect.loadMore')}
        </Button>
      )}
    </Box>
  );
}

interface RowMarkProps {
  row: ConflictRow;
  state: ReturnType<Decisions['stateOf']>;
  stale: boolean;
}

function RowMark({ row, state, stale }: RowMarkProps) {
  const text = useText();
  const format = useFormat();
  if (state === 'whole') {
    return (
      <Row as="span" className="tone-green" inline rigid title={text('recollect.row.decided')}>
        <Icon name="check" />
        <span className="only-read">{text('recollect.row.decided')}</span>
      </Row>
    );
  }
  return (
    <>
      {stale && (
        <Row as="span" inline rigid title={text('recollect.row.stale')}>
          <StateGlyph state="conflict" size={14} />
          <span className="only-read">{text('recollect.row.stale')}</span>
        </Row>
      )}
      <Box
        as="span"
        className={state === 'part' ? 'merge-count part' : 'merge-count'}
        rigid
        minW={22}
        p={[0, 6]}
        radius="s"
        font="caption"
        textAlign="center"
        tone="amber"
        ground="amber-s"
      >
        <span aria-hidden="true">{format.number(row.fields.length)}</span>
        <span className="only-read">{text('recollect.row.fields', { n: row.fields.length })}</span>
      </Box>
    </>
  );
}
