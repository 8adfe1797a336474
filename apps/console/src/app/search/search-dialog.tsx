import { Modal } from 'antd';
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import type { Hit } from './use-search-hits.tsx';
import { useHits } from './use-search-hits.tsx';
import './search-dialog.css';

interface SearchDialogProps {
  open: boolean;
  onClose(): void;
}

/** One search box for pages, products, runs, stores and pasted addresses. */
export function SearchDialog({ open, onClose }: SearchDialogProps) {
  const text = useText();
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      style={{ top: 72 }}
      destroyOnHidden
      title={text('search.title')}
      classNames={{ header: 'only-read' }}
      className="search-dialog"
      styles={{ container: { padding: 0, overflow: 'hidden' } }}
    >
      <SearchBox onClose={onClose} />
    </Modal>
  );
}

function SearchBox({ onClose }: { onClose(): void }) {
  const text = useText();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const hits = useHits(typed.trim());
  const current = hits[Math.min(at, hits.length - 1)];

  const go = (hit: Hit) => {
    onClose();
    void navigate(hit.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((held) => (Math.min(held, hits.length - 1) + step + hits.length) % Math.max(1, hits.length));
    }
    // Only the field takes the focus here, so Tab moves through the groups; Esc leaves.
    if (event.key === 'Tab' && hits.length > 0) {
      event.preventDefault();
      setAt(firstOfNextGroup(hits, Math.min(at, hits.length - 1), event.shiftKey ? -1 : 1));
    }
    if (event.key === 'Enter' && current !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(current);
    }
  };

  return (
    <div className="search">
      <Row className="search-line" align="center" gap={12} h={54} p={[0, 18]} borderBottom tone="t3">
        <Icon name="search" size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type into it.
          autoFocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.key}`}
          aria-label={text('search.title')}
          placeholder={text('frame.search.placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Row>
      <Box
        maxH="min(460px, 60vh)"
        p={[6, 8]}
        overflow="auto"
        id={`${id}-list`}
        role="listbox"
        aria-label={text('search.title')}
      >
        {hits.map((hit, index) => (
          <SearchHit
            key={hit.key}
            id={`${id}-${hit.key}`}
            hit={hit}
            first={hit.group !== hits[index - 1]?.group}
            current={hit === current}
            onPoint={() => setAt(index)}
            onGo={() => go(hit)}
          />
        ))}
        {hits.length === 0 && typed.trim() !== '' && (
          <Box as="p" p={[20, 10]} textAlign="center" tone="t2">
            {text('search.nothing', { text: typed.trim() })}
          </Box>
        )}
      </Box>
      <Box as="p" className="search-keys" p={[8, 18]} borderTop font="caption" tone="t3">
        {text.rich('search.keys')}
      </Box>
    </div>
  );
}

/** Returns the first hit of the group after (or before) the one at `at`, wrapping around. */
function firstOfNextGroup(hits: Hit[], at: number, step: 1 | -1): number {
  const groups = [...new Set(hits.map(({ group }) => group))];
  const here = groups.indexOf(hits[at]?.group ?? '');
  const next = groups[(here + step + groups.length) % groups.length];
  return hits.findIndex(({ group }) => group === next);
}

interface SearchHitProps {
  id: string;
  hit: Hit;
  /** Whether it is the first of its group. */
  first: boolean;
  current: boolean;
  onPoint(): void;
  onGo(): void;
}

function SearchHit({ id, hit, first, current, onPoint, onGo }: SearchHitProps) {
  return (
    <>
      {first && (
        <Box p={[8, 10, 4]} font="caption" tone="t3" role="presentation">
          {hit.group}
        </Box>
      )}
      <Box
        id={id}
        role="option"
        aria-selected={current}
        className={current ? 'search-hit current' : 'search-hit'}
        p={[6, 10]}
        radius="m"
        onPointerMove={onPoint}
        onClick={onGo}
      >
        {hit.show}
      </Box>
    </>
  );
}
