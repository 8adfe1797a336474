import { Button } from 'antd';
import { Box, Grid, Row, Stack } from '../ui/layout/box.tsx';
import { Drawer } from '../ui/layout/drawer.tsx';
import { FootBar } from '../ui/layout/foot-bar.tsx';
import { MergeBox } from '../ui/layout/merge-box.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Section as PageSection } from '../ui/layout/section.tsx';
import { SectionHead } from '../ui/layout/section-head.tsx';
import { Steps } from '../ui/layout/steps.tsx';
import { TabRow } from '../ui/layout/tab-row.tsx';
import { Held, Opened } from './held.tsx';
import { recollectedRunId } from './sample-data.ts';
import type { Section } from './specimen.ts';

const tiles = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).map((number) => (
    <Box key={number} p={[6, 12]} radius="m" ground="sunk">
      {number}
    </Box>
  ));

export const layout: Section = {
  folder: 'layout',
  without: { OnceOpened: 'shows only what it is given' },
  specimens: ({ text, format }) => {
    const steps = [text('menu.collect'), text('menu.products'), text('menu.listing')].map((title) => ({
      key: title,
      title,
    }));
    const tabs = [
      { key: 'all', title: text('menu.products.list'), count: format.number(1284) },
      { key: 'listed', title: text('state.listed'), count: format.number(960) },
      { key: 'refused', title: text('state.refused'), count: format.number(0) },
      { key: 'drift', title: text('menu.listing.drift') },
      { key: 'delisted', title: text('state.delisted') },
    ];
    const save = <Button type="primary">{text('act.save')}</Button>;
    const cancel = <Button>{text('act.cancel')}</Button>;
    return [
      {
        name: 'Box',
        states: {
          'with a border and a ground': (
            <Box p={12} border="line" radius="l" ground="canvas">
              {text('products.empty')}
            </Box>
          ),
        },
      },
      {
        name: 'Row',
        states: {
          plain: <Row gap={8}>{tiles(3)}</Row>,
          'to both ends': (
            <Row gap={8} justify="between">
              {tiles(3)}
            </Row>
          ),
          wrapping: (
            <Row gap={[8, 16]} wrap>
              {tiles(40)}
            </Row>
          ),
        },
      },
      { name: 'Stack', states: { plain: <Stack gap={8}>{tiles(3)}</Stack> } },
      {
        name: 'Grid',
        states: {
          'of three columns': (
            <Grid columns={3} gap={8}>
              {tiles(5)}
            </Grid>
          ),
          'of one under 768 px': (
            <Grid columns="2fr 1fr" oneUnder={768} gap={8}>
              {tiles(4)}
            </Grid>
          ),
        },
      },
      {
        name: 'PageHead',
        states: {
          'title only': <PageHead title={text('menu.products.list')} />,
          'with hint and buttons': (
            <PageHead
              title={text('menu.products.list')}
              hint={text('products.empty')}
              actions={
                <>
                  <Button>{text('menu.products.export')}</Button>
                  <Button>{text('menu.listing.bulk')}</Button>
                  <Button type="primary">{text('products.empty.collect')}</Button>
                </>
              }
            />
          ),
        },
      },
      {
        name: 'SectionHead',
        states: {
          plain: <SectionHead title={text('menu.runs')} />,
          'with everything': (
            <SectionHead
              live
              title={text('menu.runs')}
              count={format.number(12)}
              note={text('runs.empty')}
              action={<a href="#SectionHead">{text('act.see')}</a>}
            />
          ),
          bare: <SectionHead bare title={text('menu.runs')} />,
        },
      },
      {
        name: 'Section',
        states: {
          'with parts': (
            <PageSection title={text('menu.runs')} gap={8}>
              {tiles(2)}
            </PageSection>
          ),
        },
      },
      {
        name: 'Steps',
        states: {
          first: <Steps label="1" steps={steps} current={0} />,
          'last, with a way back': <Steps label="2" steps={steps} current={2} onBack={() => undefined} />,
        },
      },
      {
        name: 'TabRow',
        states: {
          plain: (
            <Held initial="all">
              {(value, onChange) => <TabRow label="1" tabs={tabs} value={value} onChange={onChange} />}
            </Held>
          ),
          'with an end': (
            <Held initial="drift">
              {(value, onChange) => (
                <TabRow
                  label="2"
                  tabs={tabs}
                  value={value}
                  onChange={onChange}
                  end={<a href="#TabRow">{text('act.see')}</a>}
                />
              )}
            </Held>
          ),
        },
      },
      {
        name: 'FootBar',
        states: {
          plain: (
            <FootBar
              actions={
                <>
                  {cancel}
                  {save}
                </>
              }
            >
              {text('collect.claim.note')}
            </FootBar>
          ),
        },
      },
      { name: 'MergeBox', states: { 'with conflicts': <MergeBox runId={recollectedRunId} /> } },
      {
        name: 'Drawer',
        states: {
          'with a footer': (
            <Opened label={text('act.see')}>
              {(open, onClose) => (
                <Drawer title={text('menu.products.one')} open={open} onClose={onClose} footer={save}>
                  {text('products.empty')}
                </Drawer>
              )}
            </Opened>
          ),
        },
      },
    ];
  },
};
