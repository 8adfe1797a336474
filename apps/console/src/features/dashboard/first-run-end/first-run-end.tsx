import { Button } from 'antd';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/session.ts';
import { useText } from '../../../lib/text.ts';
import { runPath } from '../../../lib/use-runs.tsx';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import type { FirstRun } from '../queries.ts';
import { useUndoPractice } from './use-undo-practice.ts';
import './first-run-end.css';

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
    <section className="first-run-end" aria-label={text('dashboard.end.title')}>
      <h2 className="section-title">{text('dashboard.end.title')}</h2>
      {undo.busy ? (
        <p role="status" className="first-run-end-busy">
          <StateGlyph state="running" />
          {text('dashboard.end.undo.running')}
        </p>
      ) : (
        <div className="first-run-end-actions">
          <Button
            icon={<Icon name="box" />}
            onClick={() => page.open(`/products/list?listing=listed&sources=${encodeURIComponent(source)}`)}
          >
            {text('dashboard.end.products', { n: listing.listed })}
          </Button>
          <Button icon={<Icon name="store" />} onClick={() => page.open(runPath(listing.runId))}>
            {text('dashboard.end.store')}
          </Button>
          {may('listing', 'delete') && may('products', 'delete') && (
            <Button icon={<Icon name="undo" />} onClick={() => void requestConfirmation()}>
              {text('dashboard.end.undo')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
