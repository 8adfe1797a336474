import { Button } from 'antd';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Stack } from '../../../ui/layout/box.tsx';
import { useUpdateInStores } from '../../../ui/stores/use-update-in-stores.tsx';
import { useEditor } from '../editor/editor-context.ts';
import './queues.css';

/**
 * In the editor's side column: in how many stores the product was changed since it was listed, and a link to update
 * them.
 */
export function ChangedSince() {
  const text = useText();
  const may = useMay();
  const { detail, draft } = useEditor();
  const { busy, begin } = useUpdateInStores();
  const count = detail?.listings.filter(({ state }) => state === 'changed').length ?? 0;
  if (detail === null || count === 0) {
    return null;
  }
  const unsaved = draft.changes > 0;
  return (
    <Stack className="changed-since" align="start" gap={8} mt={12} p={[10, 12]} radius="m" font="small">
      <p>{text('update.changedIn', { n: count })}</p>
      {may('listing', 'add') && (
        <Button
          type="primary"
          size="small"
          loading={busy}
          disabled={unsaved}
          title={unsaved ? text('update.saveFirst') : undefined}
          onClick={() => void begin({ selection: { ids: [detail.id] } })}
        >
          {text('update.act')}
        </Button>
      )}
      {unsaved && <p className="caption">{text('update.saveFirst')}</p>}
    </Stack>
  );
}
