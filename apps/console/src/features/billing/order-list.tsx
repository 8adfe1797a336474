import type { Order } from '@bowerbird/contract/billing/orders';
import { downloadInvoice } from '@bowerbird/contract/billing/orders';
import { addressOf } from '../../lib/api/call.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { OrderStateText } from './order-state.tsx';

/** The merchant's orders, each with its invoice once it is paid. */
export function OrderList({ orders }: { orders: Order[] }) {
  const text = useText();
  const format = useFormat();
  const { language } = useTexts();
  return (
    <Grid
      as="ul"
      className="order-list"
      columns="minmax(0, 1.4fr) minmax(0, 1.2fr) minmax(140px, auto) minmax(148px, auto)"
      gap={[0, 16]}
    >
      {orders.map((order) => (
        <Grid
          as="li"
          key={order.id}
          className="order-row"
          columns="subgrid"
          align="center"
          minH={56}
          p={[8, 0]}
          borderBottom
          font="small"
        >
          <Stack shrink>
            <Text weight={500}>
              {text(`billing.ordered.${order.term}`, { plan: order.planName[language] })}
            </Text>
            <span className="caption">
              <code>{order.number}</code> · {format.full(order.createdAt)}
            </span>
          </Stack>
          <div className="order-row-state">
            <OrderStateText
              state={order.state}
              note={
                order.periodStart !== null && order.periodEnd !== null && order.state === 'paid'
                  ? text('billing.period', {
                      from: format.day(order.periodStart),
                      until: format.day(order.periodEnd),
                    })
                  : undefined
              }
            />
          </div>
          <span className="order-row-amount num">{format.money(order.amount, order.currency)}</span>
          <Row as="span" className="order-row-invoice" wrap justify="end" gap={[4, 10]}>
            {order.paidAt !== null && <InvoiceLinks order={order} />}
          </Row>
        </Grid>
      ))}
    </Grid>
  );
}

function InvoiceLinks({ order: { id, number } }: { order: Order }) {
  const text = useText();
  const to = (format: 'html' | 'csv' | 'json') =>
    addressOf(downloadInvoice, { params: { id }, query: { format } });
  return (
    <>
      <a href={to('html')} target="_blank" rel="noopener" aria-label={text('billing.invoice.of', { number })}>
        {text('billing.invoice')}
      </a>
      <a href={to('csv')} aria-label={text('billing.invoice.csvOf', { number })}>
        CSV
      </a>
      <a href={to('json')} aria-label={text('billing.invoice.jsonOf', { number })}>
        JSON
      </a>
    </>
  );
}
