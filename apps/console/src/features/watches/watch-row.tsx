import type { Watch } from '@bowerbird/contract/collect/watches';
import { hasEnded } from '@bowerbird/contract/runs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { runPath, useRun } from '../../lib/data/use-runs.tsx';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { everyText, nextText } from '../../lib/text/sentences/often-text.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph, StateText } from '../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { useSayStarted } from '../../ui/feedback/use-say-started.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { RepeatingActions } from '../../ui/table/repeating-actions.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useChangeWatch, useDeleteWatch, useRunWatch, watchKeys } from './queries.ts';
import { whatText } from './watch-text.ts';

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
    <Grid
      as="li"
      className={watch.on ? 'watch-row' : 'watch-row off'}
      column="1 / -1"
      columns="subgrid"
      align="center"
      gap={[8, 28]}
      minH={64}
      p={[10, 0]}
      borderBottom
    >
      <Row className="watch-text" align="center" gap={12} shrink>
        <PlatformMark platform={watch.target.platform} size={24} />
        <Stack as="span" shrink>
          <Text as="h2" className="watch-name cut" font="body" weight={500} title={watch.name}>
            {watch.name}
          </Text>
          <span className="caption cut" title={what}>
            {what}
          </span>
        </Stack>
      </Row>
      <Stack font="small">
        <span>{everyText(text, language, watch)}</span>
        <span className="caption">
          {watch.nextAt === null
            ? text('watches.off')
            : nextText(text, format, { ...watch, nextAt: watch.nextAt })}
        </span>
        {watch.fault && (
          <Row as="span" className="watch-fault" align="start" gap={6} maxW={280} font="caption" tone="red">
            <StateGlyph state="failed" size={14} />
            {sentence(watch.fault)}
          </Row>
        )}
      </Stack>
      <div className="watch-last">
        {lastRun === null ? (
          <span className="caption">{text('watches.notYet')}</span>
        ) : (
          <LastRun lastRun={lastRun} />
        )}
      </div>
      <div className="watch-alerts">
        {alertCount > 0 ? (
          <Box
            as="button"
            type="button"
            className="watch-alert-count"
            hover="underline"
            p={[2, 10]}
            radius="s"
            font="small"
            tone="amber"
            ground="amber-s"
            onClick={onAlerts}
          >
            {text('watches.alerts.unread', { n: alertCount })}
          </Box>
        ) : (
          <span className="caption">{text('watches.alerts.noneNew')}</span>
        )}
      </div>
      <WatchActions watch={watch} onEdit={onEdit} />
    </Grid>
  );
}

/** The last reading; a running one is followed to its end. */
function LastRun({ lastRun }: { lastRun: NonNullable<Watch['lastRun']> }) {
  const format = useFormat();
  const cache = useQueryClient();
  const open = !hasEnded(lastRun);
  const state = useRun(open ? lastRun.id : null).data?.state ?? lastRun.state;
  const ended = open && hasEnded({ state });
  useEffect(() => {
    if (ended) {
      void cache.invalidateQueries({ queryKey: watchKeys.all });
    }
  }, [ended, cache]);
  return (
    <Box as={Link} tone="inherit" to={runPath(lastRun.id)}>
      <StateText state={state} note={format.relative(lastRun.at)} />
    </Box>
  );
}

function WatchActions({ watch, onEdit }: { watch: Watch; onEdit(): void }) {
  const text = useText();
  const may = useMay();
  const sayStarted = useSayStarted();
  const reportFailure = useReportFailure();
  const change = useChangeWatch();
  const run = useRunWatch();
  const remove = useDeleteWatch();
  const mayEdit = may('collect', 'edit');
  return (
    <RepeatingActions
      className="watch-actions"
      on={
        mayEdit
          ? {
              label: text('watches.switch', { name: watch.name }),
              checked: watch.on,
              onChange: (on) => change.mutate({ ...watch, on }, { onError: reportFailure }),
            }
          : null
      }
      now={
        may('collect', 'add')
          ? {
              label: text('watches.runNow'),
              busy: run.isPending,
              onPress: () =>
                run.mutate(watch.id, {
                  onError: reportFailure,
                  onSuccess: ({ runId }) => sayStarted(runId, text('watches.started', { name: watch.name })),
                }),
            }
          : null
      }
      menu={{
        label: text('watches.acts', { name: watch.name }),
        edit: mayEdit ? { label: text('watches.edit'), onEdit } : null,
        remove: may('collect', 'delete')
          ? {
              label: text('watches.delete'),
              title: text('watches.delete.title', { name: watch.name }),
              content: text('watches.delete.content'),
              onRemove: () => remove.mutate(watch.id, { onError: reportFailure }),
            }
          : null,
      }}
    />
  );
}
