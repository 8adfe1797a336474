import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { Selection } from '@bowerbird/contract/products/products';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { handOver } from '../../../lib/kept/handed-selection.ts';
import { usePage } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { LazyRuleForm } from './lazy-rule-form.tsx';
import { rulePath } from './rule-columns.tsx';

interface SaveAsRuleProps {
  steps: readonly EditStep[];
  selection: Selection;
  /** Number of selected products. */
  count: number;
  onClose(): void;
}

/** Saves the steps of a bulk edit as a rule, and goes on to attach it to the same products if wanted. */
export function SaveAsRule({ steps, selection, count, onClose }: SaveAsRuleProps) {
  const text = useText();
  const page = usePage();
  const [attach, setAttach] = useState(false);
  return (
    <LazyRuleForm
      ruleId={null}
      steps={steps}
      onClose={onClose}
      onSaved={({ id }) => {
        onClose();
        if (attach) {
          handOver(selection, count);
          page.open(`${rulePath(id)}?attach`);
        }
      }}
    >
      <Stack gap={2}>
        <Checkbox checked={attach} onChange={({ target }) => setAttach(target.checked)}>
          {text('rules.saveAs.attach', { n: count })}
        </Checkbox>
        {attach && (
          <Text font="caption" tone="t2">
            {text('rules.saveAs.hint')}
          </Text>
        )}
      </Stack>
    </LazyRuleForm>
  );
}
