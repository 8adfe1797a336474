import type { Store } from '@bowerbird/contract/listing/stores';
import { Button } from 'antd';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import { RightsList } from './rights-list.tsx';

/** What the check found at a store that is now connected. */
export function Connected({ store, onClose }: { store: Store; onClose(): void }) {
  const text = useText();
  const page = usePage();
  return (
    <Stack className="connect" grow shrink>
      <Stack grow gap={18} p={[20, 24]} overflow="auto">
        <Notice tone="green" before={<StateGlyph state="complete" />}>
          {text('stores.connected', { store: store.name })}
        </Notice>
        <RightsList rights={store.rights} platform={store.platform} connection={store.connection} />
        {store.secretEnding !== null && (
          <p className="caption">{text('stores.ending', { ending: store.secretEnding })}</p>
        )}
      </Stack>
      <div className="connect-foot">
        <Button
          onClick={() => {
            onClose();
            page.open('/form/step-form');
          }}
        >
          {text('stores.listNow')}
        </Button>
        <Button type="primary" onClick={onClose}>
          {text('stores.done')}
        </Button>
      </div>
    </Stack>
  );
}
