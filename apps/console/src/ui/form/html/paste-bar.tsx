import { Button, Input } from 'antd';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { useState } from 'react';
import { Icon } from '../../images/icon.tsx';
import { Box, Row } from '../../layout/box.tsx';
import './paste-bar.css';

interface PasteBarProps {
  value: string;
  onChange(value: string): void;
  /** Called on Enter or the button. */
  onGo(): void;
  /** Called when a file is dropped. */
  onFile?(file: File): void;
  label: string;
  placeholder: string;
  /** The button's verb. */
  go: string;
  busy?: boolean;
  /** Another button of the view is the main one. */
  quiet?: boolean;
  autoFocus?: boolean;
  foot?: ReactNode;
  /** In the same box, under a divider: the result for the addresses. */
  children?: ReactNode;
}

/**
 * Field for addresses, one per line: pasted, typed or dropped as a file. Enter submits, Shift Enter starts a new line.
 */
export function PasteBar(props: PasteBarProps) {
  const {
    value,
    onChange,
    onGo,
    onFile,
    label,
    placeholder,
    go,
    busy = false,
    quiet = false,
    foot,
    children,
  } = props;
  const [over, setOver] = useState(false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onGo();
    }
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined && onFile !== undefined) {
      event.preventDefault();
      onFile(file);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the field is the control.
    <div
      className={['paste-bar', over && 'over', children !== undefined && 'answered']
        .filter(Boolean)
        .join(' ')}
      onDragOver={(event) => {
        if (onFile !== undefined && event.dataTransfer.types.includes('Files')) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Row className="paste-bar-line" align="start" gap={10}>
        <Icon name="link" size={18} />
        <Input.TextArea
          variant="borderless"
          autoSize={{ minRows: 1, maxRows: children === undefined ? 8 : 4 }}
          aria-label={label}
          placeholder={placeholder}
          value={value}
          spellCheck={false}
          autoFocus={props.autoFocus ?? false}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type={quiet ? 'default' : 'primary'} loading={busy} onClick={onGo}>
          {go}
        </Button>
      </Row>
      {foot !== undefined && (
        <Row className="paste-bar-foot" wrap align="center" gap={[6, 10]} mt={4} font="caption" tone="t2">
          {foot}
        </Row>
      )}
      {children !== undefined && (
        <Box mt={10} pt={10} borderTop>
          {children}
        </Box>
      )}
    </div>
  );
}
