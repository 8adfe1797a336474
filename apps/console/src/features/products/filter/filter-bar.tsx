import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Button, Dropdown, Popover } from 'antd';
import { useState } from 'react';
import { usePlatformScope } from '../../../lib/data/platform-scope.ts';
import type { Condition } from '../../../lib/data/product-filter.ts';
import { conditionsOf, withCondition, withoutCondition } from '../../../lib/data/product-filter.ts';
import { useConditionText } from '../../../lib/text/sentences/filter-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { ConditionEditor } from './condition-editor.tsx';

/** Conditions always shown; the others are behind "+ filter". */
const pinned = ['categories', 'sources', 'listing'] as const satisfies Condition[];
/** A condition with a chip; the text has its own field, and a queue its tab. */
type ChipCondition = Exclude<Condition, 'text' | 'queue'>;

const hasChip = (condition: Condition): condition is ChipCondition =>
  condition !== 'text' && condition !== 'queue';

const addable = [
  'groups',
  'assignees',
  'colours',
  'noted',
  'tags',
  'status',
  'categories',
  'productTypes',
  'vendors',
  'sources',
  'platforms',
  'price',
  'compareAt',
  'cost',
  'margin',
  'stock',
  'variants',
  'images',
  'withoutImages',
  'listing',
  'stores',
  'collected',
  'created',
  'updated',
] as const satisfies Condition[];

interface FilterBarProps {
  filter: ProductFilter;
  onChange(filter: ProductFilter): void;
}

/** The conditions of the list as chips; on a phone behind one button. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const text = useText();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const count = conditionsOf(filter).filter(hasChip).length;
  if (!narrow) {
    return <FilterChips filter={filter} onChange={onChange} />;
  }
  return (
    <>
      <Button icon={<Icon name="filter" />} onClick={() => setOpen(true)}>
        {text('products.filter.open', { n: count })}
      </Button>
      <Drawer title={text('products.filter.title')} open={open} onClose={() => setOpen(false)} width={320}>
        <Stack align="start" gap={10}>
          <FilterChips filter={filter} onChange={onChange} />
        </Stack>
      </Drawer>
    </>
  );
}

function FilterChips({ filter, onChange }: FilterBarProps) {
  const text = useText();
  const words = useConditionText(filter);
  // Within a platform's group, the platform is fixed.
  const scoped = usePlatformScope() !== null;
  const [opened, setOpened] = useState<ChipCondition | null>(null);
  const set = conditionsOf(filter).filter(hasChip);
  const open = pinned.filter((condition) => !set.includes(condition));
  const added = opened !== null && !set.includes(opened) && !pinned.some((each) => each === opened);

  const chip = (condition: ChipCondition) => (
    <Popover
      key={condition}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      destroyOnHidden
      open={opened === condition}
      onOpenChange={(next) => setOpened(next ? condition : null)}
      content={
        <Box minW={220} maxW={320}>
          <ConditionEditor
            condition={condition}
            filter={filter}
            onChange={(reported) => onChange(withCondition(filter, condition, reported))}
          />
        </Box>
      }
    >
      {set.includes(condition) ? (
        <Chip
          set
          name={words(condition)}
          onRemove={() => {
            setOpened(null);
            onChange(withoutCondition(filter, condition));
          }}
        >
          {words(condition)}
        </Chip>
      ) : (
        <Chip opens>{text(`products.filter.${condition}`)}</Chip>
      )}
    </Popover>
  );

  return (
    <>
      {set.map(chip)}
      {open.map(chip)}
      {added && chip(opened)}
      <Dropdown
        trigger={['click']}
        menu={{
          items: addable
            .filter((condition) => !set.includes(condition) && !open.some((each) => each === condition))
            .filter((condition) => condition !== 'platforms' || !scoped)
            .map((condition) => ({ key: condition, label: text(`products.filter.${condition}`) })),
          onClick: ({ key }) => setOpened(addable.find((condition) => condition === key) ?? null),
        }}
      >
        <Chip add>{text('products.filter.add')}</Chip>
      </Dropdown>
    </>
  );
}
