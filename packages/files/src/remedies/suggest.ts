import { type FaultCode, type FaultGroup, noticeCodes } from '@bowerbird/contract/files/fault-codes';
import type { Remedy } from '@bowerbird/contract/files/remedies';
import { cellFault, type Holds } from '../formats/table/holds.ts';
import { type CellRemedy, editedCell } from './edit-cell.ts';

const yes = [
  'yes',
  'y',
  'true',
  '1',
  't',
  'on',
  '是',
  '有',
  '真',
  '对',
  '對',
  'sim',
  's',
  'verdadeiro',
  '√',
  '✓',
];
const no = [
  'no',
  'n',
  'false',
  '0',
  'f',
  'off',
  '否',
  '无',
  '無',
  '假',
  '不',
  'não',
  'nao',
  'falso',
  '×',
  '✗',
  'x',
];

function words(...pairs: [readonly string[], string][]): Record<string, string> {
  return Object.fromEntries(pairs.flatMap(([from, to]) => from.map((word) => [word, to])));
}

/** For each kind of value, what it must look like after a repair. */
const wanted: Readonly<Partial<Record<FaultCode, Holds>>> = {
  'cell.not-money': 'money',
  'cell.not-quantity': 'quantity',
  'cell.not-weight': 'weight',
  'cell.not-grams': 'grams',
  'cell.not-unit': 'unit',
  'cell.not-url': 'url',
  'cell.not-boolean': 'boolean',
  'cell.not-y-or-n': 'y-or-n',
  'cell.not-t-or-f': 't-or-f',
  'cell.not-one-or-zero': 'one-or-zero',
  'cell.not-status': 'status',
  'cell.not-published': 'published',
  'cell.not-policy': 'policy',
  'cell.not-position': 'position',
  'cell.not-currency': 'currency',
};

const statuses = words(
  [
    [
      'published',
      'publish',
      'enabled',
      'visible',
      'on sale',
      'live',
      'ativo',
      'publicado',
      '上架',
      '已上架',
      '销售中',
      '出售中',
      '在售',
      '銷售中',
      '已發佈',
      '已发布',
      ...yes,
    ],
    'active',
  ],
  [
    [
      'unpublished',
      'hidden',
      'disabled',
      'inactive',
      'pending',
      'rascunho',
      'inativo',
      '下架',
      '已下架',
      '草稿',
      '仓库中',
      '未上架',
      '倉庫中',
      ...no,
    ],
    'draft',
  ],
  [['archive', 'deleted', 'discontinued', 'arquivado', '停产', '已停产', '停產', '归档', '封存'], 'archived'],
);

/** Numbers are tried as they are, in these ways and in pairs of them. */
const numberKinds: readonly CellRemedy[] = (
  [
    { kind: 'half-width' },
    { kind: 'trim' },
    { kind: 'currency-sign' },
    { kind: 'decimal-comma' },
    { kind: 'thousands', separator: ',' },
    { kind: 'thousands', separator: ' ' },
    { kind: 'thousands', separator: "'" },
    { kind: 'thousands', separator: '.' },
  ] as const
).map((each) => ({ ...each, column: null, shape: null }));

/** Repairs that are tried for a code, in this order. */
function candidates(code: FaultCode): readonly CellRemedy[] {
  const where = { column: null, shape: null };
  switch (code) {
    case 'cell.not-money':
      return numberKinds;
    case 'cell.not-quantity':
    case 'cell.not-position':
      return [...numberKinds, { kind: 'whole-number', ...where }];
    case 'cell.not-weight':
    case 'cell.not-grams': {
      const to = code === 'cell.not-grams' ? 'g' : 'kg';
      return [{ kind: 'weight-unit', ...where, from: to, to }, ...numberKinds];
    }
    case 'cell.not-unit':
      return [
        {
          kind: 'map-values',
          ...where,
          values: words(
            [['克', '公克', 'gram', 'grams', 'gr', 'grama', 'gramas'], 'g'],
            [['千克', '公斤', 'kgs', 'kilogram', 'kilograms', 'quilo', 'quilos'], 'kg'],
            [['lbs', 'pound', 'pounds', '磅', 'libra', 'libras'], 'lb'],
            [['ounce', 'ounces', '盎司', 'onça', 'onças'], 'oz'],
          ),
        },
      ];
    case 'cell.not-url':
      return [
        { kind: 'address', ...where },
        { kind: 'html-entities', ...where },
      ];
    case 'cell.not-boolean':
      return [{ kind: 'map-values', ...where, values: words([yes, 'true'], [no, 'false']) }];
    case 'cell.not-y-or-n':
      return [{ kind: 'map-values', ...where, values: words([yes, 'Y'], [no, 'N']) }];
    case 'cell.not-t-or-f':
      return [{ kind: 'map-values', ...where, values: words([yes, 'T'], [no, 'F']) }];
    case 'cell.not-one-or-zero':
    case 'cell.not-published':
      return [{ kind: 'map-values', ...where, values: words([yes, '1'], [no, '0']) }];
    case 'cell.not-status':
      return [{ kind: 'map-values', ...where, values: statuses }];
    case 'cell.not-policy':
      return [
        {
          kind: 'map-values',
          ...where,
          values: words(
            [[...yes, 'allow', '允许', '允許', 'permitir'], 'continue'],
            [[...no, 'deny ', '不允许', '不允許', 'negar'], 'deny'],
          ),
        },
      ];
    case 'cell.not-currency':
      return [
        {
          kind: 'map-values',
          ...where,
          values: words(
            [['¥', '￥', '元', '人民币', 'rmb', '人民幣'], 'CNY'],
            [['$', 'us$', '美元', '美金'], 'USD'],
            [['r$', 'real', 'reais'], 'BRL'],
            [['€', '欧元', '歐元'], 'EUR'],
            [['nt$', '新台幣', '新台币'], 'TWD'],
          ),
        },
      ];
    default:
      return [];
  }
}

/**
 * Returns the remedies that repair every example of a group, each as the steps to be applied in order: the fewest steps
 * first. For errors that no value can answer, what a person may decide: to leave the rows out, or to take them as they are.
 */
export function suggestRemedies(group: FaultGroup): Remedy[][] {
  if (noticeCodes.has(group.code)) {
    return [];
  }
  const where = { column: group.column, shape: group.shape };
  const holds = wanted[group.code];
  const values = group.examples.map(({ value }) => value);
  const tried = inOrder(candidates(group.code), values);
  const isRepaired = (steps: readonly CellRemedy[]) => {
    const idle = new Set(steps);
    const areRight = values.every((value) => {
      let held = value;
      for (const step of steps) {
        const after = editedCell(held, step);
        if (after !== held) {
          idle.delete(step);
        }
        held = after;
      }
      return held.trim() !== '' && holds !== undefined && cellFault(holds, held) === null;
    });
    // A step that changes none of the examples is none of the repair.
    return areRight && values.length > 0 && idle.size === 0;
  };
  const single = tried.filter((step) => isRepaired([step])).map((step) => [step]);
  // `R$ 1.234` without its sign may be one thousand or one and a bit.
  const isAmbiguous = single.some((steps) =>
    values.some((value) =>
      /^\d{1,3}\.\d{3}$/.test(steps.reduce((held, step) => editedCell(held, step), value)),
    ),
  );
  const double =
    single.length > 0 && !isAmbiguous
      ? []
      : tried.flatMap((first) =>
          tried
            .filter((second) => second !== first && isRepaired([first, second]))
            .map((second) => [first, second]),
        );
  const triple =
    single.length + double.length > 0
      ? []
      : tried.flatMap((first, at) =>
          tried.slice(at + 1).flatMap((second) => {
            const third = tried.find((last) => last !== second && isRepaired([first, second, last]));
            return third ? [[first, second, third]] : [];
          }),
        );
  // After the first step, the values are no longer of the group's shape.
  const repairs = [...single, ...double, ...triple].slice(0, 3).map((steps) =>
    steps.map(
      (step, index): Remedy => ({
        ...step,
        column: group.column,
        // A decimal comma holds for the whole column: its `1.234` are thousands too.
        shape: index > 0 || step.kind === 'decimal-comma' ? null : group.shape,
      }),
    ),
  );
  return [...repairs, ...decisions(group, where)];
}

/** `1,234` may be either; groups of three digits are thousands more often than decimals. */
function inOrder(tried: readonly CellRemedy[], values: readonly string[]): readonly CellRemedy[] {
  const areGroups = values.every((value) => /^\D{0,4}\d{1,3}(?:[,.]\d{3})+\D{0,4}$/.test(value));
  return areGroups
    ? tried.toSorted((left, right) => Number(right.kind === 'thousands') - Number(left.kind === 'thousands'))
    : tried;
}

const acceptable: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'cell.exponent',
  'cell.became-date',
  'cell.over-15-digits',
  'cell.text-after-quote',
  'cell.formula-without-value',
]);
const fillable: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'product.title-missing',
  'option.value-missing',
  'row.handle-missing',
]);

function decisions(group: FaultGroup, where: { column: string | null; shape: string }): Remedy[][] {
  const { code, column } = group;
  const [only, another] = group.examples;
  const blank: Remedy[][] =
    code.startsWith('cell.') && column !== null && only !== undefined && only.value !== ''
      ? [
          [
            another === undefined
              ? { kind: 'replace', ...where, from: only.value, to: '' }
              : { kind: 'clear', ...where },
          ],
        ]
      : [];
  return [
    ...(fillable.has(code) && column !== null ? [[{ kind: 'fill-down', column, shape: null } as const]] : []),
    ...(code === 'option.combination-twice' || code === 'product.handle-twice'
      ? [[{ kind: 'drop-repeats', column: null, shape: null } as const]]
      : []),
    ...blank,
    ...(acceptable.has(code) ? [[{ kind: 'accept', ...where, code } as const]] : []),
    ...(code.startsWith('cell.') && column !== null
      ? [[{ kind: 'drop-row', ...where, value: null } as const]]
      : []),
  ];
}
