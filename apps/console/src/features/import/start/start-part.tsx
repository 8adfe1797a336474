import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { useFileSources, useImports } from '../queries.ts';
import { DropZone } from '../upload/drop-zone.tsx';
import { refusedFile } from '../upload/refused-file.ts';
import { UploadList } from '../upload/upload-list.tsx';
import { startUpload, useUploads } from '../upload/uploads.ts';
import { useWatchedFiles } from '../watched/queries.ts';
import { WatchedList } from '../watched/watched-list.tsx';
import { ImportList } from './import-list.tsx';
import { SupplierList } from './supplier-list.tsx';
import { WhatFilesDo } from './what-files-do.tsx';

type Tab = 'imports' | 'suppliers' | 'watched';

interface Refused {
  name: string;
  why: string;
}

/** Dropping files, the uploads, and the lists of what was imported and of the suppliers. */
export function StartPart({ onSetUp }: { onSetUp(fileId: string): void }) {
  const text = useText();
  const format = useFormat();
  const uploads = useUploads();
  const imports = useImports();
  const sources = useFileSources();
  const [refused, setRefused] = useState<Refused[]>([]);
  const watched = useWatchedFiles();
  const asked = useSearchParams()[0].get('list') === 'watched';
  const [tab, setTab] = useState<Tab>(asked ? 'watched' : 'imports');
  // A notice leads here while the page is open.
  useEffect(() => {
    if (asked) {
      setTab('watched');
    }
  }, [asked]);
  const isFirst = imports.data?.pages[0]?.total === 0;
  const take = (files: File[]) => {
    const checked = files.map((file) => ({ file, code: refusedFile(file) }));
    setRefused(
      checked.flatMap(({ file, code }) =>
        code === null
          ? []
          : [
              {
                name: file.name,
                why:
                  code === 'too-large'
                    ? text('import.drop.tooLarge')
                    : `${text(`fileFault.${code}`)} ${text(`fileRemedy.${code}`)}`,
              },
            ],
      ),
    );
    const good = checked.flatMap(({ file, code }) => (code === null ? [file] : []));
    for (const file of good) {
      void startUpload(file).then((whole) => {
        // One file is set up as soon as it is there; of several, the person chooses.
        if (whole !== null && good.length === 1) {
          onSetUp(whole.id);
        }
      });
    }
  };
  return (
    <>
      <DropZone onFiles={take} />
      {refused.length > 0 && (
        <Stack gap={8} mt={12} role="alert">
          {refused.map(({ name, why }) => (
            <Notice key={name} tone="amber" before={<StateGlyph state="failed" />}>
              <b>{name}</b> {why}
            </Notice>
          ))}
        </Stack>
      )}
      {uploads.length > 0 && <UploadList uploads={uploads} onSetUp={onSetUp} />}
      {isFirst ? (
        <WhatFilesDo />
      ) : (
        <Box mt={28}>
          <TabRow<Tab>
            label={text('import.lists')}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                key: 'imports',
                title: text('import.history'),
                count: countOf(format.number, imports.data?.pages[0]?.total),
              },
              {
                key: 'suppliers',
                title: text('import.suppliers'),
                count: countOf(format.number, sources.data?.pages[0]?.total),
              },
              {
                key: 'watched',
                title: text('import.watched'),
                count: countOf(format.number, watched.data?.items.length),
              },
            ]}
          />
          {tab === 'imports' ? (
            <ImportList imports={imports} />
          ) : tab === 'suppliers' ? (
            <SupplierList sources={sources} />
          ) : (
            <WatchedList suppliers={sources.data?.pages.flatMap(({ items }) => items) ?? []} />
          )}
        </Box>
      )}
    </>
  );
}

function countOf(written: (count: number) => string, total: number | undefined): string | undefined {
  return total === undefined ? undefined : written(total);
}
