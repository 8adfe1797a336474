import type { InputRef } from 'antd';
import { Input } from 'antd';
import { useEffect, useRef } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { isTyping } from '../../../ui/table/typing.ts';

interface ArticlesSearchProps {
  className: string;
  value: string;
  onChange(value: string): void;
}

/** The page's search field; `/` focuses it. */
export function ArticlesSearch({ className, value, onChange }: ArticlesSearchProps) {
  const text = useText();
  const field = useRef<InputRef>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key === '/' && plain && !isTyping(event.target)) {
        event.preventDefault();
        field.current?.focus();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <Input
      ref={field}
      className={className}
      allowClear
      prefix={<Icon name="search" />}
      aria-label={text('news.search')}
      placeholder={text('news.search')}
      maxLength={200}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
