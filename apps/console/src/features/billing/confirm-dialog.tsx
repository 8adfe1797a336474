import type { AdminOrder } from '@bowerbird/contract/billing/admin-billing';
import { confirmOrder, refundOrder } from '@bowerbird/contract/billing/admin-billing';
import { bodySchema } from '@bowerbird/contract/route';
import { Input } from 'antd';
import { useMemo } from 'react';
import { extend, refine } from 'zod/mini';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useConfirmOrder, useRefundOrder } from './admin/admin-queries.ts';
import { amountOf, TypedAmount } from './amount.ts';

interface DialogProps {
  order: AdminOrder;
  onClose(): void;
}

const confirmation = bodySchema(confirmOrder);

/** The confirmation of an order, with the amount as a person types it; another amount than the order's needs a reason. */
const confirmationOf = (order: AdminOrder) =>
  extend(confirmation, { received: TypedAmount }).check(
    refine(({ received, reason }) => received === order.amount || reason !== '', { path: ['reason'] }),
  );

/** Records the amount that really arrived; an amount other than the order's needs a reason. */
export function ConfirmDialog({ order, onClose }: DialogProps) {
  const text = useText();
  const format = useFormat();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirmOrder();
  const schema = useMemo(() => confirmationOf(order), [order]);
  const form = useSchemaForm({ schema, initial: { received: order.amount, reason: '' } });
  const differs = amountOf(form.watch('received')) !== order.amount;
  return (
    <FormDialog
      form={form}
      title={text('billing.confirm.title', { number: order.number })}
      ok={text('billing.confirm')}
      busy={confirm.isPending}
      onSubmit={(sent) =>
        confirm.mutate(
          { id: order.id, ...sent },
          {
            onSuccess: () => {
              toast({ state: 'complete', text: text('billing.confirmed', { name: order.owner.name }) });
              onClose();
            },
            onError: reportFailure,
          },
        )
      }
      onClose={onClose}
    >
      <p className="quiet">
        {text('billing.confirm.content', {
          name: order.owner.name,
          amount: format.money(order.amount, order.currency, { code: true }),
        })}
      </p>
      <FormField
        form={form}
        name="received"
        label={text('billing.received')}
        missing={text('billing.amount.wrong')}
        wrong={text('billing.amount.wrong')}
      >
        {(control) => <Input {...control} autoFocus inputMode="decimal" suffix={order.currency} />}
      </FormField>
      {differs && (
        <FormField
          form={form}
          name="reason"
          label={text('billing.reason')}
          missing={text('billing.reason.missing')}
        >
          {(control) => <Input {...control} maxLength={300} />}
        </FormField>
      )}
    </FormDialog>
  );
}

/** Records a refund, with its reason. */
export function RefundDialog({ order, onClose }: DialogProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const refund = useRefundOrder();
  const form = useSchemaForm({ schema: bodySchema(refundOrder), initial: { reason: '' } });
  return (
    <FormDialog
      form={form}
      title={text('billing.refund.title', { number: order.number })}
      ok={text('billing.refund')}
      danger
      busy={refund.isPending}
      onSubmit={({ reason }) =>
        refund.mutate(
          { id: order.id, reason },
          {
            onSuccess: () => {
              toast({ state: 'complete', text: text('billing.refunded', { number: order.number }) });
              onClose();
            },
            onError: reportFailure,
          },
        )
      }
      onClose={onClose}
    >
      <p className="quiet">{text('billing.refund.content', { name: order.owner.name })}</p>
      <FormField
        form={form}
        name="reason"
        label={text('billing.reason')}
        missing={text('billing.reason.missing')}
      >
        {(control) => <Input {...control} autoFocus maxLength={300} />}
      </FormField>
    </FormDialog>
  );
}
