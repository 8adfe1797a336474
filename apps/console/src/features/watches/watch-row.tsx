import type { RunState } from '@bowerbird/contract/runs';
import { endStates } from '@bowerbird/contract/runs';
import type { Watch } from '@bowerbird/contract/watches';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Switch } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/language.ts';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { runPath, useRun } from '../../lib/use-runs.tsx';
import { StateGlyph, StateText } from '../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { useChangeWatch, useDeleteWatch, useRunWatch, watchKeys } from './queries.ts';
import { everyText, nextText, whatText } from './watch-text.ts';

interface WatchRowProps {
  watch: Watch;
  onEdit(): void;
  onAlerts(): void;
}

/** One watch: what is read, how often, its last result, and its alerts. */
export function WatchRow({ watch, onEdit, onAlerts }: WatchRowProps) {
  const text = useText();
  const { language } = useTexts();
  const format = useFormat();
  const sentence = useFaultText();
  const { lastRun, alertCount } = watch;
  const what = whatText(text, watch);
  return (
    <li className={watch.on ? 'watch-row' : 'watch-row off'}>
      <div className="watch-text">
        <PlatformMark platform={watch.target.platform} size={24} />
        <span className="watch-names">
          <h2 className="watch-name cut" title={watch.name}>
            {watch.name}
          </h2>
          <span className="caption cut" title={what}>
            {what}
          </span>
        </span>
      </div>
      <div className="watch-when">
        <span>{everyText(text, language, watch)}</span>
        <span className="caption">{nextText(text, format, watch)}</span>
        {watch.fault && (
          <span className="watch-fault">
            <StateGlyph state="failed" size={14} />
            {sentence(watch.fault)}
          </span>
        )}
      </div>
      <div className="watch-last">
        {lastRun === null ? (
          <span className="caption">{text('watches.notYet')}</span>
        ) : (
          <LastRun lastRun={lastRun} />
        )}
      </div>
      <div className="watch-alerts">
        {alertCount > 0 ? (
          <button type="button" className="watch-alert-count" onClick={onAlerts}>
            {text('watches.alerts.unread', { n: alertCount })}
          </button>
        ) : (
          <span className="caption">{text('watches.alerts.noneNew')}</span>
        )}
      </div>
      <WatchActions watch={watch} onEdit={onEdit} />
    </li>
  );
}

/** The last reading; a running one is followed to its end. */
function LastRun({ lastRun }: { lastRun: NonNullable<Watch['lastRun']> }) {
  const format = useFormat();
  const cache = useQueryClient();
  const open = !hasEnded(lastRun.state);
  const state = useRun(open ? lastRun.id : null).data?.state ?? lastRun.state;
  const ended = open && hasEnded(state);
  useEffect(() => {
    if (ended) {
      void cache.invalidateQueries({ queryKey: watchKeys.all });
    }
  }, [ended, cache]);
  return (
    <Link className="watch-run" to={runPath(lastRun.id)}>
      <StateText state={state} note={format.relative(lastRun.at)} />
    </Link>
  );
}

function hasEnded(state: RunState): boolean {
  return endStates.some((end) => end === state);
}

function WatchActions({ watch, onEdit }: { watch: Watch; onEdit(): void }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const change = useChangeWatch();
  const run = useRunWatch();
  const remove = useDeleteWatch();
  const mayEdit = may('collect', 'edit');
  const start = () =>
    run.mutate(watch.id, {
      onError: reportFailure,
      onSuccess: ({ runId }) =>
        toast({
          state: 'running',
          text: text('watches.started', { name: watch.name }),
          onSee: () => page.open(runPath(runId)),
        }),
    });
  return (
    <div className="watch-actions">
      {mayEdit && (
        <Switch
          size="small"
          checked={watch.on}
          aria-label={text('watches.switch', { name: watch.name })}
          onChange={(on) => change.mutate({ ...watch, on }, { onError: reportFailure })}
        />
      )}
      {may('collect', 'add') && (
        <Button size="small" loading={run.isPending} onClick={start}>
          {text('watches.runNow')}
        </Button>
      )}
      <RowMenu
        label={text('watches.acts', { name: watch.name })}
        edit={mayEdit ? { label: text('watches.edit'), onEdit } : null}
        remove={
          may('collect', 'delete')
            ? {
                label: text('watches.delete'),
                title: text('watches.delete.title', { name: watch.name }),
                content: text('watches.delete.content'),
                onRemove: () => remove.mutate(watch.id, { onError: reportFailure }),
              }
            : null
        }
      />
    </div>
  );
}
