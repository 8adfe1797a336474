import type { Payment, Plan, Term } from '@bowerbird/contract/billing/billing';
import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import { usePage } from '../../lib/page.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { Fact } from './fact.tsx';
import { usePayByCard, usePlaceOrder, useQuote } from './queries.ts';

interface OrderDialogProps {
  plan: Plan;
  term: Term;
  payments: Payment[];
  onClose(): void;
}

/** Shows what a plan costs now and the ways to pay, and places the order. */
export function OrderDialog({ plan, term, payments, onClose }: OrderDialogProps) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const { language } = useTexts();
  const quote = useQuote(plan.id, term);
  const place = usePlaceOrder();
  const pay = usePayByCard();
  const [payment, setPayment] = useState<Payment>(payments[0] ?? 'bank-transfer');
  const { data: reported } = quote;
  const order = () =>
    reported !== undefined &&
    place.mutate(
      { planId: plan.id, term, payment, amount: reported.amount },
      {
        onSuccess: (placed) => {
          if (placed.state === 'waiting-payment' && placed.payment === 'card') {
            pay.mutate(placed.id);
            return;
          }
          onClose();
          page.open(`/result/success?order=${placed.id}`);
        },
        // The price may have changed.
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
            disabled={reported === undefined}
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
      ) : reported === undefined ? (
        <SkeletonLines lines={4} />
      ) : (
        <Stack className="order-dialog" gap={16}>
          <Stack as="dl" className="facts" gap={8}>
            <Fact
              name={text('billing.order.price')}
              value={format.money(reported.price, reported.currency)}
            />
            {reported.credit !== '0.00' && (
              <Fact
                name={text('billing.order.credit')}
                value={`−${format.money(reported.credit, reported.currency)}`}
              />
            )}
            <Fact
              name={text('billing.order.amount')}
              value={format.money(reported.amount, reported.currency)}
              strong
            />
            <Fact
              name={text('billing.order.period')}
              value={text('billing.period', {
                from: format.day(reported.startsAt),
                until: format.day(reported.endsAt),
              })}
            />
          </Stack>
          {reported.extraDays > 0 && (
            <p className="quiet">{text('billing.order.extraDays', { n: reported.extraDays })}</p>
          )}
          {payments.length > 1 && reported.amount !== '0.00' && (
            <Radio.Group
              aria-label={text('billing.order.payment')}
              value={payment}
              options={payments.map((value) => ({ value, label: text(`billing.payment.${value}`) }))}
              onChange={({ target }) => setPayment(payments.find((each) => each === target.value) ?? payment)}
            />
          )}
          <p className="quiet">{text('billing.rule')}</p>
        </Stack>
      )}
      {failure && <SectionFault failure={failure} />}
    </Modal>
  );
}
