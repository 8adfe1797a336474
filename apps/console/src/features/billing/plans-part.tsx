import type { Plan } from '@bowerbird/contract/billing/billing';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useMay } from '../../lib/person/session.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { useAdminPlans, useSetDefaultPlan } from './admin/admin-queries.ts';
import { PlanDrawer } from './admin/plan-drawer.tsx';
import { PlanTable } from './plan-table.tsx';

/** The plans as merchants see them, and those not on sale; each is edited in a drawer. */
export function PlansPart() {
  const text = useText();
  const may = useMay();
  const reportFailure = useReportFailure();
  const { language } = useTexts();
  const plans = useAdminPlans();
  const setDefault = useSetDefaultPlan();
  const [edited, setEdited] = useState<Plan | 'new' | null>(null);
  const mayEdit = may('support', 'edit');
  if (plans.isError) {
    return <SectionFault failure={plans.error} onRetry={() => void plans.refetch()} />;
  }
  if (plans.data === undefined) {
    return <SkeletonRows rows={5} />;
  }
  const { plansOn, defaultPlan, plans: all } = plans.data;
  return (
    <>
      {!plansOn && <Notice tone="neutral">{text('billing.admin.off')}</Notice>}
      <div className="admin-toolbar">
        <label htmlFor="default-plan">{text('billing.admin.default')}</label>
        <Select
          id="default-plan"
          style={{ minWidth: 160 }}
          disabled={!mayEdit}
          value={defaultPlan}
          options={all.map(({ id, name }) => ({ value: id, label: name[language] }))}
          onChange={(id) => setDefault.mutate(id, { onError: reportFailure })}
        />
        <span className="spread" />
        {mayEdit && (
          <Button icon={<Icon name="plus" />} onClick={() => setEdited('new')}>
            {text('billing.admin.addPlan')}
          </Button>
        )}
      </div>
      <PlanTable
        plans={all}
        standing={null}
        term="month"
        onChoose={null}
        {...(mayEdit && { onEdit: setEdited })}
      />
      {edited !== null && (
        <PlanDrawer
          key={edited === 'new' ? 'new' : edited.id}
          plan={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
