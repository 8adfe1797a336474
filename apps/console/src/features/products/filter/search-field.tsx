import type { InputRef } from 'antd';
import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { isTyping } from '../../../ui/table/typing.ts';

/** Pause in typing before the search is sent, in milliseconds. */
const restMs = 80;

interface SearchFieldProps {
  value: string;
  onChange(text: string): void;
}

/** Searches while typing; `/` focuses it. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const text = useText();
  const field = useRef<InputRef>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      // The filter was changed elsewhere: a chip removed, a view opened.
      setTyped(value);
    }
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '/' && !isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        field.current?.focus({ cursor: 'all' });
      }
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      clearTimeout(timer.current);
    };
  }, []);

  const requestConfirmation = (next: string, waitMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(next.trim());
      onChange(next.trim());
    }, waitMs);
  };
  const type = (next: string) => {
    setTyped(next);
    if (!composing.current) {
      requestConfirmation(next, restMs);
    }
  };
  return (
    <Input
      ref={field}
      className="products-search"
      role="searchbox"
      aria-label={text('products.search')}
      placeholder={text('products.search')}
      prefix={<Icon name="search" />}
      suffix={typed === '' ? <kbd>/</kbd> : <span />}
      allowClear={typed !== ''}
      maxLength={200}
      value={typed}
      onChange={({ target }) => type(target.value)}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={({ currentTarget }) => {
        composing.current = false;
        type(currentTarget.value);
      }}
      onPressEnter={() => requestConfirmation(typed, 0)}
    />
  );
}
