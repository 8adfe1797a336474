import { stepsMax } from '@bowerbird/catalog/edits/edit-steps';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { newStep, stepOf, type TypedStep } from '../draft.ts';
import { AddStep } from './add-step.tsx';
import { StepRow } from './step-row.tsx';
import './steps.css';

interface StepListProps {
  steps: readonly TypedStep[];
  /** Number of products that each step changes, by its index; null while it is not known. */
  hits: readonly number[] | null;
  readOnly: boolean;
  /** Without the kinds that a rule cannot have: those that depend on other products. */
  forRule?: boolean;
  /** Beside the button that adds a step. */
  beside?: ReactNode;
  onSteps(steps: TypedStep[]): void;
}

/** The steps in the order in which they are applied. */
export function StepList({ steps, hits, readOnly, forRule = false, beside, onSteps }: StepListProps) {
  const text = useText();
  const [openKey, setOpenKey] = useState(() => steps.find((step) => stepOf(step) === null)?.key ?? null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = steps.map(({ key }) => key);
  const placeOf = (key: string | number) => keys.indexOf(`${key}`) + 1;
  const name = (key: string | number) => {
    const step = steps[placeOf(key) - 1];
    return step === undefined ? '' : text(`bulkEdit.kind.${step.kind}`);
  };
  return (
    <Section title={text('bulkEdit.steps')} bare gap={8}>
      <Box border="line" radius="l" overflow="hidden">
        <DndContext
          sensors={readOnly ? [] : sensors}
          collisionDetection={closestCenter}
          onDragEnd={({ active, over }) => {
            if (over !== null && over.id !== active.id) {
              onSteps(arrayMove([...steps], keys.indexOf(`${active.id}`), keys.indexOf(`${over.id}`)));
            }
          }}
          accessibility={{
            announcements: {
              onDragStart: ({ active }) => text('products.images.taken', { name: name(active.id) }),
              onDragOver: ({ active, over }) =>
                over === null
                  ? undefined
                  : text('products.images.over', { name: name(active.id), place: placeOf(over.id) }),
              onDragEnd: ({ active, over }) =>
                over === null
                  ? undefined
                  : text('products.images.put', { name: name(active.id), place: placeOf(over.id) }),
              onDragCancel: ({ active }) => text('products.images.back', { name: name(active.id) }),
            },
            screenReaderInstructions: { draggable: text('bulkEdit.step.keys') },
          }}
        >
          <SortableContext items={keys} strategy={verticalListSortingStrategy}>
            <Stack as="ol" className="bulk-steps" m={0} p={0}>
              {steps.map((step, index) => (
                <StepRow
                  key={step.key}
                  step={step}
                  index={index}
                  count={steps.length}
                  hits={hits?.[index] ?? null}
                  open={openKey === step.key}
                  readOnly={readOnly}
                  forRule={forRule}
                  onOpen={(open) => setOpenKey(open ? step.key : null)}
                  onChange={(changed) => onSteps(steps.map((each) => (each === step ? changed : each)))}
                  onMove={(to) => onSteps(arrayMove([...steps], index, to))}
                  onRemove={() => onSteps(steps.filter((each) => each !== step))}
                />
              ))}
            </Stack>
          </SortableContext>
        </DndContext>
        {steps.length === 0 && (
          <Text as="p" m={0} p={[14, 14, 4]} font="small" tone="t2">
            {text('bulkEdit.steps.empty')}
          </Text>
        )}
        {!readOnly && (
          <Row wrap gap={[0, 8]}>
            <AddStep
              forRule={forRule}
              disabled={steps.length >= stepsMax}
              onAdd={(kind) => {
                const step = newStep(kind);
                setOpenKey(step.key);
                onSteps([...steps, step]);
              }}
            />
            {beside}
          </Row>
        )}
      </Box>
    </Section>
  );
}
