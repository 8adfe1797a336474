import { Button } from 'antd';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import type { FirstRun } from '../queries.ts';
import { useUndoPractice } from './use-undo-practice.ts';

/**
 * After the three steps: links to the listed products in Products and in the practice store, and an undo of everything.
 */
export function FirstRunEnd({ firstRun }: { firstRun: FirstRun }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const confirm = useConfirm();
  const undo = useUndoPractice(firstRun);
  const { listing, claim, shopAddress } = firstRun;
  if (listing === null) {
    return null;
  }
  const source = new URL(shopAddress).host;
  const requestConfirmation = async () => {
    const sure = await confirm({
      title: text('dashboard.end.undo.title'),
      content: text('dashboard.end.undo.content', { listed: listing.listed, n: claim?.products ?? 0 }),
      confirm: text('dashboard.end.undo'),
      danger: true,
    });
    if (sure) {
      undo.start();
    }
  };
  return (
    <Stack as="section" gap={10} mt={8} p={[16, 0]} aria-label={text('dashboard.end.title')}>
      <h2 className="section-title">{text('dashboard.end.title')}</h2>
      {undo.busy ? (
        <Row as="p" role="status" align="center" gap={8} minH={32}>
          <StateGlyph state="running" />
          {text('dashboard.end.undo.running')}
        </Row>
      ) : (
        <Row wrap gap={8}>
          <Button
            icon={<Icon name="box" />}
            onClick={() => page.open(`/products/list?listing=listed&sources=${encodeURIComponent(source)}`)}
          >
            {text('dashboard.end.products', { n: listing.listed })}
          </Button>
          <Button icon={<Icon name="store" />} onClick={() => page.open(runPath(listing.runId))}>
            {text('dashboard.end.store')}
          </Button>
          {may('listing', 'edit') && may('products', 'delete') && (
            <Button icon={<Icon name="undo" />} onClick={() => void requestConfirmation()}>
              {text('dashboard.end.undo')}
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
