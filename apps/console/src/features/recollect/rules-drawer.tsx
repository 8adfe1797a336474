import type { MergeRule } from '@bowerbird/contract/collect/recollect';
import { Button } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { useDeleteRule, useMergeRules, useSaveRule } from './queries.ts';
import { nameOf } from './question-lines.ts';

/** Rules that decide automatically from now on; a rule can be deleted and restored. */
export function RulesDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const text = useText();
  const rules = useMergeRules(open);
  return (
    <Drawer title={text('recollect.rules')} open={open} onClose={onClose} width={480}>
      <Box as="p" className="quiet" pb={12}>
        {text('recollect.rules.about')}
      </Box>
      {rules.isError && rules.data === undefined ? (
        <SectionFault failure={rules.error} onRetry={() => void rules.refetch()} />
      ) : rules.data === undefined ? (
        <SkeletonLines lines={3} />
      ) : rules.data.length === 0 ? (
        <p>{text('recollect.rules.none')}</p>
      ) : (
        <ul className="merge-rules">
          {rules.data.map((rule) => (
            <RuleEntry key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function RuleEntry({ rule }: { rule: MergeRule }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const remove = useDeleteRule();
  const save = useSaveRule();
  const { field, shop, side } = rule;
  const words = text(`recollect.rule.${side}`, { field: nameOf(text, field) });
  // Awaited here: this entry leaves the list at once, so its own hooks would not receive the response.
  const drop = async () => {
    try {
      await remove.mutateAsync(rule);
      toast({
        text: text('recollect.rule.deleted'),
        onUndo: () => void save.mutateAsync({ field, shop, side }).catch(reportFailure),
      });
    } catch (thrown) {
      reportFailure(thrown);
    }
  };
  return (
    <Row as="li" align="center" justify="between" gap={12} p={[10, 0]} borderBottom>
      <Stack as="span" shrink anywhere>
        <span>{words}</span>
        <span className="caption">
          {shop ?? text('recollect.rule.everywhere')} · {format.day(rule.createdAt)}
        </span>
      </Stack>
      {may('products', 'edit') && (
        <Button
          type="text"
          size="small"
          aria-label={text('recollect.rule.deleteOf', { rule: words })}
          onClick={() => void drop()}
        >
          {text('recollect.rule.delete')}
        </Button>
      )}
    </Row>
  );
}
