import { useText } from '../../lib/text/text.ts';
import { useToast } from '../feedback/toast.tsx';
import { Icon } from '../images/icon.tsx';
import { Row } from '../layout/box.tsx';
import './copy-button.css';

interface CopyButtonProps {
  /** The copied text, shown in monospace. */
  value: string;
}

/** A code that a click copies. */
export function CopyButton({ value }: CopyButtonProps) {
  const text = useText();
  const toast = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast({ state: 'complete', text: text('act.copied') });
  };
  return (
    <Row
      as="button"
      type="button"
      className="copy-button"
      inline
      align="center"
      gap={8}
      p={[4, 8]}
      radius="s"
      tone="t3"
      onClick={() => void copy()}
    >
      <code>{value}</code>
      <Icon name="copy" size={14} />
      <span className="only-read">{text('act.copy')}</span>
    </Row>
  );
}
