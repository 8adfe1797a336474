import { cancelRun, hasEnded, pauseRun, type Run, resumeRun } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useChangeRun } from './queries.ts';
import { shownState, useRunName } from './run-kinds.ts';

interface RunHeadProps {
  run: Run;
  /** Notes in addition to who started it and when. */
  notes?: string[];
  /** Shown between Resume and Cancel. */
  actions?: ReactNode;
}

/** A run's name, who started it and when, and how it is paused, resumed or ended. */
export function RunHead({ run, notes = [], actions }: RunHeadProps) {
  const text = useText();
  const format = useFormat();
  const name = useRunName()(run);
  usePageTitle(name);
  const hint = [
    ...notes,
    ...(run.createdBy === null ? [] : [run.createdBy]),
    run.startedAt === null
      ? text('runs.created', { time: format.full(run.createdAt) })
      : text('runs.since', {
          time: isToday(run.startedAt) ? format.time(run.startedAt) : format.full(run.startedAt),
        }),
  ].join(' · ');
  return (
    <PageHead
      title={name}
      before={
        run.state === 'running' ? (
          <Text className="live-dot" m={[0, 4]} role="img" aria-label={text('state.running')} />
        ) : (
          <Row as="span" className="run-head-state">
            <StateText state={shownState(run)} />
          </Row>
        )
      }
      hint={hint}
      actions={
        <>
          <RunControls run={run} />
          {actions}
        </>
      }
    />
  );
}

/** Pause, resume, cancel; nothing once the run has ended. */
function RunControls({ run }: { run: Run }) {
  const text = useText();
  const may = useMay();
  const confirm = useConfirm();
  const change = useChangeRun(run.id);
  if (hasEnded(run) || !may('runs', 'edit')) {
    return null;
  }
  const stands = run.state === 'paused' || run.state === 'held';
  // Each paused store job is resumed separately, once its reason was seen.
  const onlyStoresPaused = run.state === 'held' && run.fault?.code === 'listing.fails-similar';
  // It waits for a person to confirm what it would import.
  const isToConfirm = run.state === 'held' && run.fault?.code === 'import.to-confirm';
  const cancel = async () => {
    const sure = await confirm({
      title: text('runs.cancel.title'),
      content: text('runs.cancel.content', { n: run.done }),
      confirm: text('runs.cancel'),
      danger: true,
    });
    if (sure) {
      change.mutate(cancelRun);
    }
  };
  return (
    <>
      {!onlyStoresPaused && !isToConfirm && (
        <Button
          icon={<Icon name={stands ? 'play' : 'pause'} />}
          loading={change.isPending}
          onClick={() => change.mutate(stands ? resumeRun : pauseRun)}
        >
          {text(stands ? 'runs.resume' : 'runs.pause')}
        </Button>
      )}
      <Button danger onClick={() => void cancel()}>
        {text('runs.cancel')}
      </Button>
    </>
  );
}

function isToday(instant: string): boolean {
  return new Date(instant).toDateString() === new Date().toDateString();
}
