import type { ExportTemplate } from '@bowerbird/contract/exports/templates';
import type { ExportChoices } from '@bowerbird/contract/products/export';
import { Button, Dropdown, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { NameDialog } from './name-dialog.tsx';
import { useDeleteTemplate, useSaveTemplate, useTemplates } from './template-queries.ts';

interface TemplateBarProps {
  /** What is chosen now. */
  choices: ExportChoices;
  onChoices(choices: ExportChoices): void;
}

/** Chooses a template of the team, and saves what is chosen as one. */
export function TemplateBar({ choices, onChoices }: TemplateBarProps) {
  const text = useText();
  const { data: templates = [] } = useTemplates();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  const save = useSaveTemplate();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const chosen = templates.find(({ id }) => id === chosenId) ?? null;
  const isChanged = chosen !== null && !isSame(chosen.choices, choices);

  const choose = (id: string | null) => {
    const template = templates.find((each) => each.id === id);
    setChosenId(template?.id ?? null);
    if (template) {
      onChoices(template.choices);
    }
  };
  const update = ({ id, name }: ExportTemplate) =>
    save.mutate(
      { id, name, choices },
      {
        onError: reportFailure,
        onSuccess: () => toast({ state: 'complete', text: text('export.template.saved', { name }) }),
      },
    );
  return (
    <Stack as="section" className="export-template" gap={4} mb={16}>
      <Row wrap align="center" gap={8}>
        <Row as="label" className="export-template-choice" align="center" gap={8} font="small" shrink>
          <span className="export-template-label">{text('export.template')}</span>
          <Select
            className="export-field"
            value={chosen?.id ?? ''}
            onChange={(id) => choose(id === '' ? null : id)}
            options={[
              { value: '', label: text('export.template.none') },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Row>
        {chosen !== null && isChanged && (
          <Button loading={save.isPending} onClick={() => update(chosen)}>
            {text('export.template.update')}
          </Button>
        )}
        <Button type={chosen === null ? 'default' : 'text'} onClick={() => setNaming(true)}>
          {text('export.template.save')}
        </Button>
        {chosen !== null && <TemplateMenu template={chosen} onGone={() => setChosenId(null)} />}
      </Row>
      {isChanged ? (
        <p className="caption">{text('export.template.changed')}</p>
      ) : (
        templates.length === 0 && <p className="caption">{text('export.template.hint')}</p>
      )}
      {isNaming && (
        <NameDialog
          title={text('export.template.save')}
          name=""
          choices={choices}
          onSaved={(template) => {
            setChosenId(template.id);
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </Stack>
  );
}

/** Renames or deletes a template. */
function TemplateMenu({ template, onGone }: { template: ExportTemplate; onGone(): void }) {
  const text = useText();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const remove = useDeleteTemplate();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, choices } = template;
  const confirmDelete = async () => {
    const sure = await confirm({
      title: text('export.template.delete.title', { name }),
      content: text('export.template.delete.content'),
      confirm: text('export.template.delete'),
      danger: true,
    });
    if (sure) {
      remove.mutate(id, { onError: reportFailure, onSuccess: onGone });
    }
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: text('export.template.rename') },
            { key: 'delete', danger: true, label: text('export.template.delete') },
          ],
          onClick: ({ key }) => (key === 'rename' ? setRenaming(true) : void confirmDelete()),
        }}
      >
        <Button type="text" icon={<Icon name="more" />} aria-label={text('export.template.more')} />
      </Dropdown>
      {isRenaming && (
        <NameDialog
          title={text('export.template.rename')}
          id={id}
          name={name}
          choices={choices}
          onSaved={() => setRenaming(false)}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}

function isSame(left: ExportChoices, right: ExportChoices): boolean {
  const ordered = (choices: ExportChoices) =>
    JSON.stringify(
      Object.entries(choices)
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return ordered(left) === ordered(right);
}
