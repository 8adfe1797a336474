import { Link } from 'react-router';
import { useText } from '../../../lib/text/text.ts';
import { Icon, type IconName } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';

const ways: readonly { key: 'supplier' | 'edit' | 'move'; icon: IconName }[] = [
  { key: 'supplier', icon: 'box' },
  { key: 'edit', icon: 'edit' },
  { key: 'move', icon: 'store' },
];

/** Before the first import: what can be done with files, and what always holds. */
export function WhatFilesDo() {
  const text = useText();
  return (
    <Stack as="section" gap={20} mt={32} aria-label={text('import.ways')}>
      <Grid columns={3} oneUnder={768} gap={28}>
        {ways.map(({ key, icon }) => (
          <Row key={key} align="start" gap={12}>
            <Text className="import-way-icon" tone="primary-read" rigid aria-hidden="true">
              <Icon name={icon} size={18} />
            </Text>
            <Stack gap={4} shrink>
              <Text as="h2" font="head" weight={600} m={0}>
                {text(`import.ways.${key}`)}
              </Text>
              <Text as="p" font="small" tone="t2" m={0}>
                {text(`import.ways.${key}.what`)}
              </Text>
            </Stack>
          </Row>
        ))}
      </Grid>
      <Row wrap align="center" gap={[6, 16]} p={[12, 0, 0]} borderTop font="small" tone="t2">
        <Row as="span" inline align="center" gap={8}>
          <Icon name="shield" /> {text('import.ways.safe')}
        </Row>
        <Link to="/products/export">{text('import.ways.template')}</Link>
      </Row>
    </Stack>
  );
}
