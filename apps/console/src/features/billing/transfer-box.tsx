import type { BankDetails } from '@bowerbird/contract/billing/billing';
import type { Order } from '@bowerbird/contract/billing/orders';
import { Button } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useTexts } from '../../lib/text/language.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { Fact } from './fact.tsx';
import { useCancelOrder, usePayByCard } from './queries.ts';

/** An unpaid order: the bank account to transfer to, or a link to the card page. */
export function WaitingOrder({ order, bank }: { order: Order; bank: BankDetails | null }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const { language } = useTexts();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const cancel = useCancelOrder();
  const pay = usePayByCard();
  const takeBack = async () => {
    const sure = await confirm({
      title: text('billing.cancel.title'),
      content: text('billing.cancel.content'),
      confirm: text('billing.cancel'),
    });
    if (sure) {
      cancel.mutate(order.id, { onError: reportFailure });
    }
  };
  return (
    <section aria-label={text('billing.waiting')}>
      <SectionHead
        title={text('billing.waiting')}
        note={text('billing.waiting.note', {
          plan: order.planName[language],
          until: format.day(order.expiresAt),
        })}
      />
      <Stack className="box waiting-order" gap={16} mt={12}>
        <p className="figure">{format.money(order.amount, order.currency, { code: true })}</p>
        {order.payment === 'bank-transfer' && bank !== null && (
          <>
            <Stack as="dl" className="facts" gap={8}>
              <Fact name={text('billing.bank.accountName')} value={<CopyButton value={bank.accountName} />} />
              <Fact
                name={text('billing.bank.accountNumber')}
                value={<CopyButton value={bank.accountNumber} />}
              />
              <Fact name={text('billing.bank.bank')} value={<CopyButton value={bank.bank} />} />
              {bank.more !== '' && (
                <Fact name={text('billing.bank.more')} value={<CopyButton value={bank.more} />} />
              )}
              <Fact name={text('billing.amount')} value={<CopyButton value={order.amount} />} />
              <Fact name={text('billing.reference')} value={<CopyButton value={order.number} />} />
            </Stack>
            <p className="quiet">{text('billing.transfer.note')}</p>
          </>
        )}
        {may('account', 'edit') && (
          <Row wrap gap={10}>
            <Button loading={cancel.isPending} onClick={() => void takeBack()}>
              {text('billing.cancel')}
            </Button>
            {order.payment === 'card' && (
              <Button
                type="primary"
                loading={pay.isPending}
                onClick={() => pay.mutate(order.id, { onError: reportFailure })}
              >
                {text('billing.payByCard')}
              </Button>
            )}
          </Row>
        )}
      </Stack>
    </section>
  );
}
