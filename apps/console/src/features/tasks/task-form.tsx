import { invitedMax, taskVisibilities } from '@bowerbird/contract/tasks';
import { Button, Input, InputNumber, Radio, Select } from 'antd';
import { useRef, useState } from 'react';
import { usePage, useUnsavedGuard } from '../../lib/page.ts';
import { addressesIn } from '../../lib/pasted-addresses.ts';
import { useText } from '../../lib/text.ts';
import { usePlatforms } from '../../lib/use-platforms.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { DateRange } from '../../ui/form/date-range.tsx';
import { Field } from '../../ui/form/field.tsx';
import { StockOption } from '../../ui/form/stock-option.tsx';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { useCollectForTask, useSaveTask, useTaskPeople } from './queries.ts';
import type { TaskDraft, TaskFaults } from './task-draft.ts';
import { blankTask, bodyOf, faultsOf } from './task-draft.ts';

interface TaskFormProps {
  /** Null for a new one. */
  id: string | null;
  held: TaskDraft;
}

const listPath = '/list/basic-list';

/** All fields of a task, in one column. */
export function TaskForm({ id, held }: TaskFormProps) {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [begun] = useState(held);
  const [draft, setDraft] = useState(held);
  const [checked, setChecked] = useState<ReadonlySet<keyof TaskDraft>>(new Set());
  const people = useTaskPeople();
  const save = useSaveTask();
  const collect = useCollectForTask();

  const changes = (Object.keys(draft) as (keyof TaskDraft)[]).filter(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(begun[field]),
  ).length;
  const faults = faultsOf(draft);
  const change = (part: Partial<TaskDraft>) => setDraft((now) => ({ ...now, ...part }));
  const field = (name: keyof TaskDraft) => ({
    error: checked.has(name) && faults[name] !== undefined ? text(faults[name]) : null,
  });
  const blurred = (name: keyof TaskDraft) => () => setChecked((now) => new Set([...now, name]));

  const submit = async (andCollect: boolean): Promise<boolean> => {
    setChecked(new Set(Object.keys(draft) as (keyof TaskDraft)[]));
    const body = bodyOf(draft);
    if (body === null) {
      focusFirst(form.current, faults);
      return false;
    }
    const saved = await save.mutateAsync({ id, body }).catch(() => null);
    if (saved === null) {
      return false;
    }
    const started = andCollect ? await collect.mutateAsync(saved.id).catch(() => null) : null;
    toast({
      state: 'complete',
      text:
        started === null
          ? text(id === null ? 'tasks.created' : 'tasks.saved', { title: saved.title })
          : text('tasks.started', { n: started.runIds.length }),
    });
    return true;
  };
  const finish = async (andCollect: boolean) => {
    if (await submit(andCollect)) {
      setDraft(blankTask);
      page.setUnsaved(0);
      page.open(listPath);
      page.close();
    }
  };
  useUnsavedGuard(save.isSuccess ? 0 : changes, () => submit(false));
  const busy = save.isPending || collect.isPending;
  const colleagues = (people.data ?? []).map((person) => ({
    value: person.id,
    label: person.me ? text('tasks.me', { name: person.name }) : person.name,
  }));
  const addresses = addressesIn(draft.addresses).length;
  const stockPlatforms = usePlatforms().flatMap(({ name, supportsStockRequests }) =>
    supportsStockRequests ? [name] : [],
  );

  return (
    <Stack
      as="form"
      ref={form}
      className="task-form"
      gap={18}
      maxW={560}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void finish(false);
      }}
    >
      <Field label={text('tasks.title')} {...field('title')}>
        {(control) => (
          <Input
            {...control}
            name="title"
            maxLength={200}
            placeholder={text('tasks.title.placeholder')}
            value={draft.title}
            onBlur={blurred('title')}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      <Field label={text('tasks.days')} {...field('days')}>
        {(control) => (
          <DateRange
            {...control}
            label={text('tasks.days')}
            value={draft.days}
            onChange={(days) => change({ days })}
          />
        )}
      </Field>
      <Field label={text('tasks.goal')} {...field('goal')}>
        {(control) => (
          <Input.TextArea
            {...control}
            name="goal"
            rows={4}
            maxLength={4000}
            placeholder={text('tasks.goal.placeholder')}
            value={draft.goal}
            onBlur={blurred('goal')}
            onChange={({ target }) => change({ goal: target.value })}
          />
        )}
      </Field>
      <Field label={text('tasks.standard')} {...field('standard')}>
        {(control) => (
          <Input.TextArea
            {...control}
            name="standard"
            rows={4}
            maxLength={4000}
            placeholder={text('tasks.standard.placeholder')}
            value={draft.standard}
            onBlur={blurred('standard')}
            onChange={({ target }) => change({ standard: target.value })}
          />
        )}
      </Field>
      <Field
        label={text('tasks.addresses')}
        optional
        hint={text('tasks.addresses.hint', { n: addresses })}
        {...field('addresses')}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            name="addresses"
            autoSize={{ minRows: 2, maxRows: 10 }}
            spellCheck={false}
            placeholder={text('tasks.addresses.placeholder')}
            value={draft.addresses}
            onBlur={blurred('addresses')}
            onChange={({ target }) => change({ addresses: target.value })}
          />
        )}
      </Field>
      {addresses > 0 && stockPlatforms.length > 0 && (
        <StockOption
          checked={draft.stock}
          hint={text('tasks.stock.hint', { platforms: stockPlatforms.join(', ') })}
          onChange={(stock) => change({ stock })}
        />
      )}
      <Grid columns="repeat(auto-fit, minmax(200px, 1fr))" gap={18}>
        <Field label={text('tasks.wanted')} optional hint={text('tasks.wanted.hint')}>
          {(control) => (
            <InputNumber
              {...control}
              name="wanted"
              min={1}
              max={10_000_000}
              precision={0}
              value={draft.wanted}
              onChange={(wanted) => change({ wanted })}
            />
          )}
        </Field>
        <Field label={text('tasks.weight')} optional>
          {(control) => (
            <InputNumber
              {...control}
              name="weight"
              min={0}
              max={100}
              precision={0}
              suffix="%"
              value={draft.weight}
              onChange={(weight) => change({ weight })}
            />
          )}
        </Field>
      </Grid>
      <Field label={text('tasks.invited')} optional hint={text('tasks.invited.hint', { n: invitedMax })}>
        {(control) => (
          <Select
            {...control}
            mode="multiple"
            maxCount={invitedMax}
            optionFilterProp="label"
            placeholder={text('tasks.invited.placeholder')}
            value={draft.invited}
            options={colleagues.filter(({ value }) =>
              people.data?.some(({ id: of, me }) => of === value && !me),
            )}
            onChange={(invited: string[]) => change({ invited })}
          />
        )}
      </Field>
      <Field label={text('tasks.visibility')} hint={text(`tasks.visibility.${draft.visibility}.hint`)}>
        {({ id: ofGroup, ...control }) => (
          <Radio.Group
            {...control}
            id={ofGroup}
            aria-label={text('tasks.visibility')}
            value={draft.visibility}
            onChange={({ target }) =>
              change({ visibility: taskVisibilities.find((one) => one === target.value) ?? 'public' })
            }
            options={taskVisibilities.map((value) => ({ value, label: text(`tasks.visibility.${value}`) }))}
          />
        )}
      </Field>
      {draft.visibility === 'some' && (
        <Field label={text('tasks.viewers')} {...field('viewers')}>
          {(control) => (
            <Select
              {...control}
              mode="multiple"
              optionFilterProp="label"
              placeholder={text('tasks.viewers.placeholder')}
              value={draft.viewers}
              options={colleagues}
              onBlur={blurred('viewers')}
              onChange={(viewers: string[]) => change({ viewers })}
            />
          )}
        </Field>
      )}
      <Row wrap justify="end" gap={10} pt={6}>
        {addresses > 0 && (
          <Button disabled={busy} onClick={() => void finish(true)}>
            {text(id === null ? 'tasks.createAndCollect' : 'tasks.saveAndCollect')}
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={busy}>
          {text(id === null ? 'tasks.create' : 'act.save')}
        </Button>
      </Row>
    </Stack>
  );
}

/** Focuses the first invalid field. */
function focusFirst(form: HTMLFormElement | null, faults: TaskFaults): void {
  if (Object.keys(faults).length > 0) {
    requestAnimationFrame(() => {
      const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
      // Scrolls its label into view, too, below the header.
      control?.scrollIntoView({ block: 'center' });
      control?.focus({ preventScroll: true });
    });
  }
}
