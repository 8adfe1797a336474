import { Button } from 'antd';
import { useFormat } from '../../../../lib/text/format.ts';
import { useText } from '../../../../lib/text/text.ts';
import { Notice } from '../../../../ui/feedback/fault-row.tsx';
import { Icon } from '../../../../ui/images/icon.tsx';
import { Box, Row } from '../../../../ui/layout/box.tsx';
import type { KeptDraftOffer } from './use-kept-draft.ts';

/** Offers to restore the changes that were unsaved when the window was reloaded. */
export function KeptDraftLine({ offer: { kept, restore, discard } }: { offer: KeptDraftOffer }) {
  const text = useText();
  const format = useFormat();
  if (kept === null) {
    return null;
  }
  return (
    <Box className="editor-meanwhile" pt={14} ground="bg" role="status">
      <Notice
        tone="violet"
        before={<Icon name="history" size={16} />}
        act={
          <Row as="span" inline wrap gap={8}>
            <Button size="small" type="primary" onClick={restore}>
              {text('products.draft.restore')}
            </Button>
            <Button size="small" onClick={discard}>
              {text('products.draft.discard')}
            </Button>
          </Row>
        }
      >
        {text('products.draft.kept', { time: format.relative(kept.at) })}
      </Notice>
    </Box>
  );
}
