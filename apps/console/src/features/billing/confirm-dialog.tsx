import type { AdminOrder } from '@bowerbird/contract/admin-billing';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { useConfirmOrder, useRefundOrder } from './admin-queries.ts';

interface DialogProps {
  order: AdminOrder;
  onClose(): void;
}

/** Records the amount that really arrived; an amount other than the order's needs a reason. */
export function ConfirmDialog({ order, onClose }: DialogProps) {
  const text = useText();
  const format = useFormat();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirmOrder();
  const [received, setReceived] = useState(order.amount);
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const amount = amountOf(received);
  const differs = amount !== order.amount;
  const wrong = amount === null ? text('billing.amount.wrong') : null;
  const missing = differs && reason.trim() === '' ? text('billing.reason.missing') : null;
  const submit = () => {
    setChecked(true);
    if (amount === null || missing !== null) {
      return;
    }
    confirm.mutate(
      { id: order.id, received: amount, reason: reason.trim() },
      {
        onSuccess: () => {
          toast({ state: 'complete', text: text('billing.confirmed', { name: order.owner.name }) });
          onClose();
        },
        onError: reportFailure,
      },
    );
  };
  return (
    <Modal
      open
      centered
      width={480}
      title={text('billing.confirm.title', { number: order.number })}
      okText={text('billing.confirm')}
      cancelText={text('act.cancel')}
      confirmLoading={confirm.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="billing-form">
        <p className="quiet">
          {text('billing.confirm.content', {
            name: order.owner.name,
            amount: format.money(order.amount, order.currency, { code: true }),
          })}
        </p>
        <Field label={text('billing.received')} error={checked ? wrong : null}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              inputMode="decimal"
              suffix={order.currency}
              value={received}
              onChange={({ target }) => setReceived(target.value)}
              onPressEnter={submit}
            />
          )}
        </Field>
        {differs && (
          <Field label={text('billing.reason')} error={checked ? missing : null}>
            {(control) => (
              <Input
                {...control}
                maxLength={300}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Modal>
  );
}

export function RefundDialog({ order, onClose }: DialogProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const refund = useRefundOrder();
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const missing = reason.trim() === '' ? text('billing.reason.missing') : null;
  const submit = () => {
    setChecked(true);
    if (missing === null) {
      refund.mutate(
        { id: order.id, reason: reason.trim() },
        {
          onSuccess: () => {
            toast({ state: 'complete', text: text('billing.refunded', { number: order.number }) });
            onClose();
          },
          onError: reportFailure,
        },
      );
    }
  };
  return (
    <Modal
      open
      centered
      width={480}
      title={text('billing.refund.title', { number: order.number })}
      okText={text('billing.refund')}
      okButtonProps={{ danger: true }}
      cancelText={text('act.cancel')}
      confirmLoading={refund.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="billing-form">
        <p className="quiet">{text('billing.refund.content', { name: order.owner.name })}</p>
        <Field label={text('billing.reason')} error={checked ? missing : null}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={300}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}

/** Parses a typed amount into one with two decimals; null for anything else. A comma may replace the point. */
export function amountOf(written: string): string | null {
  const [, whole, fraction = ''] = /^\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(written) ?? [];
  return whole === undefined ? null : `${whole}.${fraction.padEnd(2, '0')}`;
}
