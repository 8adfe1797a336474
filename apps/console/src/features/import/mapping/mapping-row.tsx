import type { ColumnMapping } from '@bowerbird/contract/files/mapping';
import { Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { choiceOf, type FileColumn, mappedOf, withField, withName } from './columns.ts';
import { FieldSelect } from './field-select.tsx';

interface MappingRowProps {
  column: FileColumn;
  mapping: ColumnMapping;
  onMapping(mapping: ColumnMapping): void;
}

/** One column of the file: its name, some of its cells, and the field that it fills. */
export function MappingRow({ column, mapping, onMapping }: MappingRowProps) {
  const text = useText();
  const mapped = mappedOf(mapping, column);
  const name = column.name.trim() === '' ? text('import.column.unnamed', { n: column.place }) : column.name;
  const isNamed = mapped?.field === 'optionValue' || mapped?.field === 'attribute';
  return (
    <Grid
      as="li"
      className={mapped === null ? 'import-column open' : 'import-column'}
      columns="minmax(0, 4fr) minmax(0, 7fr) 16px minmax(0, 5fr)"
      gap={16}
      align="center"
      p={[8, 0]}
      borderBottom
    >
      <Text weight={500} cut title={name}>
        {name}
        {column.nth > 1 && (
          <Text font="caption" tone="t2" ms={6}>
            {text('import.column.nth', { n: column.nth })}
          </Text>
        )}
      </Text>
      <Row className="import-samples" gap={6} shrink>
        {column.samples.length === 0 ? (
          <Text font="caption" tone="t3">
            {text('import.column.blank')}
          </Text>
        ) : (
          column.samples.map((sample) => (
            <code className="import-sample" key={sample} title={sample}>
              {sample}
            </code>
          ))
        )}
      </Row>
      <Text className="import-arrow" tone={mapped === null ? 't4' : 'primary-read'} aria-hidden="true">
        <Icon name="right" />
      </Text>
      <Stack gap={6} shrink>
        <FieldSelect
          column={name}
          value={mapped === null ? null : choiceOf(mapped)}
          onChange={(choice) => onMapping(withField(mapping, column, choice))}
        />
        {isNamed && (
          <Input
            size="small"
            maxLength={255}
            aria-label={text('import.column.optionName', { column: name })}
            prefix={<Text tone="t2">{text('import.column.calls')}</Text>}
            placeholder={column.name}
            value={mapped.name ?? ''}
            onChange={({ target }) => onMapping(withName(mapping, column, target.value))}
          />
        )}
      </Stack>
    </Grid>
  );
}
