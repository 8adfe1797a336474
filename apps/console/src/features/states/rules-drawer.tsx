import { Button } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Box } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { useDeleteRule, useDriftRules } from './queries.ts';

/** Rules that decide automatically after every comparison. */
export function RulesDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const rules = useDriftRules(open);
  const remove = useDeleteRule();
  const reportFailure = useReportFailure();
  return (
    <Drawer title={text('drift.rules')} open={open} onClose={onClose} width={480}>
      <p className="quiet">{text('drift.rules.about')}</p>
      {rules.isError ? (
        <SectionFault failure={rules.error} onRetry={() => void rules.refetch()} />
      ) : rules.data === undefined ? (
        <SkeletonLines lines={3} />
      ) : rules.data.length === 0 ? (
        <p>{text('drift.rules.none')}</p>
      ) : (
        <Box as="ul" className="drift-rules" m={0} p={0}>
          {rules.data.map(({ id, kind, side, storeName, createdAt }) => {
            const words = text('drift.rule', {
              field: text(`drift.kind.${kind}`),
              side: text(`drift.side.${side}`),
            });
            return (
              <li key={id}>
                <span>
                  {words}
                  <span className="caption">
                    {storeName ?? text('drift.rules.everywhere')} · {format.day(createdAt)}
                  </span>
                </span>
                {may('listing', 'edit') && (
                  <Button
                    type="text"
                    size="small"
                    aria-label={text('act.remove', { name: words })}
                    onClick={() => remove.mutate(id, { onError: reportFailure })}
                  >
                    {text('drift.rules.delete')}
                  </Button>
                )}
              </li>
            );
          })}
        </Box>
      )}
    </Drawer>
  );
}
