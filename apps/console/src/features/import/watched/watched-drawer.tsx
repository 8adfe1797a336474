import type { WatchedFile } from '@bowerbird/contract/files/watched';
import { Button } from 'antd';
import { type ReactNode, useId } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import type { FileSource } from '../queries.ts';
import { useChangeWatched, useCreateWatched } from './queries.ts';
import {
  ChangedContent,
  changeOf,
  draftOf,
  NewWatchedContent,
  newDraft,
  newRequestOf,
  type WatchedContent,
} from './watched-draft.ts';
import { WatchedFields, type WatchedForm } from './watched-fields.tsx';

interface NewWatchedDrawerProps {
  suppliers: readonly FileSource[];
  folders: readonly string[];
  onClose(): void;
}

export function NewWatchedDrawer({ suppliers, folders, onClose }: NewWatchedDrawerProps) {
  const text = useText();
  const toast = useToast();
  const create = useCreateWatched();
  const [first, second] = suppliers;
  const only = second === undefined ? (first?.id ?? null) : null;
  const form = useSchemaForm({ schema: NewWatchedContent, initial: newDraft(only, folders) });
  return (
    <WatchedDrawer
      form={form}
      title={text('import.watched.new')}
      busy={create.isPending}
      onClose={onClose}
      onSave={(content) =>
        create.mutate(newRequestOf(content), {
          onSuccess: ({ source: { name } }) => {
            toast({ state: 'complete', text: text('import.watched.created', { name }) });
            onClose();
          },
        })
      }
    >
      <WatchedFields form={form} suppliers={suppliers} folders={folders} shown={null} />
      {create.isError && <SectionFault failure={create.error} />}
    </WatchedDrawer>
  );
}

interface EditWatchedDrawerProps {
  watched: WatchedFile;
  folders: readonly string[];
  onClose(): void;
}

export function EditWatchedDrawer({ watched, folders, onClose }: EditWatchedDrawerProps) {
  const text = useText();
  const change = useChangeWatched();
  const form = useSchemaForm({ schema: ChangedContent, initial: draftOf(watched) });
  return (
    <WatchedDrawer
      form={form}
      title={text('import.watched.edit')}
      busy={change.isPending}
      onClose={onClose}
      onSave={(content) =>
        change.mutate({ id: watched.id, body: changeOf(watched, content) }, { onSuccess: onClose })
      }
    >
      <WatchedFields
        form={form}
        suppliers={[watched.source]}
        folders={folders}
        shown={watched.where.kind === 'address' ? watched.where.shown : null}
      />
      {change.isError && <SectionFault failure={change.error} />}
    </WatchedDrawer>
  );
}

interface WatchedDrawerProps {
  form: WatchedForm;
  title: string;
  busy: boolean;
  onSave(content: WatchedContent): void;
  onClose(): void;
  children: ReactNode;
}

function WatchedDrawer({ form, title, busy, onSave, onClose, children }: WatchedDrawerProps) {
  const text = useText();
  const formId = useId();
  return (
    <Drawer
      title={title}
      open
      onClose={onClose}
      footer={
        <Row justify="end" gap={10}>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button type="primary" loading={busy} htmlType="submit" form={formId}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <Form id={formId} form={form} className="watched-form" gap={18} onSubmit={onSave}>
        {children}
      </Form>
    </Drawer>
  );
}
