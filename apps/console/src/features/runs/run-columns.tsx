import type { Run } from '@bowerbird/contract/runs';
import { Link } from 'react-router';
import type { Format } from '../../lib/format.ts';
import { useFormat } from '../../lib/format.ts';
import type { Text } from '../../lib/text.ts';
import { useText } from '../../lib/text.ts';
import { runPath } from '../../lib/use-runs.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Thumbnails } from '../../ui/images/thumbnails.tsx';
import { ByPlugin } from '../../ui/stores/by-plugin.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { hasEnded } from './queries.ts';
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
        <span className="run-kind">
          <Icon name={kindIcons[kind]} size={16} />
          {text(`run.kind.${kind}`)}
        </span>
      ),
    },
    {
      key: 'what',
      title: text('runs.column.what'),
      width: 'minmax(200px, 2.4fr)',
      render: (run) => (
        <span className="run-what">
          <span className="run-name cut" title={nameOf(run)}>
            {nameOf(run)}
          </span>
          {run.byPlugin && <ByPlugin named />}
          <Thumbnails urls={run.images ?? []} />
        </span>
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
    <span className="run-state" title={note}>
      <StateText
        state={shownState(run)}
        {...(note === '' ? {} : { note: <span className="cut">{note}</span> })}
      />
    </span>
  );
}

export function RunRowNarrow({ run, name, when }: { run: Run; name: string; when: string }) {
  return (
    <span className="run-narrow">
      <span className="run-narrow-line">
        <Icon name={kindIcons[run.kind]} size={16} />
        <span className="run-name cut">{name}</span>
        {run.byPlugin && <ByPlugin />}
        <RunCount run={run} />
      </span>
      <span className="run-narrow-line">
        <RunState run={run} />
        <span className="caption">{when}</span>
      </span>
    </span>
  );
}
