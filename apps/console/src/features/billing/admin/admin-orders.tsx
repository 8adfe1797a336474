import type { AdminOrder } from '@bowerbird/contract/billing/admin-billing';
import { downloadOrders } from '@bowerbird/contract/billing/admin-billing';
import type { OrderState } from '@bowerbird/contract/billing/orders';
import { orderStates } from '@bowerbird/contract/billing/orders';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { addressOf } from '../../../lib/api/call.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { ConfirmDialog, RefundDialog } from '../confirm-dialog.tsx';
import { OrderStateText } from '../order-state.tsx';
import { useAdminOrders } from './admin-queries.ts';

/** Every merchant's orders; arrived transfers are confirmed here. */
export function AdminOrders() {
  const text = useText();
  const may = useMay();
  const [state, setState] = useState<OrderState | null>(null);
  const [task, setTask] = useState<{ act: 'confirm' | 'refund'; order: AdminOrder } | null>(null);
  const orders = useAdminOrders(state);
  const rows = orders.data?.pages.flatMap(({ items }) => items);
  const close = () => setTask(null);
  return (
    <>
      <div className="admin-toolbar">
        <Select<OrderState | ''>
          aria-label={text('billing.admin.state')}
          value={state ?? ''}
          style={{ minWidth: 160 }}
          onChange={(value) => setState(value === '' ? null : value)}
          options={[
            { value: '' as const, label: text('billing.admin.everyState') },
            ...orderStates.map((value) => ({ value, label: text(`billing.state.${value}`) })),
          ]}
        />
        <span className="spread" />
        {may('support', 'export') && (
          <Button icon={<Icon name="download" />} href={addressOf(downloadOrders)}>
            {text('billing.admin.csv')}
          </Button>
        )}
      </div>
      {orders.isError ? (
        <SectionFault failure={orders.error} onRetry={() => void orders.refetch()} />
      ) : rows === undefined ? (
        <SkeletonRows rows={5} />
      ) : rows.length === 0 ? (
        <Empty>{text('billing.admin.noOrders')}</Empty>
      ) : (
        <Grid
          as="ul"
          className="order-list"
          columns="minmax(0, 1.4fr) minmax(0, 1.2fr) minmax(140px, auto) minmax(148px, auto)"
          gap={[0, 16]}
        >
          {rows.map((order) => (
            <AdminOrderRow key={order.id} order={order} onAction={(act) => setTask({ act, order })} />
          ))}
        </Grid>
      )}
      {orders.hasNextPage && (
        <div className="admin-toolbar">
          <Button loading={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
            {text('billing.admin.more')}
          </Button>
        </div>
      )}
      {task?.act === 'confirm' && <ConfirmDialog key={task.order.id} order={task.order} onClose={close} />}
      {task?.act === 'refund' && <RefundDialog key={task.order.id} order={task.order} onClose={close} />}
    </>
  );
}

function AdminOrderRow({
  order,
  onAction,
}: {
  order: AdminOrder;
  onAction(act: 'confirm' | 'refund'): void;
}) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const { language } = useTexts();
  const open = order.state === 'waiting-payment' || order.state === 'expired';
  return (
    <Grid
      as="li"
      className="order-row"
      columns="subgrid"
      align="center"
      minH={56}
      p={[8, 0]}
      borderBottom
      font="small"
    >
      <Stack shrink>
        <Text weight={500}>{order.owner.name}</Text>
        <span className="caption">
          {text(`billing.ordered.${order.term}`, { plan: order.planName[language] })} ·{' '}
          <code>{order.number}</code> · {format.full(order.createdAt)}
        </span>
      </Stack>
      <div className="order-row-state">
        <OrderStateText state={order.state} note={noteOf()} />
      </div>
      <span className="order-row-amount num">
        {format.money(order.amount, order.currency, { code: true })}
      </span>
      <Row as="span" className="order-row-invoice" wrap justify="end" gap={[4, 10]}>
        {open && may('support', 'edit') && (
          <Button
            size="small"
            aria-label={text('billing.confirmOf', { number: order.number })}
            onClick={() => onAction('confirm')}
          >
            {text('billing.confirm.short')}
          </Button>
        )}
        {order.state === 'paid' && may('support', 'edit') && (
          <Button
            size="small"
            type="text"
            aria-label={text('billing.refundOf', { number: order.number })}
            onClick={() => onAction('refund')}
          >
            {text('billing.refund')}
          </Button>
        )}
      </Row>
    </Grid>
  );

  function noteOf(): string | undefined {
    const parts = [
      order.paidAt !== null && order.confirmedBy !== null
        ? text('billing.confirmedBy', { name: order.confirmedBy, at: format.full(order.paidAt) })
        : null,
      order.received !== null && order.received !== order.amount
        ? text('billing.receivedOther', { amount: format.money(order.received, order.currency) })
        : null,
      order.reason,
    ].filter((part) => part !== null && part !== '');
    return parts.length === 0 ? text(`billing.payment.${order.payment}`) : parts.join(' · ');
  }
}
