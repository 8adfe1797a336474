import { Modal } from 'antd';
import type { PlainTextKey } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { Box, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { commandKey } from './command-key.ts';
import './keyboard-map.css';

/** Every keyboard shortcut, grouped by where it works. Keys pressed one after another are in a row of their own. */
const groups: { title: PlainTextKey; rows: { keys: string[]; does: PlainTextKey }[] }[] = [
  {
    title: 'keys.everywhere',
    rows: [
      { keys: [`${commandKey} K`], does: 'keys.search' },
      { keys: ['/'], does: 'keys.pageSearch' },
      { keys: ['g', 'w'], does: 'keys.workplace' },
      { keys: ['g', 'c'], does: 'keys.collect' },
      { keys: ['g', 'p'], does: 'keys.products' },
      { keys: ['g', 'l'], does: 'keys.listing' },
      { keys: ['g', 'r'], does: 'keys.runs' },
      { keys: ['?'], does: 'keys.map' },
      { keys: ['Esc'], does: 'keys.escape' },
      { keys: ['F8'], does: 'keys.toast' },
    ],
  },
  {
    title: 'keys.tabs',
    rows: [
      { keys: ['['], does: 'keys.tabBefore' },
      { keys: [']'], does: 'keys.tabNext' },
      { keys: ['g', '1…9'], does: 'keys.tabAt' },
      { keys: ['g', 'x'], does: 'keys.tabClose' },
    ],
  },
  {
    title: 'keys.lists',
    rows: [
      { keys: ['j'], does: 'keys.next' },
      { keys: ['k'], does: 'keys.previous' },
      { keys: ['x'], does: 'keys.choose' },
      { keys: ['Shift x'], does: 'keys.chooseRange' },
      { keys: ['Shift j', 'Shift k'], does: 'keys.chooseOn' },
      { keys: [`${commandKey} A`], does: 'keys.chooseAll' },
      { keys: ['b'], does: 'keys.bulkEdit' },
      { keys: ['Enter'], does: 'keys.open' },
      { keys: ['Space'], does: 'keys.look' },
      { keys: ['/', 'Enter'], does: 'keys.toFirst' },
      { keys: ['Esc'], does: 'keys.stepOut' },
      { keys: ['Shift F10'], does: 'keys.rowMenu' },
    ],
  },
  {
    title: 'keys.editor',
    rows: [
      { keys: ['j'], does: 'keys.nextProduct' },
      { keys: ['k'], does: 'keys.previousProduct' },
      { keys: [`${commandKey} S`], does: 'keys.save' },
      { keys: [`${commandKey} Z`], does: 'keys.undo' },
      { keys: ['p'], does: 'keys.preview' },
      { keys: ['Alt ↑'], does: 'keys.provenance' },
    ],
  },
  {
    title: 'keys.merge',
    rows: [
      { keys: ['1'], does: 'keys.takeSource' },
      { keys: ['2'], does: 'keys.keepMine' },
    ],
  },
];

interface KeyboardMapProps {
  open: boolean;
  onClose(): void;
}

/** Overview of the keyboard shortcuts. */
export function KeyboardMap({ open, onClose }: KeyboardMapProps) {
  const text = useText();
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      width={720}
      centered
      destroyOnHidden
      title={text('keys.title')}
    >
      <Box className="keyboard-map" gap={[0, 36]}>
        {groups.map(({ title, rows }) => (
          <Box as="section" mb={18} key={title}>
            <Box as="h2" pb={4} borderBottom font="small" weight={600}>
              {text(title)}
            </Box>
            <dl>
              {rows.map(({ keys, does }) => (
                <div key={does}>
                  <Row as="dt" rigid gap={4} minW={76}>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </Row>
                  <Text as="dd" shrink font="small" tone="ink2">
                    {text(does)}
                  </Text>
                </div>
              ))}
            </dl>
          </Box>
        ))}
      </Box>
    </Modal>
  );
}
