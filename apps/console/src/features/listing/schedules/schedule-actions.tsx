import type { ListingSchedule } from '@bowerbird/contract/listing/schedules';
import { Button } from 'antd';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useSayStarted } from '../../../ui/feedback/use-say-started.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { useChangeSchedule, useDeleteSchedule, useRunSchedule } from './schedule-queries.ts';

interface ScheduleActionsProps {
  schedule: ListingSchedule;
  onEdit(): void;
}

/** Pause or resume, list now, edit, delete. */
export function ScheduleActions({ schedule, onEdit }: ScheduleActionsProps) {
  const text = useText();
  const may = useMay();
  const sayStarted = useSayStarted();
  const reportFailure = useReportFailure();
  const change = useChangeSchedule();
  const run = useRunSchedule();
  const remove = useDeleteSchedule();
  const { id, name, times, timeZone, state, places } = schedule;
  const mayEdit = may('listing', 'edit');
  // One store may wait for a person while the others continue.
  const rests = state === 'paused' || places.some((place) => place.fault !== null && place.nextAt === null);

  const start = () =>
    run.mutate(id, {
      onError: reportFailure,
      onSuccess: ({ runId }) => sayStarted(runId, text('schedules.started', { name })),
    });
  return (
    <Row className="schedule-actions" rigid gap={8}>
      {mayEdit && state !== 'done' && (
        <Button
          size="small"
          loading={change.isPending}
          onClick={() => change.mutate({ id, name, times, timeZone, on: rests }, { onError: reportFailure })}
        >
          {text(rests ? 'schedules.goOn' : 'schedules.pause')}
        </Button>
      )}
      {may('listing', 'add') && (
        <Button size="small" loading={run.isPending} onClick={start}>
          {text('schedules.runNow')}
        </Button>
      )}
      <RowMenu
        label={text('schedules.acts', { name })}
        edit={mayEdit ? { label: text('schedules.edit'), onEdit } : null}
        remove={
          may('listing', 'delete')
            ? {
                label: text('schedules.delete'),
                title: text('schedules.delete.title', { name }),
                content: text('schedules.delete.content'),
                onRemove: () => remove.mutate(id, { onError: reportFailure }),
              }
            : null
        }
      />
    </Row>
  );
}
