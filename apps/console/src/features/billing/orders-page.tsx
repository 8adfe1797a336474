import { useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { AdminOrders } from './admin/admin-orders.tsx';
import { AdminOwners } from './admin/admin-owners.tsx';
import { BankPart } from './admin/bank-part.tsx';
import { PlansPart } from './plans-part.tsx';
import './billing.css';

const parts = ['orders', 'owners', 'plans', 'bank'] as const;
type Part = (typeof parts)[number];

/**
 * For administrators: confirming transfers, merchants and their plans, the plans themselves, and the bank account for
 * transfers.
 */
export default function OrdersPage() {
  const text = useText();
  const { search } = useLocation();
  const [part, setPart] = useState<Part>(
    () => parts.find((each) => each === new URLSearchParams(search).get('tab')) ?? 'orders',
  );
  return (
    <div className="page">
      <PageHead title={text('menu.system.orders')}>
        <TabRow<Part>
          label={text('menu.system.orders')}
          value={part}
          onChange={setPart}
          tabs={parts.map((key) => ({ key, title: text(`billing.admin.${key}`) }))}
        />
      </PageHead>
      {part === 'orders' && <AdminOrders />}
      {part === 'owners' && <AdminOwners />}
      {part === 'plans' && <PlansPart />}
      {part === 'bank' && <BankPart />}
    </div>
  );
}
