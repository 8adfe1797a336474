import type { EditRule } from '@bowerbird/contract/products/edit-rules';
import { Button, Tooltip } from 'antd';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { Text } from '../../../ui/text/text.tsx';
import type { RulesFilter } from './rule-queries.ts';
import { RuleState } from './rule-state.tsx';

/** Path of a rule's own page. */
export const rulePath = (id: string) => `/products/rules/${id}`;

interface RuleColumnsProps {
  filter: RulesFilter;
  /** The place of a rule in the list, from 1. */
  placeOf(id: string): number;
  mayEdit: boolean;
  onFilter(filter: RulesFilter): void;
  onConfigure(rule: EditRule): void;
  onAlarm(rule: EditRule): void;
}

/** Number of characters of a description that the list shows; the rest is in its tooltip. */
const describedMax = 4;

/** Returns the columns of the list of rules. */
export function useRuleColumns(props: RuleColumnsProps): Column<EditRule>[] {
  const { filter, placeOf, mayEdit, onFilter, onConfigure, onAlarm } = props;
  const text = useText();
  const format = useFormat();
  const sorted = (sort: RulesFilter['sort']) => ({
    sorted: filter.sort === sort ? filter.direction : null,
    onSort: () =>
      onFilter({
        ...filter,
        sort,
        direction: filter.sort === sort && filter.direction === 'desc' ? 'asc' : 'desc',
      }),
  });
  return [
    { key: 'place', title: '#', width: '52px', from: 760, render: ({ id }) => format.number(placeOf(id)) },
    {
      key: 'number',
      title: text('rules.column.number'),
      width: 'minmax(180px, 3fr)',
      ...sorted('number'),
      render: ({ id, number, name }) => (
        <Row as="span" align="baseline" gap={8} shrink>
          <Text className="code" rigid>
            {text('rules.number', { number: String(number) })}
          </Text>
          <Text as={Link} to={rulePath(id)} weight={500} cut title={name}>
            {name}
          </Text>
        </Row>
      ),
    },
    {
      key: 'description',
      title: text('rules.column.description'),
      width: '112px',
      from: 700,
      render: ({ description }) => <Described>{description}</Described>,
    },
    {
      key: 'timesUsed',
      title: text('rules.column.timesUsed'),
      width: '120px',
      align: 'end',
      from: 620,
      ...sorted('timesUsed'),
      render: ({ timesUsed }) => format.number(timesUsed),
    },
    {
      key: 'state',
      title: text('rules.column.state'),
      width: '120px',
      render: ({ state }) => <RuleState state={state} />,
    },
    {
      key: 'updated',
      title: text('rules.column.updated'),
      width: '132px',
      from: 900,
      ...sorted('updated'),
      render: ({ updatedAt }) => <span title={format.full(updatedAt)}>{format.relative(updatedAt)}</span>,
    },
    {
      key: 'actions',
      title: text('rules.column.actions'),
      width: 'minmax(150px, 220px)',
      render: (rule) => (
        <Row gap={4} wrap={false}>
          {mayEdit && (
            <Button type="link" size="small" onClick={() => onConfigure(rule)}>
              {text('rules.configure')}
            </Button>
          )}
          <Button type="link" size="small" onClick={() => onAlarm(rule)}>
            {text(rule.alarmed ? 'rules.alarm.off' : 'rules.alarm.on')}
          </Button>
        </Row>
      ),
    },
  ];
}

/** The beginning of a description; all of it on hover and focus. */
function Described({ children }: { children: string }) {
  const characters = [...children];
  if (characters.length <= describedMax) {
    return <span>{children}</span>;
  }
  return (
    <Tooltip title={children} trigger={['hover', 'focus']}>
      <button type="button" className="rule-described" aria-label={children}>
        {`${characters.slice(0, describedMax).join('')}…`}
      </button>
    </Tooltip>
  );
}

/** A rule on a phone. */
export function RuleRowNarrow({ rule }: { rule: EditRule }) {
  const text = useText();
  return (
    <Row align="start" justify="between" gap={12} p={[10, 0]}>
      <Text shrink block>
        <Text block weight={500} cut>
          {rule.name}
        </Text>
        <Text block font="caption" tone="t2" cut>
          {`${text('rules.number', { number: String(rule.number) })} · ${rule.description}`}
        </Text>
      </Text>
      <RuleState state={rule.state} />
    </Row>
  );
}
