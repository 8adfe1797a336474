import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box } from '../../ui/layout/box.tsx';
import type { MemberRow } from './project-draft.ts';
import { isWhole } from './project-draft.ts';

const columns = ['name', 'workId', 'department'] as const;

interface MembersTableProps {
  members: MemberRow[];
  onChange(change: (members: MemberRow[]) => MemberRow[]): void;
  disabled: boolean;
}

/** The members; a row is saved when it is complete, and deleted after confirmation. */
export function MembersTable({ members, onChange, disabled }: MembersTableProps) {
  const text = useText();
  const confirm = useConfirm();
  const put = (key: string, part: Partial<MemberRow>) =>
    onChange((held) => held.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const drop = (key: string) => onChange((held) => held.filter((row) => row.key !== key));
  const remove = async (row: MemberRow) => {
    if (
      await confirm({
        title: text('tasks.project.member.delete.title'),
        content: row.name,
        confirm: text('tasks.delete'),
        danger: true,
      })
    ) {
      drop(row.key);
    }
  };
  const add = () =>
    onChange((held) => [
      ...held,
      { key: `new-${Date.now()}-${held.length}`, name: '', workId: '', department: '', editing: true },
    ]);
  return (
    <Box className="members" relative overflow="auto">
      <Box as="table" className="members-table" w="100%" minW={480} mb={12}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {text(`tasks.project.member.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="only-read">{text('tasks.project.member.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((row) =>
            row.editing ? (
              <EditedRow
                key={row.key}
                row={row}
                onSave={(saved) => put(row.key, { ...saved, editing: false })}
                onCancel={() => (isWhole(row) ? put(row.key, { editing: false }) : drop(row.key))}
              />
            ) : (
              <tr key={row.key}>
                {columns.map((column) => (
                  <td key={column}>{row[column]}</td>
                ))}
                <td className="members-actions">
                  {!disabled && (
                    <>
                      <Button
                        type="text"
                        icon={<Icon name="edit" />}
                        aria-label={text('tasks.project.member.edit', { name: row.name })}
                        onClick={() => put(row.key, { editing: true })}
                      />
                      <Button
                        type="text"
                        icon={<Icon name="trash" />}
                        aria-label={text('tasks.project.member.delete', { name: row.name })}
                        onClick={() => void remove(row)}
                      />
                    </>
                  )}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </Box>
      {!disabled && (
        <Button type="dashed" block icon={<Icon name="plus" />} onClick={add}>
          {text('tasks.project.member.add')}
        </Button>
      )}
    </Box>
  );
}

interface EditedRowProps {
  row: MemberRow;
  onSave(saved: Pick<MemberRow, (typeof columns)[number]>): void;
  onCancel(): void;
}

function EditedRow({ row, onSave, onCancel }: EditedRowProps) {
  const text = useText();
  const [typed, setTyped] = useState({ name: row.name, workId: row.workId, department: row.department });
  const [refused, setRefused] = useState(false);
  const save = () => {
    if (isWhole(typed)) {
      onSave(typed);
    } else {
      setRefused(true);
    }
  };
  const note = `member-${row.key}-note`;
  return (
    <tr>
      {columns.map((column, index) => (
        <td key={column}>
          <Input
            id={index === 0 ? `member-${row.key}` : undefined}
            aria-label={text(`tasks.project.member.${column}`)}
            aria-invalid={refused && typed[column].trim() === ''}
            aria-describedby={refused ? note : undefined}
            maxLength={column === 'workId' ? 40 : 80}
            autoFocus={index === 0 && row.name === ''}
            status={refused && typed[column].trim() === '' ? 'error' : ''}
            value={typed[column]}
            onChange={({ target }) => setTyped({ ...typed, [column]: target.value })}
            onPressEnter={(event) => {
              event.preventDefault();
              save();
            }}
          />
          {index === 0 && refused && (
            <p className="field-error" id={note} role="alert">
              {text('tasks.project.member.incomplete')}
            </p>
          )}
        </td>
      ))}
      <td className="members-actions">
        <button type="button" className="link-button" onClick={save}>
          {text('act.save')}
        </button>
        <button type="button" className="link-button" onClick={onCancel}>
          {text('act.cancel')}
        </button>
      </td>
    </tr>
  );
}
