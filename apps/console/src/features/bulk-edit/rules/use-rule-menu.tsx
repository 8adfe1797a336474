import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import { getEditRule } from '@bowerbird/contract/products/edit-rules';
import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { useText } from '../../../lib/text/text.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { firstFilter, useRules } from './rule-queries.ts';

interface UseRuleMenuProps {
  /** The steps of the chosen rule's newest version. */
  onSteps(steps: readonly EditStep[]): void;
}

/** Takes the steps of a saved rule. */
export function UseRuleMenu({ onSteps }: UseRuleMenuProps) {
  const text = useText();
  const reportFailure = useReportFailure();
  const [open, setOpen] = useState(false);
  const choose = async (id: string) => {
    setOpen(false);
    try {
      const { versions } = await call(getEditRule, { params: { id } });
      onSteps(versions[0]?.steps ?? []);
    } catch (thrown) {
      reportFailure(thrown);
    }
  };
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={<RulePicker onChoose={(id) => void choose(id)} />}
    >
      <Button type="link" icon={<Icon name="down" size={14} />} iconPlacement="end">
        {text('rules.use')}
      </Button>
    </Popover>
  );
}

function RulePicker({ onChoose }: { onChoose(id: string): void }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const sought = useSettled(typed.trim());
  const rules = useRules({ ...firstFilter, sort: 'timesUsed', ...(sought === '' ? {} : { text: sought }) });
  const found = rules.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Stack gap={8} w="min(340px, 80vw)">
      <Input
        autoFocus
        allowClear
        aria-label={text('rules.filter.text')}
        placeholder={text('rules.filter.text.hint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {rules.isError ? (
        <SectionFault failure={rules.error} onRetry={() => void rules.refetch()} />
      ) : rules.data === undefined ? (
        <SkeletonLines />
      ) : (
        <Stack maxH="min(360px, 50vh)" overflow="auto">
          {found.map(({ id, name, description }) => (
            <Box
              key={id}
              as="button"
              type="button"
              block
              w="100%"
              p={[6, 8]}
              radius="s"
              font="small"
              textAlign="start"
              ground="none"
              border="none"
              hover="ground"
              onClick={() => onChoose(id)}
            >
              <Text block weight={500} cut>
                {name}
              </Text>
              <Text block font="caption" tone="t2" cut>
                {description}
              </Text>
            </Box>
          ))}
          {found.length === 0 && (
            <Text font="small" tone="t2" p={8}>
              {sought === '' ? text('rules.use.none') : text('rules.use.notFound')}
            </Text>
          )}
        </Stack>
      )}
      <Text as={Link} to="/list/table-list" font="small">
        {text('rules.use.all')}
      </Text>
    </Stack>
  );
}
