import type { CollectRun } from '@bowerbird/contract/collect/collect';
import { queryCollected } from '@bowerbird/contract/collect/collected';
import { cancelRun, pauseRun, resumeRun } from '@bowerbird/contract/runs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '../../../lib/api/call.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useChoice } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { useCollectAgain } from '../../../ui/stores/use-collect-again.ts';
import { deleteSelection, useReadAgain } from '../queries.ts';

/** Pause, resume, cancel. Pausing keeps everything; cancelling asks what to do with the collected products. */
export function RunActions({ run: collect }: { run: CollectRun }) {
  const text = useText();
  const may = useMay();
  const { run } = collect;
  const change = useChangeRun(run.id);
  const cancel = useCancel(collect);
  if (!may('runs', 'edit')) {
    return null;
  }
  const stands = run.state === 'paused' || run.state === 'held';
  return (
    <>
      <Button
        type={stands ? 'primary' : 'default'}
        icon={<Icon name={stands ? 'play' : 'pause'} />}
        loading={change.isPending}
        onClick={() => change.mutate(stands ? resumeRun : pauseRun)}
      >
        {text(stands ? 'collect.resume' : 'collect.pause')}
      </Button>
      <Button danger onClick={() => void cancel()}>
        {text('act.cancel')}
      </Button>
    </>
  );
}

/** After the end: run again, or repeat automatically from now on. */
export function RunAgain({ runId }: { runId: string }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const again = useCollectAgain();
  if (!may('collect', 'add')) {
    return null;
  }
  return (
    <>
      <Button
        icon={<Icon name="refresh" />}
        loading={again.isPending}
        onClick={() => again.mutate({ what: { runId } })}
      >
        {text('recollect.run.again')}
      </Button>
      <Button icon={<Icon name="eye" />} onClick={() => page.open(`/collect/watches?run=${runId}`)}>
        {text('recollect.run.watch')}
      </Button>
    </>
  );
}

function useChangeRun(id: string) {
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (route: typeof pauseRun | typeof resumeRun | typeof cancelRun) =>
      call(route, { params: { id } }),
    onError: reportFailure,
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
}

function useCancel({ run, figures }: CollectRun): () => Promise<void> {
  const text = useText();
  const choose = useChoice();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const may = useMay();
  const readAgain = useReadAgain();
  const change = useChangeRun(run.id);
  // Products that existed before this run are not deleted with it.
  const mayDrop = figures.got > 0 && figures.unchanged === 0 && may('collect', 'delete');

  return async () => {
    const answer = await choose({
      title: text('collect.cancel.title'),
      content: figures.got > 0 ? text('collect.cancel.content', { n: figures.got }) : undefined,
      choices: [
        { key: 'stay', label: text('collect.cancel.stay') },
        ...(mayDrop ? [{ key: 'drop', label: text('collect.cancel.drop'), kind: 'danger' } as const] : []),
        {
          key: 'keep',
          label:
            figures.got > 0 ? text('collect.cancel.keep', { n: figures.got }) : text('collect.cancel.yes'),
          kind: 'primary',
        },
      ],
    });
    if (answer === null || answer === 'stay') {
      return;
    }
    try {
      await change.mutateAsync(cancelRun);
      if (answer === 'drop') {
        // Products that arrived between the question and the end of the run are deleted, too.
        const filter = { state: 'unclaimed' as const, runId: run.id };
        const { counts } = await call(queryCollected, { body: { filter, limit: 1, countAll: true } });
        const deleted = await deleteSelection({ filter, except: [] }, counts.unclaimed);
        toast({ text: text('collect.deleted', { n: deleted }) });
      }
      readAgain();
    } catch (thrown) {
      reportFailure(thrown);
    }
  };
}
