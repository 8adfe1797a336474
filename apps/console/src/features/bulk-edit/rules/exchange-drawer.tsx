import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useSayStarted } from '../../../ui/feedback/use-say-started.ts';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { ExchangePreview } from './exchange-preview.tsx';
import { type RuleExchange, useExchangeRule } from './rule-queries.ts';
import { useRulePreview } from './use-rule-preview.ts';

interface ExchangeDrawerProps {
  title: string;
  /** Null while it is not known for which products. */
  exchange: RuleExchange | null;
  /** Why nothing can be shown yet. */
  missing?: string;
  /** Above the preview: what can be chosen. */
  children?: ReactNode;
  onClose(): void;
}

/** Shows exactly what attaching, moving or detaching a rule would do, and does it. */
export function ExchangeDrawer({ title, exchange, missing, children, onClose }: ExchangeDrawerProps) {
  const text = useText();
  const sayStarted = useSayStarted();
  const toast = useToast();
  const reportFailure = useReportFailure();
  // The same exchange in another object is not read again.
  const key = JSON.stringify(exchange);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const wanted = useMemo(() => exchange, [key]);
  const settled = useSettled(wanted, 300);
  const forecast = useRulePreview(settled);
  const start = useExchangeRule();
  const isCurrent = wanted !== null && forecast.of === wanted;
  const sums = isCurrent ? forecast.sums : null;
  const ready = sums !== null && forecast.complete && sums.products > 0;
  const kind = exchange?.kind ?? 'attach';
  const go = () => {
    if (wanted === null || sums === null) {
      return;
    }
    start.mutate(
      { exchange: wanted, expected: sums.products },
      {
        onError: (thrown) => {
          if (CallFailure.from(thrown).code === 'selection.changed') {
            toast({ state: 'partial', text: text('bulkEdit.recounted') });
            forecast.retry();
          } else {
            reportFailure(thrown);
          }
        },
        onSuccess: ({ runId }) => {
          sayStarted(runId, text(`rules.${kind}.started`, { n: sums.products }));
          onClose();
        },
      },
    );
  };
  return (
    <Drawer
      open
      width={960}
      title={title}
      onClose={onClose}
      footer={
        <Row wrap align="center" justify="between" gap={[8, 16]}>
          <Text font="small" tone="t2" shrink>
            {text(`rules.${kind}.note`)}
          </Text>
          <Row gap={10}>
            <Button onClick={onClose}>{text('act.cancel')}</Button>
            <Button type="primary" disabled={!ready} loading={start.isPending} onClick={go}>
              {ready ? text(`rules.${kind}.confirm`, { n: sums.products }) : text(`rules.${kind}`)}
            </Button>
          </Row>
        </Row>
      }
    >
      <Stack gap={20}>
        {children}
        {exchange === null ? (
          <Text as="p" m={0} tone="t2">
            {missing}
          </Text>
        ) : (
          <ExchangePreview forecast={forecast} isCurrent={isCurrent} kind={kind} />
        )}
      </Stack>
    </Drawer>
  );
}
