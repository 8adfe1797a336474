import { MarkColour } from '@bowerbird/contract/products/mark-values';
import { Input } from 'antd';
import { useState } from 'react';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { ColourName } from './colour-dot.tsx';
import { AssigneeChoice, ColourChoice, GroupChoice } from './mark-fields.tsx';
import { type MarksSet, useMarkProducts, useProductMarks } from './queries.ts';

/** How the team has marked the product, beside its fields; each change is saved at once, and no store gets it. */
export function TeamSection({ productId }: { productId: string }) {
  const text = useText();
  const format = useFormat();
  const mayEdit = useMay()('products', 'edit');
  const reportFailure = useReportFailure();
  const { data: marks } = useProductMarks(productId);
  const mark = useMarkProducts();
  const [note, setNote] = useState<string | null>(null);
  if (marks === undefined) {
    return null;
  }
  const save = (set: MarksSet) =>
    mark.mutate({ selection: { ids: [productId] }, marks: set }, { onError: reportFailure });
  const saveNote = () => {
    if (note !== null && note.trim() !== (marks.note ?? '')) {
      save({ note: note.trim() === '' ? null : note.trim() });
    }
    setNote(null);
  };
  const head = <SectionHead title={text('marks.title')} />;
  if (!mayEdit) {
    return (
      <section>
        {head}
        <Stack as="ul" gap={4} p={[8, 0]} m={0} font="small">
          <li>{marks.group?.name ?? text('marks.group.none')}</li>
          <li>{marks.assignee?.name ?? text('marks.assignee.none')}</li>
          <li>
            <ColourName colour={marks.colour} />
          </li>
          {marks.note !== null && <li>{marks.note}</li>}
        </Stack>
      </section>
    );
  }
  return (
    <section>
      {head}
      <Stack gap={10} mt={8}>
        <Field label={text('marks.group')}>
          {({ id }) => (
            <GroupChoice
              id={id}
              value={marks.group?.id ?? null}
              onChange={(groupId) => save({ groupId: groupId ?? null })}
            />
          )}
        </Field>
        <Field label={text('marks.assignee')}>
          {({ id }) => (
            <AssigneeChoice
              id={id}
              value={marks.assignee?.id ?? null}
              onChange={(assigneeId) => save({ assigneeId: assigneeId ?? null })}
            />
          )}
        </Field>
        <Field label={text('marks.colour')}>
          {({ id }) => (
            <ColourChoice
              id={id}
              value={marks.colour}
              onChange={(colour) => save({ colour: colour ? MarkColour.parse(colour) : null })}
            />
          )}
        </Field>
        <Field label={text('row.note')}>
          {({ id }) => (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 2, maxRows: 8 }}
              maxLength={500}
              aria-label={text('row.note')}
              placeholder={text('row.note.hint')}
              value={note ?? marks.note ?? ''}
              onChange={({ target }) => setNote(target.value)}
              onBlur={saveNote}
            />
          )}
        </Field>
        {marks.by !== null && marks.at !== null && (
          <Text font="caption" tone="t3" title={format.full(marks.at)}>
            {text('marks.last', { by: marks.by, time: format.relative(marks.at) })}
          </Text>
        )}
      </Stack>
    </section>
  );
}
