import type { ExportSchedule } from '@bowerbird/contract/exports/schedules';
import { Link } from 'react-router';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import type { Language } from '../../../lib/text/language.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { dayText } from '../../../lib/text/sentences/day-text.ts';
import { clockThere, ownZone, zoneText } from '../../../lib/text/sentences/zone-text.ts';
import type { Text as Texts } from '../../../lib/text/text.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph, StateText } from '../../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useSayStarted } from '../../../ui/feedback/use-say-started.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { RepeatingActions } from '../../../ui/table/repeating-actions.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { LinkButton } from '../links/link-button.tsx';
import { useDeleteSchedule, useRunSchedule, useSaveSchedule } from './schedule-queries.ts';

interface ScheduleRowProps {
  schedule: ExportSchedule;
  onEdit(): void;
}

/** One scheduled export: what and when, its newest file, and what became of its last time. */
export function ScheduleRow({ schedule, onEdit }: ScheduleRowProps) {
  const text = useText();
  const { language } = useTexts();
  const format = useFormat();
  const { name, templateName, times, timeZone, on, nextAt, newestFile, links } = schedule;
  /** The time on the schedule's own clock, which may be another than here. */
  const nextText = (next: string) =>
    timeZone === ownZone()
      ? format.full(next)
      : `${format.full(clockThere(next, timeZone))} (${zoneText(language, timeZone)})`;
  return (
    <Row as="li" className="export-schedule" wrap align="center" gap={[8, 16]} p={[12, 0]} borderBottom>
      <Stack grow shrink className="export-schedule-text">
        <Text as="h3" className="cut" font="body" weight={500} tone={on ? 't1' : 't2'} title={name}>
          {name}
        </Text>
        <span className="caption">
          {[
            templateName,
            timesText(text, language, times),
            !on
              ? text('export.schedules.paused')
              : nextAt === null
                ? text('export.schedules.each.once')
                : text('export.schedules.next', { time: nextText(nextAt) }),
          ].join(' · ')}
        </span>
        <span className="caption">
          {[
            newestFile === null
              ? text('export.schedules.noFile')
              : text('export.schedules.newest', { time: format.relative(newestFile.at) }),
            ...(links > 0 ? [text('export.schedules.links', { n: links })] : []),
          ].join(' · ')}
        </span>
        <Last schedule={schedule} />
      </Stack>
      <ScheduleActions schedule={schedule} onEdit={onEdit} />
    </Row>
  );
}

/** What a person should know of the last time; nothing if the file was made. */
function Last({ schedule: { last, fault } }: { schedule: ExportSchedule }) {
  const text = useText();
  const sentence = useFaultText();
  if (fault !== null) {
    return (
      <Row as="span" className="export-schedule-fault" align="start" gap={6} font="caption" tone="red">
        <StateGlyph state="failed" size={14} />
        {text('export.schedules.refused')}: {sentence(fault)}
      </Row>
    );
  }
  if (last?.outcome === 'still-going') {
    return (
      <Text font="caption" tone="amber">
        {text('export.schedules.still-going')}
      </Text>
    );
  }
  if (last?.run == null || last.run.state === 'complete') {
    return null;
  }
  return (
    <Box as={Link} tone="inherit" font="caption" to={runPath(last.run.id)}>
      <StateText state={last.run.state}>
        {last.run.state === 'failed' ? text('export.schedules.failed') : undefined}
      </StateText>
    </Box>
  );
}

function ScheduleActions({ schedule, onEdit }: ScheduleRowProps) {
  const text = useText();
  const sayStarted = useSayStarted();
  const reportFailure = useReportFailure();
  const save = useSaveSchedule();
  const run = useRunSchedule();
  const remove = useDeleteSchedule();
  const { id, name, on, templateId, filter, times, timeZone, keep } = schedule;
  return (
    <RepeatingActions
      className="export-schedule-actions"
      on={{
        label: `${text(on ? 'export.schedules.pause' : 'export.schedules.resume')}: ${name}`,
        checked: on,
        busy: save.isPending,
        onChange: (isOn) =>
          save.mutate(
            { id, on: isOn, name, templateId, filter, times, timeZone, keep },
            { onError: reportFailure },
          ),
      }}
      now={{
        label: text('export.schedules.run'),
        busy: run.isPending,
        onPress: () =>
          run.mutate(id, {
            onError: reportFailure,
            onSuccess: ({ runId }) => sayStarted(runId, text('export.schedules.running')),
          }),
      }}
      menu={{
        label: text('export.schedules.more', { name }),
        edit: { label: text('export.schedules.edit'), onEdit },
        remove: {
          label: text('export.schedules.delete'),
          title: text('export.schedules.delete.title', { name }),
          content: text('export.schedules.delete.content'),
          onRemove: () => remove.mutate(id, { onError: reportFailure }),
        },
      }}
    >
      <LinkButton to={{ what: 'schedule', id }} name={name} />
    </RepeatingActions>
  );
}

/** Formats times: "Daily at 09:00", "Mon, Fri at 09:00", "Every 4 hours". */
function timesText(text: Texts, language: Language, { first, repeat }: ExportSchedule['times']): string {
  const time = first.slice(11);
  switch (repeat.kind) {
    case 'never':
      return text('export.schedules.each.once');
    case 'daily':
      return text('export.schedules.each.daily', { time });
    case 'hours':
      return text('export.schedules.each.hours', { n: repeat.every });
    case 'weekly': {
      const days = repeat.days.map((day) => dayText(language, day));
      return text('export.schedules.each.weekly', {
        days: new Intl.ListFormat(language, { type: 'unit' }).format(days),
        time,
      });
    }
  }
}
