import { Popover } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { ProvenanceCard } from './provenance-card.tsx';
import './provenance.css';

interface ProvenanceButtonProps {
  path: string;
  /** Names the value, for screen readers. */
  name: string;
  changed: boolean;
  className?: string;
  /** Left out of the order of the Tab key, where another key opens it. */
  skipped?: boolean;
  /** Opened from outside; left out: it opens itself. */
  open?: boolean;
  onOpen?(open: boolean): void;
}

/** Opens where one value comes from. */
export function ProvenanceButton({
  path,
  name,
  changed,
  className = '',
  skipped = false,
  open: given,
  onOpen,
}: ProvenanceButtonProps) {
  const text = useText();
  const [own, setOwn] = useState(false);
  return (
    <Popover
      trigger="click"
      arrow={false}
      placement="bottomRight"
      destroyOnHidden
      open={given ?? own}
      onOpenChange={onOpen ?? setOwn}
      content={<ProvenanceCard path={path} changed={changed} />}
    >
      <button
        type="button"
        className={`provenance-button ${className}`}
        tabIndex={skipped ? -1 : 0}
        aria-label={text('provenance.open', { cell: name })}
        title={text('provenance.open', { cell: name })}
      >
        <Icon name="history" size={12} />
      </button>
    </Popover>
  );
}
