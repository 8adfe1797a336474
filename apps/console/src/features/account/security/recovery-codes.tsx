import { Button, Modal } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';

/** Shows the recovery codes, only this once. */
export function CodesShown({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const text = useText();
  return (
    <Modal
      open
      centered
      width={520}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={text('account.codes.title')}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('account.codes.kept')}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Modal>
  );
}

/** Ten recovery codes to keep apart from the phone; can be copied or saved as a file. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = useText();
  const toast = useToast();
  const lines = `${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(lines);
    toast({ state: 'complete', text: text('act.copied') });
  };
  return (
    <Stack className="recovery" gap={16} pt={6}>
      <Notice tone="amber" before={<Icon name="warning" />}>
        {text('account.codes.once')}
      </Notice>
      <Grid
        as="ol"
        className="recovery-codes"
        columns={1}
        gap={[8, 24]}
        p={[14, 18]}
        radius="l"
        ground="canvas"
        aria-label={text('account.codes.title')}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Grid>
      <Row wrap align="center" gap={[10, 12]}>
        <Button icon={<Icon name="copy" />} onClick={() => void copy()}>
          {text('account.codes.copy')}
        </Button>
        <Button
          icon={<Icon name="download" />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(lines)}`}
          download="bowerbird-recovery-codes.txt"
        >
          {text('account.codes.download')}
        </Button>
      </Row>
    </Stack>
  );
}
