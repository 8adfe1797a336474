import type { ProductField } from '@bowerbird/catalog/product';
import { Button } from 'antd';
import { useSession } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Stack } from '../../ui/layout/box.tsx';
import { OriginMark } from '../../ui/text/origin-mark.tsx';
import { useEditor } from './editor-context.ts';

/** Shows where a field's saved value comes from; opens into when, by whom, and an undo. */
export function FieldOriginMark({ field }: { field: ProductField }) {
  const text = useText();
  const format = useFormat();
  const { user } = useSession();
  const { detail, draft, mayEdit, undoChange, undoing } = useEditor();
  const origin = detail?.origins.find((each) => each.field === field);
  if (origin === undefined) {
    return null;
  }
  const own = origin.by === user.name;
  const { changeId } = origin;
  return (
    <OriginMark
      from={origin.from}
      name={own ? null : origin.by}
      details={
        <Stack align="start" gap={4} maxW={280} font="small">
          <p>
            {text(`products.origin.${origin.from}`, {
              by: origin.by ?? '',
              host: draft.product.source?.shop ?? '',
            })}
          </p>
          <p className="caption">{format.full(origin.at)}</p>
          {changeId !== null && mayEdit && (
            <Button size="small" loading={undoing} onClick={() => undoChange(changeId)}>
              {text('products.origin.undo')}
            </Button>
          )}
        </Stack>
      }
    />
  );
}
