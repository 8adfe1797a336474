import { downloadPlugin, type PluginInfo } from '@bowerbird/contract/collect/plugin';
import { Button } from 'antd';
import { addressOf } from '../../lib/api/call.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';

interface DownloadBoxProps {
  info: PluginInfo;
  /** Whether this is the main action now. */
  main: boolean;
}

/** The file and its checksum. */
export function DownloadBox({ info, main }: DownloadBoxProps) {
  const text = useText();
  const format = useFormat();
  return (
    <Row className="plugin-download" wrap align="center" gap={[16, 28]} pt={18} borderTop>
      <Button
        size="large"
        type={main ? 'primary' : 'default'}
        icon={<Icon name="download" size={18} />}
        href={addressOf(downloadPlugin)}
        download={`bowerbird-plugin-${info.version}.zip`}
      >
        {text('plugin.download')}
      </Button>
      <Row as="dl" basis={300} wrap gap={[6, 28]} shrink m={0}>
        <Fact name={text('plugin.version')}>{info.version}</Fact>
        <Fact name={text('plugin.size')}>{format.bytes(info.bytes)}</Fact>
        <Fact name={text('plugin.built')}>
          <span title={format.full(info.builtAt)}>{format.day(info.builtAt)}</span>
        </Fact>
        <Fact name="SHA-256" wide>
          <CopyButton value={info.sha256} />
        </Fact>
      </Row>
    </Row>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: true; children: React.ReactNode }) {
  return (
    <Box className={wide ? 'plugin-fact wide' : 'plugin-fact'} shrink>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Box>
  );
}
