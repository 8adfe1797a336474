import type { Payment, Plan, Term } from '@bowerbird/contract/billing';
import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/language.ts';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Fact } from './fact.tsx';
import { usePayByCard, usePlaceOrder, useQuote } from './queries.ts';

interface OrderDialogProps {
  plan: Plan;
  term: Term;
  payments: Payment[];
  onClose(): void;
}

/** What a plan costs now, how it is paid, and the order. */
export function OrderDialog({ plan, term, payments, onClose }: OrderDialogProps) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const { language } = useTexts();
  const quote = useQuote(plan.id, term);
  const place = usePlaceOrder();
  const pay = usePayByCard();
  const [payment, setPayment] = useState<Payment>(payments[0] ?? 'bank-transfer');
  const { data: told } = quote;
  const order = () =>
    told !== undefined &&
    place.mutate(
      { planId: plan.id, term, payment, amount: told.amount },
      {
        onSuccess: (placed) => {
          if (placed.state === 'waiting-payment' && placed.payment === 'card') {
            pay.mutate(placed.id);
            return;
          }
          onClose();
          page.open(`/result/success?order=${placed.id}`);
        },
        // The price may be another by now.
        onError: () => void quote.refetch(),
      },
    );
  const failure = place.error ?? pay.error;

  return (
    <Modal
      open
      centered
      width={480}
      title={text('billing.order.title', { plan: plan.name[language] })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button
            type="primary"
            disabled={told === undefined}
            loading={place.isPending || pay.isPending}
            onClick={order}
          >
            {text('billing.order.place')}
          </Button>
        </>
      }
    >
      {quote.isError ? (
        <SectionFault failure={quote.error} onRetry={() => void quote.refetch()} />
      ) : told === undefined ? (
        <SkeletonLines lines={4} />
      ) : (
        <div className="order-dialog">
          <dl className="facts">
            <Fact name={text('billing.order.price')} value={format.money(told.price, told.currency)} />
            {told.credit !== '0.00' && (
              <Fact
                name={text('billing.order.credit')}
                value={`−${format.money(told.credit, told.currency)}`}
              />
            )}
            <Fact
              name={text('billing.order.amount')}
              value={format.money(told.amount, told.currency)}
              strong
            />
            <Fact
              name={text('billing.order.period')}
              value={text('billing.period', {
                from: format.day(told.startsAt),
                until: format.day(told.endsAt),
              })}
            />
          </dl>
          {told.extraDays > 0 && (
            <p className="quiet">{text('billing.order.extraDays', { n: told.extraDays })}</p>
          )}
          {payments.length > 1 && told.amount !== '0.00' && (
            <Radio.Group
              aria-label={text('billing.order.payment')}
              value={payment}
              options={payments.map((value) => ({ value, label: text(`billing.payment.${value}`) }))}
              onChange={({ target }) => setPayment(payments.find((each) => each === target.value) ?? payment)}
            />
          )}
          <p className="quiet">{text('billing.rule')}</p>
        </div>
      )}
      {failure && <SectionFault failure={failure} />}
    </Modal>
  );
}
