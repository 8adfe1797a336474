import type { Order } from '@bowerbird/contract/billing/orders';
import { downloadInvoice } from '@bowerbird/contract/billing/orders';
import type { Run } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { addressOf } from '../../lib/api/call.ts';
import { usePage } from '../../lib/page.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { useOrder, useRun } from './queries.ts';
import { ResultFacts, ResultView } from './result-view.tsx';

/** The result of an order or of a started run. The address gives its id; all data is loaded from the server. */
export default function SuccessPage() {
  const text = useText();
  const page = usePage();
  const [requested] = useSearchParams();
  const order = useOrder(requested.get('order'));
  const run = useRun(requested.get('run'));
  const failed = order.isError ? order : run.isError ? run : null;
  if (failed !== null) {
    return (
      <div className="page">
        <SectionFault failure={failed.error} onRetry={() => void failed.refetch()} />
      </div>
    );
  }
  if (order.data !== undefined) {
    return <OrderResult order={order.data} />;
  }
  if (run.data !== undefined) {
    return <RunResult run={run.data} />;
  }
  return requested.has('order') || requested.has('run') ? (
    <SkeletonPage />
  ) : (
    <ResultView
      state="complete"
      title={text('result.success.title')}
      what={text('result.success.nothing')}
      actions={
        <Button type="primary" onClick={() => page.open('/dashboard/workplace')}>
          {text('exception.back')}
        </Button>
      }
    />
  );
}

function OrderResult({ order }: { order: Order }) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const { language } = useTexts();
  const paid = order.state === 'paid';
  const words = paid
    ? 'paid'
    : order.state !== 'waiting-payment'
      ? 'ended'
      : order.payment === 'card'
        ? 'card'
        : 'transfer';
  return (
    <ResultView
      state={paid ? 'complete' : order.state === 'waiting-payment' ? 'waiting' : 'cancelled'}
      title={text('result.success.title')}
      what={text(`result.order.${words}`)}
      actions={
        <>
          <Button onClick={() => page.open('/dashboard/prices')}>{text('result.success.btn-return')}</Button>
          {paid && (
            <Button
              href={addressOf(downloadInvoice, { params: { id: order.id }, query: { format: 'html' } })}
              target="_blank"
              rel="noopener"
            >
              {text('result.success.btn-print')}
            </Button>
          )}
          <Button type="primary" onClick={() => page.open('/dashboard/pay-info')}>
            {text(words === 'transfer' ? 'result.order.details' : 'result.order.bills')}
          </Button>
        </>
      }
    >
      <p className="figure">{format.money(order.amount, order.currency, { code: true })}</p>
      <ResultFacts
        facts={[
          { name: text('result.order.number'), value: <code>{order.number}</code> },
          { name: text('result.order.plan'), value: order.planName[language] },
          order.periodStart !== null && order.periodEnd !== null
            ? {
                name: text('result.order.period'),
                value: `${format.day(order.periodStart)} – ${format.day(order.periodEnd)}`,
              }
            : { name: text('result.order.until'), value: format.day(order.expiresAt) },
        ]}
      />
    </ResultView>
  );
}

function RunResult({ run }: { run: Run }) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  return (
    <ResultView
      state="complete"
      title={text('result.success.title')}
      what={text('result.run.what')}
      actions={
        <>
          <Button onClick={() => page.open('/list/query-list')}>{text('result.success.btn-return')}</Button>
          <Button type="primary" onClick={() => page.open(`/profile/basic/${run.id}`)}>
            {text('result.success.btn-project')}
          </Button>
        </>
      }
    >
      {run.total !== null && <p className="figure">{format.number(run.total)}</p>}
      <ResultFacts
        facts={[
          { name: text('result.run.name'), value: run.title },
          { name: text('result.run.kind'), value: text(`run.kind.${run.kind}`) },
          { name: text('result.run.began'), value: format.full(run.createdAt) },
        ]}
      />
    </ResultView>
  );
}
