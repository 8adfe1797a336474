import { useState } from 'react';

interface NameFieldProps {
  label: string;
  value: string;
  placeholder?: string;
  readOnly?: boolean;
  /** Width follows the text. */
  fit?: boolean;
  /** Called with the trimmed value if it differs; never with blank text. */
  onEnter(value: string): void;
  /** Alt with an arrow key: moves one place forward or back. */
  onStep?(step: 1 | -1): void;
}

/** A short text applied on Enter or when the field is left. Escape reverts it. */
export function NameField(props: NameFieldProps) {
  const { label, value, placeholder, readOnly = false, fit = false, onEnter, onStep } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? value;
  const enter = () => {
    const next = typed?.trim() ?? value;
    setTyped(null);
    if (next !== '' && next !== value) {
      onEnter(next);
    }
  };
  return (
    <input
      className={fit ? 'editor-name fit' : 'editor-name'}
      aria-label={value === '' ? label : `${label}: ${value}`}
      placeholder={placeholder}
      readOnly={readOnly}
      size={fit ? Math.max(4, [...(shown || (placeholder ?? ''))].length + 1) : undefined}
      value={shown}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault();
          enter();
        }
        if (event.key === 'Escape') {
          setTyped(null);
        }
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
        if (event.altKey && step !== null && onStep !== undefined) {
          event.preventDefault();
          onStep(step);
        }
      }}
    />
  );
}
