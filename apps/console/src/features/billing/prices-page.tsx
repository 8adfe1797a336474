import type { Plan, Term } from '@bowerbird/contract/billing/billing';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useMay, useSession } from '../../lib/person/session.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { PlanTable } from './plan-table.tsx';
import { usePlans, useStanding } from './queries.ts';
import { QuotaList } from './quota-use.tsx';
import './billing.css';

/** The plans side by side, the usage of the current one, and the way to change it. */
export default function PricesPage() {
  const text = useText();
  const may = useMay();
  const { user } = useSession();
  const { language } = useTexts();
  const plans = usePlans();
  const standing = useStanding(user.ownerId !== null);
  const [term, setTerm] = useState<Term>('month');
  const [chosen, setChosen] = useState<Plan | null>(null);
  const held = standing.data ?? null;
  const waits = plans.data === undefined || (user.ownerId !== null && held === null);
  const off = held !== null && !held.plansOn;
  const sells = held !== null && held.payments.length > 0 && may('account', 'edit');
  const failed = plans.isError ? plans : standing.isError ? standing : null;

  return (
    <div className="page">
      <PageHead
        title={text('menu.dashboard.prices')}
        hint={held === null ? undefined : text('billing.yours', { plan: held.plan.name[language] })}
        actions={
          off || waits ? undefined : (
            <Segmented
              aria-label={text('billing.term')}
              value={term}
              options={[
                { value: 'month' as const, label: text('billing.term.month') },
                { value: 'year' as const, label: text('billing.term.year') },
              ]}
              onChange={setTerm}
            />
          )
        }
      />
      {failed !== null ? (
        <SectionFault failure={failed.error} onRetry={() => void failed.refetch()} />
      ) : waits ? (
        <SkeletonRows rows={5} />
      ) : off ? (
        <Stack gap={20} maxW={520}>
          <p>{text('billing.off')}</p>
          <QuotaList use={held.use} />
        </Stack>
      ) : plans.data.length === 0 ? (
        <Empty>{text('billing.noPlans')}</Empty>
      ) : (
        <>
          <PlanTable plans={plans.data} standing={held} term={term} onChoose={sells ? setChosen : null} />
          <Text as="p" className="quiet" mt={12} maxW={720}>
            {text('billing.rule')}
          </Text>
          {held !== null && held.payments.length === 0 && (
            <Notice tone="neutral">{text('billing.noPayments')}</Notice>
          )}
        </>
      )}
      {chosen !== null && held !== null && (
        <OrderDialog plan={chosen} term={term} payments={held.payments} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}
