import { Button } from 'antd';
import { useFormat } from '../../../../lib/text/format.ts';
import { useText } from '../../../../lib/text/text.ts';
import { Notice } from '../../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../../ui/feedback/state-glyph.tsx';
import { Box, Row } from '../../../../ui/layout/box.tsx';
import type { Meanwhile } from './use-meanwhile.ts';

/** Reports that someone else saved this product, and offers to review and merge. */
export function MeanwhileLine({ meanwhile }: { meanwhile: Meanwhile }) {
  const text = useText();
  const format = useFormat();
  const { theirs, by } = meanwhile;
  if (theirs === null) {
    return null;
  }
  const time = format.relative(theirs.updatedAt);
  return (
    <Box className="editor-meanwhile" pt={14} ground="bg" role="alert">
      <Notice
        tone="amber"
        before={<StateGlyph state="conflict" />}
        act={
          <Row as="span" inline wrap gap={8}>
            <Button size="small" onClick={() => meanwhile.see(true)}>
              {text('products.meanwhile.see')}
            </Button>
            <Button size="small" onClick={() => meanwhile.merge()}>
              {text('products.meanwhile.merge')}
            </Button>
          </Row>
        }
      >
        {by === null
          ? text('products.meanwhile.someone', { time })
          : text('products.meanwhile.named', { name: by, time })}
      </Notice>
    </Box>
  );
}
