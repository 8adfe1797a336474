import { Button } from 'antd';
import { usePage } from '../../lib/page.ts';
import { useMay, useSession } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Grid, Stack } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { InvoiceForm } from './invoice-form.tsx';
import { OrderList } from './order-list.tsx';
import { useInvoiceData, useOrders, useStanding } from './queries.ts';
import { QuotaList } from './quota-use.tsx';
import { WaitingOrder } from './transfer-box.tsx';
import './billing.css';

/** The plan and its term, usage, the orders and how they are paid, and the recipient of invoices. */
export default function PayInfoPage() {
  const text = useText();
  const page = usePage();
  const { user } = useSession();
  if (user.ownerId === null) {
    return (
      <div className="page">
        <PageHead title={text('menu.dashboard.pay-info')} />
        <Empty act={<Button onClick={() => page.open('/system/orders')}>{text('billing.toOrders')}</Button>}>
          {text('billing.administrator')}
        </Empty>
      </div>
    );
  }
  return <MerchantBilling />;
}

function MerchantBilling() {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const may = useMay();
  const { language } = useTexts();
  const standing = useStanding(true);
  const orders = useOrders();
  const invoice = useInvoiceData();
  const held = standing.data;
  const waiting = orders.data?.items.find(({ state }) => state === 'waiting-payment');

  return (
    <div className="page reading">
      <PageHead
        title={text('menu.dashboard.pay-info')}
        hint={
          held === undefined
            ? undefined
            : held.term === null
              ? text('billing.yours', { plan: held.plan.name[language] })
              : text('billing.yoursUntil', {
                  plan: held.plan.name[language],
                  until: format.day(held.term.endsAt),
                })
        }
        actions={<Button onClick={() => page.open('/dashboard/prices')}>{text('billing.toPrices')}</Button>}
      />
      <Grid oneUnder={992} columns="minmax(0, 1fr) 320px" gap={[28, 44]}>
        <Stack gap={28} shrink>
          {held?.frozen && (
            <Notice
              tone="amber"
              act={
                <Button size="small" onClick={() => page.open('/result/fail')}>
                  {text('act.see')}
                </Button>
              }
            >
              {text('billing.frozen')}
            </Notice>
          )}
          {waiting !== undefined && <WaitingOrder order={waiting} bank={held?.bank ?? null} />}
          <section aria-label={text('billing.orders')}>
            <SectionHead title={text('billing.orders')} />
            {orders.isError ? (
              <SectionFault failure={orders.error} onRetry={() => void orders.refetch()} />
            ) : orders.data === undefined ? (
              <SkeletonLines lines={4} />
            ) : orders.data.items.length === 0 ? (
              <Empty>{text(held?.plansOn === false ? 'billing.off' : 'billing.noOrders')}</Empty>
            ) : (
              <OrderList orders={orders.data.items} />
            )}
          </section>
        </Stack>
        <Stack as="aside" gap={28} shrink>
          <section aria-label={text('billing.use')}>
            <SectionHead title={text('billing.use')} />
            {standing.isError ? (
              <SectionFault failure={standing.error} onRetry={() => void standing.refetch()} />
            ) : held === undefined ? (
              <SkeletonLines lines={5} />
            ) : (
              <QuotaList use={held.use} />
            )}
          </section>
          <section aria-label={text('billing.invoice.data')}>
            <SectionHead title={text('billing.invoice.data')} />
            {invoice.isError ? (
              <SectionFault failure={invoice.error} onRetry={() => void invoice.refetch()} />
            ) : invoice.data === undefined ? (
              <SkeletonLines lines={4} />
            ) : (
              <InvoiceForm data={invoice.data} readOnly={!may('account', 'edit')} />
            )}
          </section>
        </Stack>
      </Grid>
    </div>
  );
}
