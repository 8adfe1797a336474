import {
  downloadAsImported,
  downloadEdited,
  downloadFailedRows,
  listFileEdits,
} from '@bowerbird/contract/files/imports';
import { useMutation } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { addressOf, call } from '../../../lib/api/call.ts';
import { useMay } from '../../../lib/person/session.ts';
import { cellNames } from '../../../lib/text/cell-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useChoice } from '../../../ui/feedback/dialog.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Import } from '../queries.ts';

/** Changes that are named before a file is downloaded without them. */
const namedMax = 5;

/** The rows that were not imported, the file itself, and the file with what the merchant edited since. */
export function Downloads({ of: { id, rowsFailed } }: { of: Import }) {
  const text = useText();
  const may = useMay();
  const edited = useEditedFile(id);
  const mayExport = may('products', 'export');
  const params = { id };
  const items = [
    ...(rowsFailed > 0
      ? [
          {
            key: 'failed',
            label: (
              <a href={addressOf(downloadFailedRows, { params })} download>
                {text('import.download.failed', { n: rowsFailed })}
              </a>
            ),
          },
        ]
      : []),
    ...(mayExport
      ? [
          {
            key: 'file',
            label: (
              <a href={addressOf(downloadAsImported, { params })} download>
                {text('import.download.file')}
              </a>
            ),
          },
          { key: 'edited', label: text('import.download.edited'), onClick: () => edited.mutate() },
        ]
      : []),
  ];
  return items.length === 0 ? null : (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button icon={<Icon name="download" />} loading={edited.isPending}>
        {text('import.download')}
      </Button>
    </Dropdown>
  );
}

/** Downloads the file with the merchant's edits, after it was said which of them no cell can take. */
function useEditedFile(id: string) {
  const text = useText();
  const choose = useChoice();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: async () => {
      const { cells, unwritten, unwrittenCount } = await call(listFileEdits, { params: { id } });
      const answer = await choose({
        title: text('import.edited.title', { n: cells }),
        content:
          unwrittenCount === 0 ? undefined : (
            <Stack gap={4}>
              <Text>{text('import.edited.unwritten', { n: unwrittenCount })}</Text>
              {unwritten.slice(0, namedMax).map(({ row, title, path }) => (
                <Text key={`${row} ${path}`} font="small" tone="t2" anywhere>
                  {text('import.row', { n: row })} · {title} · {cellNames(text, [path], {}).join('')}
                </Text>
              ))}
            </Stack>
          ),
        choices: [
          { key: 'cancel', label: text('act.cancel') },
          { key: 'download', label: text('import.download'), kind: 'primary' },
        ],
      });
      return answer === 'download';
    },
    onSuccess: (wanted) => {
      if (wanted) {
        window.location.assign(addressOf(downloadEdited, { params: { id } }));
      }
    },
    onError: reportFailure,
  });
}
