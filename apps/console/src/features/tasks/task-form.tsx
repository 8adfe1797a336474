import type { TaskBody } from '@bowerbird/contract/team/tasks';
import { invitedMax, taskVisibilities } from '@bowerbird/contract/team/tasks';
import { Button, Input, InputNumber, Radio, Select } from 'antd';
import { usePlatforms } from '../../lib/data/use-platforms.ts';
import { addressesIn } from '../../lib/kept/pasted-addresses.ts';
import { usePage, useUnsavedGuard } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { StockOption } from '../../ui/form/claim/stock-option.tsx';
import { DateRange } from '../../ui/form/date-range.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { useCollectForTask, useSaveTask, useTaskPeople } from './queries.ts';
import { blankTask, type TaskDraft, TaskFields } from './task-draft.ts';

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
  const form = useSchemaForm({ schema: TaskFields, initial: held });
  const people = useTaskPeople();
  const save = useSaveTask();
  const collect = useCollectForTask();

  const keep = async (body: TaskBody, andCollect: boolean): Promise<boolean> => {
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
  const finish = async (body: TaskBody, andCollect: boolean) => {
    const kept = await keep(body, andCollect);
    if (kept) {
      form.reset(blankTask);
      page.setUnsaved(0);
      page.open(listPath);
      page.close();
    }
    return kept;
  };
  const changes = Object.keys(form.formState.dirtyFields).length;
  useUnsavedGuard(save.isSuccess ? 0 : changes, () => submitForm(form, (body) => keep(body, false)));
  const busy = save.isPending || collect.isPending;
  const colleagues = (people.data ?? []).map((person) => ({
    value: person.id,
    label: person.me ? text('tasks.me', { name: person.name }) : person.name,
  }));
  const [typed, stock, visibility] = form.watch(['addresses', 'stock', 'visibility']);
  const addresses = addressesIn(typed).length;
  const stockPlatforms = usePlatforms().flatMap(({ name, supportsStockRequests }) =>
    supportsStockRequests ? [name] : [],
  );

  return (
    <Form form={form} className="task-form" gap={18} maxW={560} onSubmit={(body) => void finish(body, false)}>
      <FormField form={form} name="title" label={text('tasks.title')} missing={text('tasks.fault.title')}>
        {(control) => <Input {...control} maxLength={200} placeholder={text('tasks.title.placeholder')} />}
      </FormField>
      <FormField form={form} name="days" label={text('tasks.days')} missing={text('tasks.fault.days')}>
        {({ onBlur: _, name: __, ...control }) => <DateRange {...control} label={text('tasks.days')} />}
      </FormField>
      {(['goal', 'standard'] as const).map((name) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={text(`tasks.${name}`)}
          missing={text(`tasks.fault.${name}`)}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              rows={4}
              maxLength={4000}
              placeholder={text(`tasks.${name}.placeholder`)}
            />
          )}
        </FormField>
      ))}
      <FormField
        form={form}
        name="addresses"
        label={text('tasks.addresses')}
        optional
        hint={text('tasks.addresses.hint', { n: addresses })}
        wrong={text('tasks.fault.addresses')}
      >
        {(control) => (
          <Input.TextArea
            {...control}
            autoSize={{ minRows: 2, maxRows: 10 }}
            spellCheck={false}
            placeholder={text('tasks.addresses.placeholder')}
          />
        )}
      </FormField>
      {addresses > 0 && stockPlatforms.length > 0 && (
        <StockOption
          checked={stock}
          hint={text('tasks.stock.hint', { platforms: stockPlatforms.join(', ') })}
          onChange={(on) => form.setValue('stock', on, { shouldDirty: true })}
        />
      )}
      <Grid columns="repeat(auto-fit, minmax(200px, 1fr))" gap={18}>
        <FormField
          form={form}
          name="wanted"
          label={text('tasks.wanted')}
          optional
          hint={text('tasks.wanted.hint')}
        >
          {(control) => <InputNumber {...control} min={1} max={10_000_000} precision={0} />}
        </FormField>
        <FormField form={form} name="weight" label={text('tasks.weight')} optional>
          {(control) => <InputNumber {...control} min={0} max={100} precision={0} suffix="%" />}
        </FormField>
      </Grid>
      <FormField
        form={form}
        name="invited"
        label={text('tasks.invited')}
        optional
        hint={text('tasks.invited.hint', { n: invitedMax })}
      >
        {(control) => (
          <Select
            {...control}
            mode="multiple"
            maxCount={invitedMax}
            optionFilterProp="label"
            placeholder={text('tasks.invited.placeholder')}
            options={colleagues.filter(({ value }) =>
              people.data?.some(({ id: of, me }) => of === value && !me),
            )}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="visibility"
        label={text('tasks.visibility')}
        hint={text(`tasks.visibility.${visibility}.hint`)}
      >
        {({ ref: _, ...control }) => (
          <Radio.Group
            {...control}
            aria-label={text('tasks.visibility')}
            options={taskVisibilities.map((value) => ({ value, label: text(`tasks.visibility.${value}`) }))}
          />
        )}
      </FormField>
      {visibility === 'some' && (
        <FormField
          form={form}
          name="viewers"
          label={text('tasks.viewers')}
          wrong={text('tasks.fault.viewers')}
        >
          {(control) => (
            <Select
              {...control}
              mode="multiple"
              optionFilterProp="label"
              placeholder={text('tasks.viewers.placeholder')}
              options={colleagues}
            />
          )}
        </FormField>
      )}
      <Row wrap justify="end" gap={10} pt={6}>
        {addresses > 0 && (
          <Button disabled={busy} onClick={() => void submitForm(form, (body) => finish(body, true))}>
            {text(id === null ? 'tasks.createAndCollect' : 'tasks.saveAndCollect')}
          </Button>
        )}
        <Button type="primary" htmlType="submit" loading={busy}>
          {text(id === null ? 'tasks.create' : 'act.save')}
        </Button>
      </Row>
    </Form>
  );
}
