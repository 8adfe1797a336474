import type { ExportChoices, FileKind, previewExport } from '@bowerbird/contract/products/export';
import { exportImageLimits, fileKinds, imageColumns } from '@bowerbird/contract/products/export';
import type { AnswerOf } from '@bowerbird/contract/route';
import { Checkbox, InputNumber, Radio, Select } from 'antd';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';

/** How the file is to be, beside its format; what is left out is as the platform imports it. */
export type FileSettings = Omit<ExportChoices, 'format'>;

const megabyte = 1_000_000;
const imageChoices = ['none', ...imageColumns] as const;

interface FileChoiceProps {
  settings: FileSettings;
  onSettings(settings: FileSettings): void;
  /** What is known of the format; undefined until the preview is there. */
  known: AnswerOf<typeof previewExport> | undefined;
}

/** Chooses the file's type, columns, size and images, and whether formulas are disabled for people who open it. */
export function FileChoice({ settings, onSettings, known }: FileChoiceProps) {
  const text = useText();
  const format = useFormat();
  const usual = known?.kinds[0] ?? 'csv';
  const kind = settings.kind ?? usual;
  const set = (changed: { [Key in keyof FileSettings]: FileSettings[Key] | undefined }) =>
    onSettings(
      Object.fromEntries(
        Object.entries({ ...settings, ...changed }).filter(([, value]) => value !== undefined),
      ),
    );
  const kindName = (each: FileKind) => text(`export.file.kind.${each}`);
  return (
    <Stack as="section" className="export-file" gap={10} mt={16}>
      <SectionHead title={text('export.file')} />
      <Radio.Group
        aria-label={text('export.file.kind')}
        value={kind}
        onChange={({ target }) => {
          const chosen = fileKinds.find((each) => each === target.value);
          // A kind that the platform does not import is for people: they edit the file, and it comes back.
          const isForPeople = chosen !== undefined && known !== undefined && !known.kinds.includes(chosen);
          set({
            kind: chosen === usual ? undefined : chosen,
            protectFormulas: undefined,
            idColumns: isForPeople ? true : undefined,
          });
        }}
      >
        {fileKinds.map((each) => (
          <Radio key={each} value={each}>
            {kindName(each)}
          </Radio>
        ))}
      </Radio.Group>
      {known !== undefined && !known.kinds.includes(kind) && (
        <p className="caption">{text('export.file.kind.other', { kind: kindName(usual) })}</p>
      )}
      {kind === 'csv' && (
        <Checkbox
          checked={settings.protectFormulas === true}
          onChange={({ target }) => set({ protectFormulas: target.checked ? true : undefined })}
        >
          {text('export.file.protect')}
          <span className="caption">{text('export.file.protect.what')}</span>
        </Checkbox>
      )}
      <Checkbox
        checked={settings.idColumns === true}
        onChange={({ target }) => set({ idColumns: target.checked ? true : undefined })}
      >
        {text('export.file.ids')}
        <span className="caption">{text('export.file.ids.what')}</span>
      </Checkbox>
      <Select
        mode="multiple"
        className="export-field"
        maxTagCount={3}
        aria-label={text('export.file.columns')}
        placeholder={text('export.file.columns.all', { n: known?.columns.length ?? 0 })}
        value={settings.columns ?? []}
        onChange={(columns: string[]) => set({ columns: columns.length === 0 ? undefined : columns })}
        options={(known?.columns ?? []).map((value) => ({ value, label: value }))}
      />
      <Row as="label" align="center" justify="between" gap={8} font="small">
        {text('export.file.rows')}
        <InputNumber
          min={1}
          max={1_048_575}
          precision={0}
          placeholder={text('export.file.rows.none')}
          value={settings.rowsMax ?? null}
          onChange={(rows) => set({ rowsMax: rows ?? undefined })}
        />
      </Row>
      <Row as="label" align="center" justify="between" gap={8} font="small">
        {text('export.file.size')}
        <InputNumber
          min={0.1}
          max={2000}
          precision={1}
          placeholder={text('export.file.rows.none')}
          value={settings.bytesMax === undefined ? null : settings.bytesMax / megabyte}
          onChange={(size) => set({ bytesMax: size === null ? undefined : Math.round(size * megabyte) })}
        />
      </Row>
      {known?.bytesMax != null && (
        <Checkbox
          checked={settings.whole === true}
          onChange={({ target }) => set({ whole: target.checked ? true : undefined })}
        >
          {text('export.file.whole')}
          <span className="caption">{text('export.file.split', { size: format.bytes(known.bytesMax) })}</span>
        </Checkbox>
      )}
      <Stack as="label" gap={4} font="small">
        {text('export.file.images')}
        <Select
          className="export-field"
          value={settings.images ?? 'none'}
          onChange={(images: (typeof imageChoices)[number]) =>
            set({ images: images === 'none' ? undefined : images })
          }
          options={imageChoices.map((value) => ({ value, label: text(`export.file.images.${value}`) }))}
        />
      </Stack>
      {settings.images !== undefined && (
        <p className="caption">
          {text('export.file.images.what', {
            n: exportImageLimits.images,
            size: format.bytes(exportImageLimits.bytes),
          })}
        </p>
      )}
    </Stack>
  );
}
