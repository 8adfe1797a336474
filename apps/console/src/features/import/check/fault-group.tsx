import { noticeCodes } from '@bowerbird/contract/files/fault-codes';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { FaultGroupRow, Import } from '../queries.ts';
import { BeforeAfter } from './before-after.tsx';
import { OtherRemedyDialog } from './other-remedy-dialog.tsx';
import { useRemedyText } from './remedy-text.ts';

interface FaultGroupProps {
  of: Import;
  group: FaultGroupRow;
  busy: boolean;
  /** Null: nothing can be changed any more. */
  onTake: ((steps: readonly Remedy[]) => void) | null;
}

/** Errors of one kind in one column: how many, what they are, where, and what puts them right. */
export function FaultGroup({ of, group, busy, onTake }: FaultGroupProps) {
  const text = useText();
  const remedyText = useRemedyText();
  const [chosen, setChosen] = useState(0);
  const [other, setOther] = useState(false);
  const { code, column, count, examples, remedies } = group;
  const offered = remedies[chosen] ?? remedies[0];
  // The value is right as it is; there is nothing to repair.
  const isNotice = noticeCodes.has(code);
  const { sheet } = of.mapping;
  return (
    <Grid
      as="li"
      className="import-fault"
      columns="minmax(0, 1fr) minmax(0, 1fr)"
      oneUnder={992}
      gap={[12, 32]}
      p={[14, 0]}
      borderBottom
    >
      <Row align="start" gap={10} shrink>
        <StateGlyph state={isNotice ? 'complete' : 'failed'} />
        <Stack gap={4} shrink>
          <Text weight={600} anywhere>
            {column === null
              ? text('import.fault.rows', { n: count })
              : text('import.fault.cells', { n: count, column })}
          </Text>
          <Text font="small" tone="t2" anywhere>
            {text(`fileFault.${code}`)} {offered === undefined && text(`fileRemedy.${code}`)}
          </Text>
          <Row wrap gap={[4, 12]} mt={2}>
            {isNotice && sheet !== null && (
              <Text font="caption" tone="t2">
                {text('import.fault.sheet', { name: sheet })}
              </Text>
            )}
            {examples.map(({ row, value }) => (
              <Text key={`${row} ${value}`} font="caption" tone="t2" className="import-where">
                {text('import.row', { n: row })}{' '}
                <code className="import-sample" title={value}>
                  {value === '' ? text('import.blank') : value}
                </code>
              </Text>
            ))}
          </Row>
        </Stack>
      </Row>
      {onTake !== null && !isNotice && (
        <Stack gap={8} shrink>
          {remedies.length > 1 && (
            <Row wrap gap={6} role="group" aria-label={text('import.remedies')}>
              {remedies.map(({ remedy, more }, index) => (
                <Chip
                  key={JSON.stringify([remedy, more])}
                  set={index === chosen}
                  onClick={() => setChosen(index)}
                >
                  {[remedy, ...more].map(remedyText).join(' · ')}
                </Chip>
              ))}
            </Row>
          )}
          {offered !== undefined && (
            <>
              {remedies.length === 1 && (
                <Text font="small" weight={500}>
                  {[offered.remedy, ...offered.more].map(remedyText).join(' · ')}
                </Text>
              )}
              <BeforeAfter preview={offered.preview} />
            </>
          )}
          <Row wrap align="center" gap={8}>
            {offered !== undefined && (
              <Button
                size="small"
                type="primary"
                ghost
                loading={busy}
                onClick={() => onTake([offered.remedy, ...offered.more])}
              >
                {offered.preview.rowsDropped > 0
                  ? text('import.remedy.dropRows', { n: offered.preview.rowsDropped })
                  : offered.remedy.kind === 'accept'
                    ? text('import.remedy.take.accept')
                    : offered.preview.cells === 0
                      ? text('import.remedy.take.rows')
                      : text('import.remedy.take', { n: offered.preview.cells })}
              </Button>
            )}
            <Button
              size="small"
              type={offered === undefined ? 'default' : 'text'}
              onClick={() => setOther(true)}
            >
              {text(offered === undefined ? 'import.remedy.choose' : 'import.remedy.other')}
            </Button>
          </Row>
        </Stack>
      )}
      {other && onTake !== null && (
        <OtherRemedyDialog
          importId={of.id}
          group={group}
          onTake={(remedy) => {
            setOther(false);
            onTake([remedy]);
          }}
          onClose={() => setOther(false)}
        />
      )}
    </Grid>
  );
}
