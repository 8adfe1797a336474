import { useText } from '../../lib/text/text.ts';
import { Icon } from '../images/icon.tsx';
import './by-plugin.css';

/** A small mark for products collected in a merchant's own browser; `named` adds the text. */
export function ByPlugin({ named = false }: { named?: boolean }) {
  const text = useText();
  return (
    <span className="by-plugin" title={text('plugin.by.long')}>
      <Icon name="plug" size={14} />
      {named ? text('plugin.by') : <span className="only-read">{text('plugin.by')}</span>}
    </span>
  );
}
