import type { WatchedFile } from '@bowerbird/contract/files/watched';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { FormDrawer } from '../../../ui/form/form-drawer.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import type { FileSource } from '../queries.ts';
import { useChangeWatched, useCreateWatched } from './queries.ts';
import {
  ChangedContent,
  changeOf,
  draftOf,
  NewWatchedContent,
  newDraft,
  newRequestOf,
} from './watched-draft.ts';
import { WatchedFields } from './watched-fields.tsx';

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
  const only = second === undefined ? first : undefined;
  const form = useSchemaForm({ schema: NewWatchedContent, initial: newDraft(only, folders) });
  return (
    <FormDrawer
      className="watched-form"
      gap={18}
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
    </FormDrawer>
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
    <FormDrawer
      className="watched-form"
      gap={18}
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
    </FormDrawer>
  );
}
