import type { ExportSchedule } from '@bowerbird/contract/exports/schedules';
import { keptFilesMax } from '@bowerbird/contract/exports/schedules';
import type { ExportTemplate } from '@bowerbird/contract/exports/templates';
import { scheduleHours } from '@bowerbird/contract/listing/schedules';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Input, InputNumber, Select } from 'antd';
import { useTexts } from '../../../lib/text/language.ts';
import { dayText } from '../../../lib/text/sentences/day-text.ts';
import { ownZone, zoneText } from '../../../lib/text/sentences/zone-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { FormDrawer } from '../../../ui/form/form-drawer.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { allProducts, draftOf, keptProducts, repeats, ScheduleContent, timesOf } from './schedule-draft.ts';
import { useProductViews, useSaveSchedule } from './schedule-queries.ts';

interface ScheduleDrawerProps {
  /** Null: a new one. */
  schedule: ExportSchedule | null;
  templates: readonly ExportTemplate[];
  onClose(): void;
}

/** What a scheduled export holds, how often it is made, and how many of its files are kept. */
export default function ScheduleDrawer({ schedule, templates, onClose }: ScheduleDrawerProps) {
  const text = useText();
  const { language } = useTexts();
  const save = useSaveSchedule();
  const { data: views = [] } = useProductViews();
  const form = useSchemaForm({
    schema: ScheduleContent,
    initial: draftOf(schedule, templates[0]?.id ?? ''),
  });
  const { repeat } = form.watch();
  const zone = schedule?.timeZone ?? ownZone();
  const filterOf = (products: string): ProductFilter => {
    const content = views.find((view) => view.id === products)?.content;
    return content?.kind === 'product-view'
      ? content.filter
      : products === keptProducts
        ? (schedule?.filter ?? {})
        : {};
  };
  const send = (content: ScheduleContent) => {
    const times = timesOf(content);
    const isSameTime =
      schedule !== null &&
      schedule.times.first.slice(11) === content.time &&
      JSON.stringify(schedule.times.repeat) === JSON.stringify(times.repeat);
    save.mutate(
      {
        id: schedule?.id ?? null,
        on: schedule?.on ?? true,
        name: content.name,
        templateId: content.templateId,
        filter: filterOf(content.products),
        times: isSameTime ? schedule.times : times,
        timeZone: zone,
        keep: content.keep,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDrawer
      form={form}
      title={text(schedule === null ? 'export.schedules.new' : 'export.schedules.edit')}
      busy={save.isPending}
      width={480}
      className="export-schedule-form"
      gap={18}
      onSave={send}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label={text('export.schedules.name')}
        missing={text('export.template.needName')}
      >
        {(control) => <Input {...control} maxLength={60} />}
      </FormField>
      <FormField form={form} name="templateId" label={text('export.template')}>
        {(control) => (
          <Select
            {...control}
            options={templates.map((template) => ({ value: template.id, label: template.name }))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="products"
        label={text('export.schedules.products')}
        hint={text('export.schedules.products.note')}
      >
        {(control) => (
          <Select
            {...control}
            options={[
              { value: allProducts, label: text('export.schedules.products.all') },
              ...(schedule !== null && Object.keys(schedule.filter).length > 0
                ? [{ value: keptProducts, label: text('export.schedules.products.kept') }]
                : []),
              ...views.map((view) => ({
                value: view.id,
                label: text('export.schedules.products.view', { name: view.name }),
              })),
            ]}
          />
        )}
      </FormField>
      <Grid columns="minmax(0, 1fr) 140px" gap={14}>
        <FormField form={form} name="repeat" label={text('export.schedules.repeat')}>
          {(control) => (
            <Select
              {...control}
              options={repeats.map((value) => ({ value, label: text(`export.schedules.repeat.${value}`) }))}
            />
          )}
        </FormField>
        <FormField form={form} name="time" label={text('export.schedules.time')}>
          {(control) => <Input {...control} type="time" />}
        </FormField>
      </Grid>
      <p className="caption">{text('export.schedules.time.zone', { zone: zoneText(language, zone) })}</p>
      {repeat === 'weekly' && (
        <FormField
          form={form}
          name="days"
          label={text('export.schedules.days')}
          wrong={text('export.schedules.needDay')}
        >
          {({ value, onChange }) => (
            <Row as="span" wrap gap={8}>
              {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                <Chip
                  key={day}
                  set={value.includes(day)}
                  onClick={() =>
                    onChange(value.includes(day) ? value.filter((each) => each !== day) : [...value, day])
                  }
                >
                  {dayText(language, day)}
                </Chip>
              ))}
            </Row>
          )}
        </FormField>
      )}
      {repeat === 'hours' && (
        <FormField form={form} name="every" label={text('export.schedules.every')}>
          {(control) => (
            <Select
              {...control}
              options={scheduleHours.map((n) => ({ value: n, label: text('export.link.hours', { n }) }))}
            />
          )}
        </FormField>
      )}
      <FormField
        form={form}
        name="keep"
        label={text('export.schedules.keep')}
        hint={text('export.schedules.keep.note')}
      >
        {(control) => <InputNumber {...control} min={1} max={keptFilesMax} precision={0} />}
      </FormField>
      {save.isError && <SectionFault failure={save.error} />}
    </FormDrawer>
  );
}
