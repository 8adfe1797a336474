import type { EditRule } from '@bowerbird/contract/products/edit-rules';
import { Button, Dropdown } from 'antd';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { useRuleBatch } from './rule-queries.ts';

interface RulesBatchProps {
  rows: readonly EditRule[];
  selection: SelectionState;
  mayEdit: boolean;
}

/** How many rules are chosen and how often they were used, and what can be done with all of them. */
export function RulesBatch({ rows, selection, mayEdit }: RulesBatchProps) {
  const text = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const sentence = useFaultText();
  const batch = useRuleBatch();
  const chosen = rows.filter(({ id }) => selection.has(id));
  if (chosen.length === 0) {
    return null;
  }
  const run = async (act: 'delete' | 'lock') => {
    const sure = await confirm({
      title: text(`rules.${act}.title`, { n: chosen.length }),
      content: text(`rules.${act}.content`),
      confirm: text(`rules.${act}`),
      danger: act === 'delete',
    });
    if (!sure) {
      return;
    }
    batch.mutate(
      { ids: chosen.map(({ id }) => id), act },
      {
        onSuccess: ({ done, refused }) => {
          selection.clear();
          const [first] = refused;
          toast({
            state: first === undefined ? 'complete' : 'partial',
            stays: first !== undefined,
            text: [
              text(`rules.${act}.done`, { n: done.length }),
              ...(first === undefined
                ? []
                : [text('rules.refused', { n: refused.length }), sentence(CallFailure.from(first.thrown))]),
            ].join(' '),
          });
        },
      },
    );
  };
  return (
    <Notice
      tone="neutral"
      act={
        <Row gap={12} align="center">
          {mayEdit && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: 'delete', danger: true, label: text('rules.delete') },
                  { key: 'lock', label: text('rules.lock') },
                ],
                onClick: ({ key }) => void run(key === 'delete' ? 'delete' : 'lock'),
              }}
            >
              <Button size="small" loading={batch.isPending}>
                {text('rules.batch')} <Icon name="down" size={14} />
              </Button>
            </Dropdown>
          )}
          <Button type="link" size="small" onClick={selection.clear}>
            {text('act.clear')}
          </Button>
        </Row>
      }
    >
      <span aria-live="polite">
        {text('rules.selected', {
          n: chosen.length,
          used: chosen.reduce((sum, { timesUsed }) => sum + timesUsed, 0),
        })}
      </span>
    </Notice>
  );
}
