import type { ListingRun } from '@bowerbird/contract/listing';
import type { UndoPile } from '@bowerbird/contract/listing-after';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { runPath } from '../../lib/use-runs.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { PileDrawer } from './pile-drawer.tsx';
import { pileGlyphs } from './pile-glyphs.ts';
import { type Undo, useUndo } from './undo-queries.ts';
import './undo.css';

/** "If undone now": the three piles of a run, each leading to its products. Of a run that takes back: what it did. */
export function UndoBox({ listing, enabled }: { listing: ListingRun; enabled: boolean }) {
  const text = useText();
  const { run } = listing;
  // Tabs that are kept open hold boxes of other runs.
  const title = useId();
  const [opened, setOpened] = useState<UndoPile | null>(null);
  const undo = useUndo(run, enabled);
  if (undo.isError) {
    return <SectionFault failure={undo.error} onRetry={() => void undo.refetch()} />;
  }
  if (undo.data === undefined || undo.data.of === null) {
    return null;
  }
  const { of, piles, undoes, undoneBy } = undo.data;
  const isEmpty = piles.every(({ count }) => count === 0);
  return (
    <section className="box undo-box" aria-labelledby={title}>
      <h2 className="section-title" id={title}>
        {text(`runs.undo.${of}`)}
      </h2>
      {isEmpty && of === 'foreseen' ? (
        <p className="undo-note">{text('runs.undo.nothing')}</p>
      ) : (
        <ul className="undo-piles">
          {piles.map((pile) => (
            <PileRow key={pile.pile} pile={pile} onOpen={() => setOpened(pile.pile)} />
          ))}
        </ul>
      )}
      {of === 'foreseen' && !isEmpty && <p className="undo-note">{text('runs.undo.seen')}</p>}
      {undoneBy !== null && <Link to={runPath(undoneBy)}>{text('runs.undo.by')}</Link>}
      {undoes !== null && <Link to={runPath(undoes)}>{text('runs.undo.of')}</Link>}
      <PileDrawer listing={listing} pile={opened} onClose={() => setOpened(null)} />
    </section>
  );
}

function PileRow({
  pile: { pile, count, reasons },
  onOpen,
}: {
  pile: Undo['piles'][number];
  onOpen(): void;
}) {
  const text = useText();
  const format = useFormat();
  const name = text(`runs.undo.pile.${pile}`);
  const why = reasons
    .map(({ reason, count: n }) =>
      text('runs.undo.reason', { reason: text(`runs.undo.because.${reason}`), n }),
    )
    .join(' · ');
  return (
    <li>
      <button
        type="button"
        className="undo-pile"
        disabled={count === 0}
        aria-label={text('runs.undo.open', { pile: name, n: count })}
        onClick={onOpen}
      >
        <StateGlyph state={pileGlyphs[pile]} />
        <span className="undo-pile-words">
          <span>{name}</span>
          {why !== '' && <span className="undo-pile-why">{why}</span>}
        </span>
        <span className="undo-pile-count num">{format.number(count)}</span>
        {count > 0 && <Icon name="right" size={14} />}
      </button>
    </li>
  );
}
