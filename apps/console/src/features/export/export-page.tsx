import type { ExportFormat, ExportRequest } from '@bowerbird/contract/products/export';
import type { ProductFilter } from '@bowerbird/contract/products/products';
import { Button } from 'antd';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import type { HandedSelection } from '../../lib/kept/handed-selection.ts';
import { takeHanded } from '../../lib/kept/handed-selection.ts';
import { usePageRun } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { useSayStarted } from '../../ui/feedback/use-say-started.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Grid } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { ExportFiles } from './export-files.tsx';
import { FileChoice, type FileSettings } from './file-choice.tsx';
import { FormatChoice } from './format-choice.tsx';
import { useAllCount, usePreview, useStartExport } from './queries.ts';
import { ResultPreview } from './result-preview.tsx';
import { RunningExport } from './running-export.tsx';
import { TemplateBar } from './templates/template-bar.tsx';
import type { What } from './what-choice.tsx';
import { WhatChoice } from './what-choice.tsx';
import './export.css';

const Schedules = lazy(() => import('./schedules/schedules-section.tsx'));

/** Chooses the file's content and format and previews it; the exported files are below. */
export default function ExportPage() {
  const text = useText();
  const sayStarted = useSayStarted();
  const reportFailure = useReportFailure();
  const [handed, setHanded] = useState<HandedSelection | null>(null);
  const [what, setWhat] = useState<What>('all');
  const [filter, setFilter] = useState<ProductFilter>({});
  const [format, setFormat] = useState<ExportFormat>('shopify');
  const [settings, setSettings] = useState<FileSettings>({});
  const [runId, setRunId] = useState<string | null>(null);
  const all = useAllCount();
  const start = useStartExport();
  usePageRun(runId);

  useLayoutEffect(() => {
    // Runs each time the page is shown: a selection may have been passed along.
    const brought = takeHanded();
    if (brought !== null) {
      setHanded(brought);
      setWhat('selection');
    }
  }, []);

  const selection =
    what === 'selection' && handed !== null
      ? handed.selection
      : { filter: what === 'filter' ? filter : {}, except: [] };
  const nothing = all.data?.total === 0;
  const request: ExportRequest | null = nothing ? null : { format, selection, ...settings };
  const preview = usePreview(request);
  const count = preview.data?.products ?? 0;

  const run = () => {
    if (request === null) {
      return;
    }
    start.mutate(request, {
      onError: reportFailure,
      onSuccess: (answer) => {
        setRunId(answer.runId);
        sayStarted(answer.runId, text('export.started', { n: count }));
      },
    });
  };
  return (
    <div className="page">
      <PageHead
        title={text('menu.products.export')}
        hint={text('export.hint')}
        actions={
          <Button
            type="primary"
            icon={<Icon name="export" />}
            loading={start.isPending}
            disabled={request === null || preview.data === undefined || count === 0}
            onClick={run}
          >
            {text('export.start', { n: count })}
          </Button>
        }
      />
      <TemplateBar
        choices={{ format, ...settings }}
        onChoices={({ format: chosen, ...others }) => {
          setFormat(chosen);
          setSettings(others);
        }}
      />
      <Grid
        className="export-columns"
        oneUnder={768}
        columns="minmax(220px, 280px) minmax(240px, 320px) minmax(0, 1fr)"
        gap={32}
        align="start"
      >
        <WhatChoice
          what={what}
          onWhat={setWhat}
          handed={handed}
          all={all.data ?? null}
          filter={filter}
          onFilter={setFilter}
        />
        <FormatChoice
          format={format}
          onFormat={(chosen) => {
            setFormat(chosen);
            // Types and columns are each format's own.
            setSettings({});
          }}
          notices={preview.data?.notices ?? null}
        >
          <FileChoice settings={settings} onSettings={setSettings} known={preview.data} />
        </FormatChoice>
        <ResultPreview preview={preview} nothing={nothing} />
      </Grid>
      {runId !== null && <RunningExport runId={runId} />}
      <Suspense fallback={null}>
        <Schedules />
      </Suspense>
      <ExportFiles />
    </div>
  );
}
