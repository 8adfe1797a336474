import type { CollectScope } from '@bowerbird/contract/collect/collect';
import { Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useText } from '../../../lib/text/text.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { type Candidate, scopeKeys } from './recognised.ts';

interface ScopeBoxProps {
  candidate: Candidate;
  value: CollectScope;
  onChange(scope: CollectScope): void;
  /** Search text, if the shop is to be searched. */
  words: string;
  onWords(words: string): void;
  onStart(): void;
  /** Opens the category tree. */
  onCategories(): void;
}

/**
 * Chooses what to collect from the source: what the address points to, chosen categories, search results, or the whole
 * shop.
 */
export function ScopeBox(props: ScopeBoxProps) {
  const { candidate, value, onChange, words, onWords, onStart, onCategories } = props;
  const text = useText();
  const searches = usePlatforms().find(({ id }) => id === candidate.platform)?.searches ?? false;
  const own = candidate.scope;
  const promised = candidate.promised;
  return (
    <ScopeFrame>
      {own !== 'shop' && own !== 'list' && (
        <Chip set={value === own} onClick={() => onChange(own)}>
          {text(own === 'category' ? 'collect.scope.thisCategory' : scopeKeys[own])}
        </Chip>
      )}
      <Chip set={value === 'shop'} onClick={() => onChange('shop')}>
        {own === 'shop' && promised !== null
          ? text('collect.scope.shopOf', { n: promised })
          : text('collect.scope.shop')}
      </Chip>
      <Chip add onClick={onCategories}>
        {text('collect.scope.choose')}
      </Chip>
      {searches && own !== 'search' && (
        <Chip set={value === 'search'} onClick={() => onChange('search')}>
          {text('collect.scope.searchIn')}
        </Chip>
      )}
      {value === 'search' && own !== 'search' && (
        <Input
          className="scope-box-text"
          autoFocus
          allowClear
          maxLength={300}
          aria-label={text('collect.scope.words')}
          placeholder={text('collect.scope.words')}
          value={words}
          onChange={({ target }) => onWords(target.value)}
          onPressEnter={onStart}
        />
      )}
    </ScopeFrame>
  );
}

/** The chosen scope of a run, as chips. */
export function ScopeFrame({ note, children }: { note?: ReactNode; children: ReactNode }) {
  const text = useText();
  return (
    <Stack as="section" className="box" gap={8} aria-label={text('collect.scope')}>
      <Row align="baseline" gap={8}>
        <h2 className="section-title">{text('collect.scope')}</h2>
        {note !== undefined && <span className="caption">{note}</span>}
      </Row>
      <Row wrap align="center" justify="between" gap={[8, 16]}>
        <Row wrap gap={10}>
          {children}
        </Row>
        <span className="caption">{text('collect.scope.arrives')}</span>
      </Row>
    </Stack>
  );
}

const paces = [0, 500, 1000, 2000, 5000] as const;

interface MoreOptionsProps {
  paceMs: number;
  onPace(paceMs: number): void;
  /** Watches the source instead, reading it regularly. */
  onWatch?(): void;
}

/** Collapsed options: request rate, and whether the source is read again automatically. */
export function MoreOptions({ paceMs, onPace, onWatch }: MoreOptionsProps) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <Stack gap={8}>
      <Row
        as="button"
        type="button"
        className="link-button more-options-open"
        inline
        align="center"
        gap={6}
        minH={34}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'up' : 'down'} size={14} />
        {text('collect.more')}
      </Row>
      {open && (
        <Row wrap align="center" gap={[8, 12]} font="small">
          <span>{text('collect.pace')}</span>
          <Select
            aria-label={text('collect.pace')}
            value={paceMs}
            onChange={onPace}
            popupMatchSelectWidth={false}
            options={paces.map((value) => ({
              value,
              label:
                value === 0 ? text('collect.pace.adaptive') : text('collect.pace.every', { s: value / 1000 }),
            }))}
          />
          <span className="caption">{text('collect.pace.hint')}</span>
        </Row>
      )}
      {open && onWatch !== undefined && (
        <Row wrap align="center" gap={[8, 12]} font="small">
          <span>{text('recollect.schedule')}</span>
          <button type="button" className="link-button" onClick={onWatch}>
            {text('recollect.run.watch')}
          </button>
          <span className="caption">{text('recollect.schedule.hint')}</span>
        </Row>
      )}
    </Stack>
  );
}
