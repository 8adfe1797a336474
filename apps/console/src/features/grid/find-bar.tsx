import { Button, Checkbox, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { isSearch, type Search } from './model/find.ts';

interface FindBarProps {
  /** Several cells are selected: only these are replaced in. */
  inSelection: boolean;
  /** What came of the last search, as a sentence. */
  outcome: string | null;
  onNext(search: Search): void;
  onReplace(search: Search, replaceWith: string): void;
  onClose(): void;
}

/** Finds and replaces texts of cells, as they are written or by a pattern. */
export function FindBar({ inSelection, outcome, onNext, onReplace, onClose }: FindBarProps) {
  const text = useText();
  const field = useRef<InputRef>(null);
  const [find, setFind] = useState('');
  const [replaceWith, setReplaceWith] = useState('');
  const [matchesCase, setMatchesCase] = useState(false);
  const [isPattern, setIsPattern] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const search: Search = { find, ignoreCase: !matchesCase, isPattern };
  const can = isSearch(search);
  const isWrong = find !== '' && !can;
  return (
    <Row
      as="search"
      wrap
      align="center"
      gap={8}
      onKeyDown={(event: React.KeyboardEvent) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <Input
        ref={field}
        style={{ width: 190 }}
        placeholder={text('grid.find.what')}
        aria-label={text('grid.find.what')}
        {...(isWrong ? { status: 'error' as const, 'aria-describedby': 'grid-find-wrong' } : {})}
        value={find}
        onChange={({ target }) => setFind(target.value)}
        onPressEnter={() => can && onNext(search)}
      />
      <Input
        style={{ width: 190 }}
        placeholder={text('grid.find.with')}
        aria-label={text('grid.find.with')}
        value={replaceWith}
        onChange={({ target }) => setReplaceWith(target.value)}
        onPressEnter={() => can && onReplace(search, replaceWith)}
      />
      <Checkbox checked={matchesCase} onChange={({ target }) => setMatchesCase(target.checked)}>
        {text('grid.find.case')}
      </Checkbox>
      <Checkbox checked={isPattern} onChange={({ target }) => setIsPattern(target.checked)}>
        {text('grid.find.pattern')}
      </Checkbox>
      <Button disabled={!can} onClick={() => onNext(search)}>
        {text('grid.find.next')}
      </Button>
      <Button disabled={!can} onClick={() => onReplace(search, replaceWith)}>
        {text(inSelection ? 'grid.find.selected' : 'grid.find.all')}
      </Button>
      <Button type="text" icon={<Icon name="close" />} aria-label={text('act.close')} onClick={onClose} />
      <Text id="grid-find-wrong" role="status" font="small" tone={isWrong ? 'red' : 't2'}>
        {isWrong ? text('grid.find.wrong') : outcome}
      </Text>
    </Row>
  );
}
