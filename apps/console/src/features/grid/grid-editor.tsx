import type { GridResult } from '@bowerbird/contract/products/grid';
import { gridMax } from '@bowerbird/contract/products/grid';
import { Button } from 'antd';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage, useUnsavedGuard } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { FindBar } from './find-bar.tsx';
import { GridFoot } from './grid-foot.tsx';
import { GridTools } from './grid-tools.tsx';
import { MeanwhileDrawer } from './meanwhile-drawer.tsx';
import { chunksOf } from './model/chunks.ts';
import { columnsOf, type Sheet } from './model/columns.ts';
import { countEdits } from './model/count.ts';
import { startRange } from './model/range.ts';
import { withResults } from './model/results.ts';
import { isVariantRow } from './model/rows.ts';
import { type Edits, entryAt, everyRow, isMeanwhile, isOpen } from './model/state.ts';
import { useGridRows } from './queries.ts';
import { SaveDialog } from './save-dialog.tsx';
import { SheetView } from './sheet-view.tsx';
import { useCellWords } from './use-cell-words.ts';
import { useFind } from './use-find.ts';
import { useGrid, useKeepGrid } from './use-grid.ts';
import { noFilter, useHiddenColumns, useView } from './use-view.ts';

interface GridEditorProps {
  /** Identifies what is kept of it in this browser. */
  id: string;
  ids: string[];
  total: number;
  /** What was entered earlier and kept. */
  kept: Edits | null;
}

/** The sheet with its tools, and the bar that saves. */
export function GridEditor({ id, ids, total, kept }: GridEditorProps) {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const confirm = useConfirm();
  const narrow = useNarrow();
  const words = useCellWords();
  const [state, actions] = useGrid(words.choice, kept);
  const reading = useGridRows(ids, actions.read);
  const [hidden, setHidden] = useHiddenColumns();
  const [sheet, setSheet] = useState<Sheet>('variants');
  const { view, filter, choose } = useView(state, sheet, hidden);
  const [range, setRange] = useState(startRange);
  const [finding, setFinding] = useState(false);
  const toggleFind = useCallback(() => setFinding((open) => !open), []);
  const [saving, setSaving] = useState(false);
  const [settling, setSettling] = useState(false);
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map());
  // The cells show what was entered at once; what is counted, kept and offered around them follows.
  const settled = useDeferredValue(state);
  const counted = useMemo(() => countEdits(settled), [settled]);
  const latest = useRef({ state, isComplete: reading.isComplete });
  useEffect(() => {
    latest.current = { state, isComplete: reading.isComplete };
  });
  useKeepGrid(
    id,
    useMemo(() => ({ ids, total }), [ids, total]),
    settled.edits,
    reading.isComplete,
  );
  useUnsavedGuard(counted.cells);
  const find = useFind({
    view,
    state,
    range,
    words: words.choice,
    onRange: setRange,
    onTexts: actions.enter,
  });

  const save = useCallback(() => {
    const { products, waiting } = countEdits(latest.current.state);
    if (latest.current.isComplete && products > waiting) {
      setSaving(true);
    }
  }, []);
  const onResults = (results: readonly GridResult[], sent: readonly string[]) => {
    setPeople(
      (held) =>
        new Map([...held, ...results.flatMap(({ id: of, by }) => (by === null ? [] : [[of, by] as const]))]),
    );
    actions.change((held) => withResults(held, results, sent));
  };
  const onSaved = (runId: string | null, changed: number, left: number) => {
    setSaving(false);
    toast({
      state: left > 0 ? 'partial' : 'complete',
      text: left > 0 ? text('grid.saved.left', { n: changed, left }) : text('grid.saved', { n: changed }),
      ...(runId === null
        ? {}
        : {
            onUndo: () => page.open(`${runPath(runId)}?undo=1`),
            onSee: () => page.open(runPath(runId)),
          }),
    });
  };
  const discard = useCallback(async () => {
    if (await confirm({ title: text('grid.discard.title'), confirm: text('grid.discard'), danger: true })) {
      actions.discard();
    }
  }, [confirm, text, actions]);
  const settle = useCallback(() => setSettling(true), []);
  const turnTo = useCallback((next: Sheet) => {
    setSheet(next);
    setRange(startRange);
  }, []);
  const showWrong = useCallback(() => {
    const held = latest.current.state;
    const first = everyRow(held).find((row) =>
      columnsOf(row).some((column) => isOpen(entryAt(held.edits, row, column), row, column)),
    );
    turnTo(first === undefined || isVariantRow(first) ? 'variants' : 'options');
    choose({ text: '', kind: 'open' });
  }, [choose, turnTo]);
  const meanwhile = useMemo(
    () =>
      !settling
        ? []
        : everyRow(state)
            .filter((row) => state.edits.has(row.product.id))
            .flatMap((row) => columnsOf(row).map((column) => ({ row, column })))
            .filter(({ row, column }) => isMeanwhile(entryAt(state.edits, row, column), row, column)),
    [settling, state],
  );

  return (
    <>
      <Stack gap={10}>
        <GridTools
          words={words}
          sheet={sheet}
          filter={filter}
          rows={view.rows.length}
          hidden={hidden}
          canUndo={settled.past.length > 0}
          canRedo={settled.future.length > 0}
          finding={finding}
          onSheet={turnTo}
          onFilter={choose}
          onHidden={setHidden}
          onFind={toggleFind}
          onUndo={actions.undo}
          onRedo={actions.redo}
        />
        {finding && (
          <FindBar
            inSelection={find.inSelection}
            outcome={find.outcome}
            onNext={find.next}
            onReplace={find.replace}
            onClose={() => setFinding(false)}
          />
        )}
        {total > ids.length && (
          <Notice tone="neutral">{text('grid.first', { max: gridMax.products, total })}</Notice>
        )}
        {reading.failure !== null && <SectionFault failure={reading.failure} onRetry={reading.retry} />}
        {view.rows.length > 0 ? (
          <SheetView
            key={sheet}
            view={view}
            edits={state.edits}
            words={words}
            range={range}
            narrow={narrow}
            people={people}
            onRange={setRange}
            onTexts={actions.enter}
            onClear={actions.clear}
            onLeft={(n) => toast({ state: 'partial', text: text('grid.pasted.left', { n }) })}
            onUndo={actions.undo}
            onRedo={actions.redo}
            onFind={() => setFinding(true)}
            onSave={save}
          />
        ) : (
          reading.isComplete &&
          (state.rows.length === 0 ? (
            <Empty
              act={
                <Button type="primary" onClick={() => page.open('/products/list')}>
                  {text('grid.none.act')}
                </Button>
              }
            >
              {text('grid.none')}
            </Empty>
          ) : sheet === 'options' && state.valueRows.length === 0 ? (
            <Empty act={<Button onClick={() => turnTo('variants')}>{text('grid.noOptions.act')}</Button>}>
              {text('grid.noOptions')}
            </Empty>
          ) : (
            <Empty act={<Button onClick={() => choose(noFilter)}>{text('grid.noRows.act')}</Button>}>
              {text('grid.noRows')}
            </Empty>
          ))
        )}
      </Stack>
      <GridFoot
        counted={counted}
        done={reading.done}
        total={ids.length}
        onSettle={settle}
        onWrong={showWrong}
        onDiscard={discard}
        onSave={save}
      />
      {saving && (
        <SaveDialog
          chunks={chunksOf(state)}
          waiting={counted.waiting}
          onResults={onResults}
          onSaved={onSaved}
          onClose={() => setSaving(false)}
        />
      )}
      {settling && (
        <MeanwhileDrawer
          state={state}
          cells={meanwhile}
          words={words}
          people={people}
          onSettle={(cells, side) => {
            actions.settle(cells, side);
            if (cells.length >= meanwhile.length) {
              setSettling(false);
            }
          }}
          onClose={() => setSettling(false)}
        />
      )}
    </>
  );
}
