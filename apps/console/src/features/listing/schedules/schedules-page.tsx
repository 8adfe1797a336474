import type { ListingSchedule } from '@bowerbird/contract/listing/schedules';
import { Button } from 'antd';
import { useState } from 'react';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { ScheduleDrawer } from './schedule-drawer.tsx';
import { useSchedules } from './schedule-queries.ts';
import { ScheduleRow } from './schedule-row.tsx';
import '../when/when.css';

/** Scheduled listings: what goes where and when, the last result, and what blocks it. */
export default function SchedulesPage() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const schedules = useSchedules();
  const [edited, setEdited] = useState<ListingSchedule | null>(null);
  const none = schedules.data?.length === 0;
  const create = may('listing', 'add') && (
    <Button type="primary" onClick={() => page.open('/form/step-form')}>
      {text('schedules.new')}
    </Button>
  );
  return (
    <div className="page">
      <PageHead
        title={text('menu.listing.schedules')}
        hint={text('schedules.hint')}
        actions={none ? undefined : create}
      />
      {schedules.isError && schedules.data === undefined ? (
        <SectionFault failure={schedules.error} onRetry={() => void schedules.refetch()} />
      ) : schedules.data === undefined ? (
        <SkeletonRows rows={4} />
      ) : none ? (
        <Empty act={create}>{text('schedules.empty')}</Empty>
      ) : (
        <ul className="schedule-list" aria-label={text('menu.listing.schedules')}>
          {schedules.data.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} onEdit={() => setEdited(schedule)} />
          ))}
        </ul>
      )}
      {edited !== null && (
        <ScheduleDrawer key={edited.id} schedule={edited} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}
