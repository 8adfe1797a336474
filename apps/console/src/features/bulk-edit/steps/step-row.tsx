import { useSortable } from '@dnd-kit/sortable';
import { Dropdown } from 'antd';
import { useStoreNames } from '../../../lib/data/use-own-value-places.ts';
import { stepSentence, storeOf } from '../../../lib/text/sentences/condition-sentence.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { stepOf, type TypedStep } from '../draft.ts';
import { StepForm } from './step-form.tsx';

interface StepRowProps {
  step: TypedStep;
  index: number;
  count: number;
  /** Number of products that it changes; null if it is not known. */
  hits: number | null;
  open: boolean;
  readOnly: boolean;
  forRule: boolean;
  onOpen(open: boolean): void;
  onChange(step: TypedStep): void;
  onMove(to: number): void;
  onRemove(): void;
}

/** One step: its sentence, which opens its form, and how many products it changes. */
export function StepRow(props: StepRowProps) {
  const { step, index, count, hits, open, readOnly, forRule, onOpen, onChange, onMove, onRemove } = props;
  const text = useText();
  const n = index + 1;
  const read = stepOf(step);
  const storeNames = useStoreNames(read !== null && storeOf(read) !== null);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: step.key,
    disabled: readOnly,
  });
  const name = `${n}. ${text(`bulkEdit.kind.${step.kind}`)}`;
  return (
    <Stack
      as="li"
      ref={setNodeRef}
      className="bulk-step"
      p={[10, 14]}
      gap={4}
      ground="bg"
      shrink
      style={{
        transform: transform === null ? undefined : `translate(0, ${transform.y}px)`,
        transition,
      }}
    >
      <Row align="center" gap={8}>
        {!readOnly && (
          <button
            type="button"
            ref={setActivatorNodeRef}
            className="bulk-step-drag"
            {...attributes}
            {...listeners}
            aria-label={text('bulkEdit.step.drag', { n })}
          >
            <Icon name="drag" size={16} />
          </button>
        )}
        <Text font="small" weight={600} grow shrink>
          {name}
        </Text>
        {hits !== null && (
          <Text className="num" font="caption" tone="t2" rigid>
            {text('bulkEdit.step.hits', { n: hits })}
          </Text>
        )}
        {!readOnly && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'up', label: text('bulkEdit.step.up'), disabled: index === 0 },
                { key: 'down', label: text('bulkEdit.step.down'), disabled: n === count },
                { type: 'divider' },
                { key: 'remove', label: text('bulkEdit.step.remove') },
              ],
              onClick: ({ key }) =>
                key === 'remove' ? onRemove() : onMove(key === 'up' ? index - 1 : index + 1),
            }}
          >
            <button type="button" className="bulk-step-drag" aria-label={text('bulkEdit.step.menu', { n })}>
              <Icon name="more" size={16} />
            </button>
          </Dropdown>
        )}
      </Row>
      {readOnly || step.fixed !== undefined ? (
        <Text font="small">
          {read === null ? text('bulkEdit.step.open') : stepSentence(read, text, storeNames)}
        </Text>
      ) : (
        <button
          type="button"
          className={read === null ? 'bulk-step-sentence open' : 'bulk-step-sentence'}
          aria-expanded={open}
          title={text('bulkEdit.step.edit', { n })}
          onClick={() => onOpen(!open)}
        >
          {read === null ? text('bulkEdit.step.open') : stepSentence(read, text, storeNames)}
        </button>
      )}
      {open && !readOnly && <StepForm step={step} forRule={forRule} onChange={onChange} />}
    </Stack>
  );
}
