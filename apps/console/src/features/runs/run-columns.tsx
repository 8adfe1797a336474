import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { Link } from 'react-router';
import { runPath } from '../../lib/data/use-runs.tsx';
import type { Format } from '../../lib/text/format.ts';
import { useFormat } from '../../lib/text/format.ts';
import type { Text } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Thumbnails } from '../../ui/images/thumbnails.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { ByPlugin } from '../../ui/stores/by-plugin.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Text as TextBox } from '../../ui/text/text.tsx';
import { kindIcons, secondsTaken, shownState, useHoldText, useRunName } from './run-kinds.ts';

/** Returns the columns of the list of runs; with `now`, in milliseconds, durations of running ones keep counting. */
export function useRunColumns(now: number): Column<Run>[] {
  const text = useText();
  const format = useFormat();
  const nameOf = useRunName();
  return [
    {
      key: 'kind',
      title: text('runs.column.kind'),
      width: '120px',
      render: ({ kind }) => (
        <Row as="span" align="center" gap={8} tone="t2">
          <Icon name={kindIcons[kind]} size={16} />
          {text(`run.kind.${kind}`)}
        </Row>
      ),
    },
    {
      key: 'what',
      title: text('runs.column.what'),
      width: 'minmax(200px, 2.4fr)',
      render: (run) => (
        <Row as="span" className="run-what" align="center" gap={8} shrink>
          <TextBox className="run-name cut" weight={500} title={nameOf(run)}>
            {nameOf(run)}
          </TextBox>
          {run.byPlugin && <ByPlugin named />}
          <Thumbnails urls={run.images ?? []} />
        </Row>
      ),
    },
    {
      key: 'by',
      title: text('runs.column.by'),
      width: '96px',
      from: 900,
      render: ({ createdBy }) => createdBy ?? '—',
    },
    {
      key: 'count',
      title: text('runs.column.count'),
      width: '112px',
      align: 'end',
      render: (run) => <RunCount run={run} />,
    },
    {
      key: 'state',
      title: text('runs.column.state'),
      width: 'minmax(150px, 2fr)',
      render: (run) => <RunState run={run} />,
    },
    {
      key: 'started',
      title: text('runs.column.started'),
      width: '120px',
      align: 'end',
      from: 760,
      render: ({ startedAt, createdAt }) => (
        <span title={format.full(startedAt ?? createdAt)}>{format.relative(startedAt ?? createdAt)}</span>
      ),
    },
    {
      key: 'took',
      title: text('runs.column.took'),
      width: '110px',
      align: 'end',
      from: 760,
      render: (run) => {
        const seconds = secondsTaken(run, now);
        return seconds === null ? '—' : tookText(text, format, seconds);
      },
    },
    {
      key: 'undoable',
      title: text('runs.column.undoable'),
      width: '84px',
      from: 1040,
      render: (run) => (isUndoable(run) ? <Link to={runPath(run.id)}>{text('runs.undoable')}</Link> : '—'),
    },
  ];
}

/** Reports whether an ended claim can be undone on its page, as far as its products were not used further. */
function isUndoable(run: Run): boolean {
  return run.kind === 'claim' && hasEnded(run) && run.done > 0;
}

function RunCount({ run }: { run: Run }) {
  const format = useFormat();
  // For a listing run, counts what was listed: rejected products are not done.
  const done = run.kind === 'listing' ? run.done - run.failed : run.done;
  const whole = run.total === null || run.total === done;
  return (
    <span className={run.kind === 'listing' && done === 0 && hasEnded(run) ? 'tone-red' : ''}>
      {format.number(done)}
      {!whole && run.total !== null && <span className="quiet"> / {format.number(run.total)}</span>}
    </span>
  );
}

/** Formats a run's duration; a very short run is not shown as zero. */
export function tookText(text: Text, format: Format, seconds: number): string {
  return seconds < 1 ? text('runs.underSecond') : format.duration(seconds);
}

/** The state's label, and under it what failed or the reason. */
export function RunState({ run }: { run: Run }) {
  const text = useText();
  const holdText = useHoldText();
  const note =
    run.fault !== null
      ? holdText(run.fault, run)
      : run.failed > 0
        ? text(run.kind === 'listing' ? 'runs.notListed' : 'progress.skipped', { n: run.failed })
        : '';
  return (
    <TextBox className="run-state" block shrink title={note}>
      <StateText
        state={shownState(run)}
        {...(note === '' ? {} : { note: <span className="cut">{note}</span> })}
      />
    </TextBox>
  );
}

export function RunRowNarrow({ run, name, when }: { run: Run; name: string; when: string }) {
  return (
    <Grid as="span" gap={4}>
      <Row as="span" className="run-narrow-line" align="center" justify="between" gap={10} shrink>
        <Icon name={kindIcons[run.kind]} size={16} />
        <TextBox className="run-name cut" weight={500}>
          {name}
        </TextBox>
        {run.byPlugin && <ByPlugin />}
        <RunCount run={run} />
      </Row>
      <Row as="span" className="run-narrow-line" align="center" justify="between" gap={10} shrink>
        <RunState run={run} />
        <span className="caption">{when}</span>
      </Row>
    </Grid>
  );
}
