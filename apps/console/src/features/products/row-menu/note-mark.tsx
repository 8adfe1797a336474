import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box } from '../../../ui/layout/box.tsx';

/** Mark next to a product's title: it has a note, shown on hover. */
export function NoteMark({ note }: { note: string }) {
  const text = useText();
  const words = text('row.note.shown', { note });
  return (
    <Box as="span" rigid tone="amber" title={words}>
      <Icon name="note" size={14} />
      <span className="only-read">{words}</span>
    </Box>
  );
}
