import { setFileSourceClaim } from '@bowerbird/contract/files/imports';
import { bodySchema } from '@bowerbird/contract/route';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { type FileSource, useSetSourceClaim } from '../queries.ts';
import { NewProductsField } from './new-products-field.tsx';

/** Says what becomes of the products that are new in a supplier's next files. */
export function NewProductsDialog({ source, onClose }: { source: FileSource; onClose(): void }) {
  const text = useText();
  const set = useSetSourceClaim();
  const form = useSchemaForm({ schema: bodySchema(setFileSourceClaim), initial: { claim: source.claim } });
  return (
    <FormDialog
      form={form}
      title={text('import.newProducts.of', { name: source.name })}
      ok={text('act.save')}
      busy={set.isPending}
      onClose={onClose}
      onSubmit={({ claim }) => set.mutate({ id: source.id, claim }, { onSuccess: onClose })}
    >
      <NewProductsField claim={form.watch('claim')} onClaim={(claim) => form.setValue('claim', claim)} />
      {set.isError && <SectionFault failure={set.error} />}
    </FormDialog>
  );
}
