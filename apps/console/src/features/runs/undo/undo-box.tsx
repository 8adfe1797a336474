import type { UndoGroup } from '@bowerbird/contract/listing/after';
import type { ListingRun } from '@bowerbird/contract/listing/listing';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { UndoGroupDrawer } from './undo-group-drawer.tsx';
import { undoGroupGlyphs } from './undo-group-glyphs.ts';
import { type Undo, useUndo } from './undo-queries.ts';
import './undo.css';

/** "If undone now": the three groups of a run, each leading to its products. For an undo run: what it did. */
export function UndoBox({ listing, enabled }: { listing: ListingRun; enabled: boolean }) {
  const text = useText();
  const { run } = listing;
  // Unique: tabs kept alive contain such boxes of other runs.
  const title = useId();
  const [opened, setOpened] = useState<UndoGroup | null>(null);
  const undo = useUndo(run, enabled);
  if (undo.isError) {
    return <SectionFault failure={undo.error} onRetry={() => void undo.refetch()} />;
  }
  if (undo.data === undefined || undo.data.of === null) {
    return null;
  }
  const { of, undoGroups, undoes, undoneBy } = undo.data;
  const isEmpty = undoGroups.every(({ count }) => count === 0);
  return (
    <Grid as="section" className="box undo-box" gap={8} aria-labelledby={title}>
      <h2 className="section-title" id={title}>
        {text(`runs.undo.${of}`)}
      </h2>
      {isEmpty && of === 'foreseen' ? (
        <Text as="p" font="caption" tone="t2">
          {text('runs.undo.nothing')}
        </Text>
      ) : (
        <Stack as="ul" className="undo-groups">
          {undoGroups.map((undoGroup) => (
            <UndoGroupRow
              key={undoGroup.undoGroup}
              undoGroup={undoGroup}
              onOpen={() => setOpened(undoGroup.undoGroup)}
            />
          ))}
        </Stack>
      )}
      {of === 'foreseen' && !isEmpty && (
        <Text as="p" font="caption" tone="t2">
          {text('runs.undo.seen')}
        </Text>
      )}
      {undoneBy !== null && <Link to={runPath(undoneBy)}>{text('runs.undo.by')}</Link>}
      {undoes !== null && <Link to={runPath(undoes)}>{text('runs.undo.of')}</Link>}
      <UndoGroupDrawer listing={listing} undoGroup={opened} onClose={() => setOpened(null)} />
    </Grid>
  );
}

function UndoGroupRow({
  undoGroup: { undoGroup, count, reasons },
  onOpen,
}: {
  undoGroup: Undo['undoGroups'][number];
  onOpen(): void;
}) {
  const text = useText();
  const format = useFormat();
  const name = text(`runs.undo.undoGroup.${undoGroup}`);
  const why = reasons
    .map(({ reason, count: n }) =>
      text('runs.undo.reason', { reason: text(`runs.undo.because.${reason}`), n }),
    )
    .join(' · ');
  return (
    <li>
      <Row
        as="button"
        type="button"
        className="undo-group-row"
        align="center"
        gap={10}
        w="100%"
        minH={44}
        p={[6, 8]}
        radius="m"
        font="small"
        textAlign="start"
        disabled={count === 0}
        aria-label={text('runs.undo.open', { undoGroup: name, n: count })}
        onClick={onOpen}
      >
        <StateGlyph state={undoGroupGlyphs[undoGroup]} />
        <Stack as="span" grow shrink>
          <span>{name}</span>
          {why !== '' && (
            <Text font="caption" tone="t2">
              {why}
            </Text>
          )}
        </Stack>
        <Text className="num" weight={600}>
          {format.number(count)}
        </Text>
        {count > 0 && <Icon name="right" size={14} />}
      </Row>
    </li>
  );
}
