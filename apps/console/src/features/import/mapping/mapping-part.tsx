import type { ColumnMapping } from '@bowerbird/contract/files/mapping';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { type FileColumn, mappedOf, missingOf } from './columns.ts';
import { MappingRow } from './mapping-row.tsx';
import { RowsPart } from './rows-part.tsx';

interface MappingPartProps {
  columns: readonly FileColumn[];
  mapping: ColumnMapping;
  onMapping(mapping: ColumnMapping): void;
}

/** Which column is which field, with cells of the file beside each. */
export function MappingPart({ columns, mapping, onMapping }: MappingPartProps) {
  const text = useText();
  const [only, setOnly] = useState<'all' | 'open'>('all');
  const open = columns.filter((column) => mappedOf(mapping, column) === null);
  // A column that is mapped while only open ones are shown stays until the list is chosen again.
  const [held, setHeld] = useState<ReadonlySet<number>>(new Set());
  const shown = only === 'all' ? columns : columns.filter(({ place }) => held.has(place));
  const missing = missingOf(mapping, columns);
  return (
    <Section
      title={text('import.mapping')}
      note={text('import.mapping.count', { n: columns.length - open.length, m: columns.length })}
      bare
      gap={12}
    >
      <RowsPart columns={columns} mapping={mapping} onMapping={onMapping} />
      {missing.length > 0 && (
        <Notice tone="amber" before={<StateGlyph state="drift" />}>
          {text('import.mapping.missing', { columns: missing.join(' · ') })}
        </Notice>
      )}
      <Row wrap gap={8} role="group" aria-label={text('import.mapping.show')}>
        <Chip set={only === 'all'} onClick={() => setOnly('all')}>
          {text('import.mapping.all', { n: columns.length })}
        </Chip>
        <Chip
          set={only === 'open'}
          disabled={open.length === 0}
          onClick={() => {
            setHeld(new Set(open.map(({ place }) => place)));
            setOnly('open');
          }}
        >
          {text('import.mapping.open', { n: open.length })}
        </Chip>
      </Row>
      <Stack as="ul" className="import-columns" m={0} p={0} borderTop>
        {shown.map((column) => (
          <MappingRow key={column.place} column={column} mapping={mapping} onMapping={onMapping} />
        ))}
      </Stack>
      <Text as="p" font="caption" tone="t3" m={0}>
        {text('import.mapping.kept')}
      </Text>
    </Section>
  );
}
