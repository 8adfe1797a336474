import type { ExportSchedule } from '@bowerbird/contract/exports/schedules';
import { Button } from 'antd';
import { lazy, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { OnceOpened } from '../../../ui/layout/once-opened.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useTemplates } from '../templates/template-queries.ts';
import { useExportSchedules } from './schedule-queries.ts';
import { ScheduleRow } from './schedule-row.tsx';

const ScheduleDrawer = lazy(() => import('./schedule-drawer.tsx'));

/** Exports that are made again and again, by a template of the team. */
export default function SchedulesSection() {
  const text = useText();
  const schedules = useExportSchedules();
  const { data: templates = [] } = useTemplates();
  const [edited, setEdited] = useState<ExportSchedule | 'new' | null>(null);
  const create = (
    <Button size="small" disabled={templates.length === 0} onClick={() => setEdited('new')}>
      {text('export.schedules.new')}
    </Button>
  );
  const none = schedules.data?.length === 0;
  return (
    <Box as="section" className="export-schedules" mt={28}>
      <SectionHead
        title={text('export.schedules')}
        count={none ? undefined : schedules.data?.length}
        action={none ? undefined : create}
      />
      {schedules.isError && schedules.data === undefined ? (
        <SectionFault failure={schedules.error} onRetry={() => void schedules.refetch()} />
      ) : schedules.data === undefined ? (
        <SkeletonRows rows={2} />
      ) : none ? (
        <Empty act={create}>
          {text('export.schedules.empty')}
          {templates.length === 0 && (
            <>
              <br />
              {text('export.schedules.needTemplate')}
            </>
          )}
        </Empty>
      ) : (
        <Stack as="ul" aria-label={text('export.schedules')}>
          {schedules.data.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} onEdit={() => setEdited(schedule)} />
          ))}
        </Stack>
      )}
      <OnceOpened open={edited !== null}>
        {edited !== null && (
          <ScheduleDrawer
            key={edited === 'new' ? 'new' : edited.id}
            schedule={edited === 'new' ? null : edited}
            templates={templates}
            onClose={() => setEdited(null)}
          />
        )}
      </OnceOpened>
    </Box>
  );
}
