import { Button, Input, Popover } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { type StepKindName, stepKindNames, stepKinds } from './kinds.ts';
import { families } from './part.ts';

interface AddStepProps {
  disabled: boolean;
  forRule: boolean;
  onAdd(kind: StepKindName): void;
}

/** Chooses the next step: by family, or by searching for its name. */
export function AddStep({ disabled, forRule, onAdd }: AddStepProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={
        <StepPicker
          kinds={forRule ? ruleKindNames : stepKindNames}
          onChoose={(kind) => {
            setOpen(false);
            onAdd(kind);
          }}
        />
      }
    >
      <Button type="link" icon={<Icon name="plus" size={14} />} disabled={disabled}>
        {text('bulkEdit.add')}
      </Button>
    </Popover>
  );
}

/** A rule is applied to each product by itself, and before its stores: it cannot number products, nor write own values. */
const ruleKindNames = stepKindNames.filter(
  (kind) => kind !== 'code-series' && stepKinds[kind].family !== 'stores',
);

function StepPicker({
  kinds,
  onChoose,
}: {
  kinds: readonly StepKindName[];
  onChoose(kind: StepKindName): void;
}) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const sought = typed.trim().toLowerCase();
  const found = kinds.filter((kind) =>
    `${text(`bulkEdit.kind.${kind}`)} ${text(`bulkEdit.family.${stepKinds[kind].family}`)}`
      .toLowerCase()
      .includes(sought),
  );
  return (
    <Stack gap={8} w="min(340px, 80vw)">
      <Input
        autoFocus
        allowClear
        aria-label={text('bulkEdit.add.search')}
        placeholder={text('bulkEdit.add.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => found[0] !== undefined && onChoose(found[0])}
      />
      <Stack maxH="min(420px, 50vh)" overflow="auto" gap={8}>
        {families.map((family) => {
          const own = found.filter((kind) => stepKinds[kind].family === family);
          return (
            own.length > 0 && (
              <section key={family}>
                <Text as="h3" font="caption" tone="t2" weight={500} m={0} p={[4, 8]}>
                  {text(`bulkEdit.family.${family}`)}
                </Text>
                {own.map((kind) => (
                  <Box
                    key={kind}
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
                    onClick={() => onChoose(kind)}
                  >
                    {text(`bulkEdit.kind.${kind}`)}
                  </Box>
                ))}
              </section>
            )
          );
        })}
        {found.length === 0 && (
          <Text font="small" tone="t2" p={8}>
            {text('bulkEdit.add.nothing')}
          </Text>
        )}
      </Stack>
    </Stack>
  );
}
