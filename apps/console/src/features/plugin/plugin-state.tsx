import type { PluginAnswer, PluginInfo } from '@bowerbird/contract/collect/plugin';
import { Button } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { compareVersions } from '../../lib/plugin.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { Text } from '../../ui/text/text.tsx';
import { useConnect } from './queries.ts';

interface PluginStateProps {
  /** Undefined while it is being detected; null: this browser has none. */
  plugin: PluginAnswer | null | undefined;
  info: PluginInfo | undefined;
}

/** Whether this browser has the plugin, for whom it collects, and the next action. */
export function PluginState({ plugin, info }: PluginStateProps) {
  const text = useText();
  const narrow = useNarrow();
  const old = plugin && info && compareVersions(plugin.version, info.version) < 0;
  return (
    <Stack gap={12} role="status">
      {plugin === undefined ? (
        <Line glyph={<StateGlyph state="waiting" />} words={text('plugin.state.looking')} />
      ) : plugin === null ? (
        <Line
          glyph={<span className="live-dot" />}
          words={text('plugin.state.absent')}
          more={text(narrow ? 'plugin.state.phone' : 'plugin.state.absent.more')}
        />
      ) : plugin.paired ? (
        <Line
          glyph={<StateGlyph state="complete" />}
          words={
            plugin.person === undefined
              ? text('plugin.state.paired', { version: plugin.version })
              : text('plugin.state.pairedAs', { version: plugin.version, person: plugin.person })
          }
          more={text('plugin.state.paired.more')}
        />
      ) : (
        <Line
          glyph={<StateGlyph state="unclaimed" />}
          words={text('plugin.state.unpaired', { version: plugin.version })}
          more={text('plugin.state.unpaired.more')}
          act={<ConnectButton />}
        />
      )}
      {old && (
        <Line
          glyph={<StateGlyph state="drift" />}
          words={text('plugin.state.old', { version: info.version })}
          more={text('plugin.steps.update')}
        />
      )}
    </Stack>
  );
}

interface LineProps {
  glyph: React.ReactNode;
  words: string;
  more?: string;
  act?: React.ReactNode;
}

function Line({ glyph, words, more, act }: LineProps) {
  return (
    <Row wrap align="center" gap={[10, 12]}>
      <Row as="span" inline rigid justify="center" w={20}>
        {glyph}
      </Row>
      <Box basis={240} shrink>
        <Text as="p" font="head" weight={600}>
          {words}
        </Text>
        {more !== undefined && <p className="quiet">{more}</p>}
      </Box>
      {act}
    </Row>
  );
}

/** Pairs the plugin of this browser with the person's account in one step. */
function ConnectButton() {
  const text = useText();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const connect = useConnect();
  if (!may('collect', 'add')) {
    return null;
  }
  return (
    <Button
      type="primary"
      icon={<Icon name="plug" />}
      loading={connect.isPending}
      onClick={() =>
        connect.mutate(undefined, {
          onError: reportFailure,
          onSuccess: (answer) =>
            toast(
              answer?.paired === true
                ? { state: 'complete', text: text('plugin.connected') }
                : { state: 'failed', text: text('plugin.connect.failed') },
            ),
        })
      }
    >
      {text('plugin.connect')}
    </Button>
  );
}
