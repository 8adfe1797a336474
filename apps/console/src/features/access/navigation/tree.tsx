import type { MenuProps } from 'antd';
import { Button, Dropdown } from 'antd';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { Place, Step, TreeNode, TreeRow } from './tree-places.ts';
import { placeAfter, placeAt, rowsOf } from './tree-places.ts';

export interface NamedNode extends TreeNode {
  name: string;
}

interface TreeProps<Node extends NamedNode> {
  label: string;
  nodes: Node[];
  chosenId: string | null;
  onChoose(id: string): void;
  /** If left out, nothing can be moved. */
  onMove?: ((id: string, place: Place) => void) | undefined;
  /** Steps that make sense in this tree. */
  steps: readonly Step[];
  /** Reports whether a node may be moved to a place; every place is allowed if left out. */
  mayGo?(node: Node, place: Place): boolean;
  /** Further actions in a row's menu. */
  actionsOf?(node: Node): NonNullable<MenuProps['items']>;
  onAction?(key: string, node: Node): void;
  /** Content right of the name. */
  end?(node: Node): ReactNode;
  before?(node: Node): ReactNode;
  /** Whether the row is drawn dimmed. */
  dim?(node: Node): boolean;
}

type Part = 'before' | 'in' | 'after';
const stepKeys: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/**
 * A tree for choosing and ordering: by dragging, by each row's menu, or with Ctrl and the arrow keys. Plain arrow keys
 * move the focus, expand and collapse.
 */
export function Tree<Node extends NamedNode>(props: TreeProps<Node>) {
  const { nodes, chosenId, onChoose, onMove, steps } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focusId, setFocusId] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ id: string; part: Part } | null>(null);
  const rows = rowsOf(nodes, closed);
  const focused = rows.find(({ node }) => node.id === (focusId ?? chosenId)) ?? rows[0];

  const focus = (row: TreeRow<Node> | undefined) => {
    if (row !== undefined) {
      setFocusId(row.node.id);
      list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(row.node.id)}"]`)?.focus();
    }
  };
  const open = (id: string, on: boolean) =>
    setClosed((held) => new Set(on ? [...held].filter((one) => one !== id) : [...held, id]));
  const placeFor = (node: Node, place: Place | null): Place | null =>
    place !== null && (props.mayGo?.(node, place) ?? true) ? place : null;
  const stepOf = (node: Node, step: Step) =>
    steps.includes(step) ? placeFor(node, placeAfter(nodes, node.id, step)) : null;
  const move = (node: Node, step: Step) => {
    const place = stepOf(node, step);
    if (place !== null && onMove !== undefined) {
      if (place.parentId !== null) {
        open(place.parentId, true);
      }
      setFocusId(node.id);
      onMove(node.id, place);
    }
  };

  const onKeyDown = (event: KeyboardEvent, row: TreeRow<Node>) => {
    if (event.target !== event.currentTarget) {
      return;
    }
    const { node } = row;
    const at = rows.indexOf(row);
    const step = stepKeys[event.key];
    if ((event.ctrlKey || event.metaKey) && step !== undefined) {
      event.preventDefault();
      move(node, step);
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const isOpen = row.hasChildren && !closed.has(node.id);
    switch (event.key) {
      case 'ArrowDown':
        focus(rows[at + 1]);
        break;
      case 'ArrowUp':
        focus(rows[at - 1]);
        break;
      case 'Home':
        focus(rows[0]);
        break;
      case 'End':
        focus(rows.at(-1));
        break;
      case 'ArrowRight':
        if (isOpen) {
          focus(rows[at + 1]);
        } else if (row.hasChildren) {
          open(node.id, true);
        }
        break;
      case 'ArrowLeft':
        if (isOpen) {
          open(node.id, false);
        } else {
          focus(rows.find((other) => other.node.id === node.parentId));
        }
        break;
      case 'Enter':
      case ' ':
        onChoose(node.id);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const onDrop = (target: Node) => {
    const node = nodes.find(({ id }) => id === dragged);
    if (node !== undefined && over !== null && onMove !== undefined) {
      const place = placeFor(node, placeAt(nodes, node.id, target.id, over.part));
      if (place !== null) {
        onMove(node.id, place);
      }
    }
    setDragged(null);
    setOver(null);
  };
  const onDragOver = (event: DragEvent<HTMLElement>, target: Node) => {
    const node = nodes.find(({ id }) => id === dragged);
    if (node === undefined) {
      return;
    }
    const part = partOf(event, steps.includes('in'));
    if (placeFor(node, placeAt(nodes, node.id, target.id, part)) === null) {
      setOver(null);
      return;
    }
    event.preventDefault();
    setOver({ id: target.id, part });
  };

  return (
    <div className="tree" role="tree" aria-label={props.label} ref={list}>
      {rows.map((row) => {
        const { node, level } = row;
        const mark = over?.id === node.id ? ` drop-${over.part}` : '';
        return (
          <div
            key={node.id}
            role="treeitem"
            data-node={node.id}
            aria-level={level}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-selected={node.id === chosenId}
            aria-expanded={row.hasChildren ? !closed.has(node.id) : undefined}
            aria-labelledby={`${base}-${node.id}`}
            tabIndex={focused?.node.id === node.id ? 0 : -1}
            className={`tree-row${node.id === chosenId ? ' chosen' : ''}${props.dim?.(node) ? ' dim' : ''}${mark}`}
            style={{ paddingInlineStart: 6 + (level - 1) * 18 }}
            draggable={onMove !== undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(node.id);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
            onDragOver={(event) => onDragOver(event, node)}
            onDrop={(event) => {
              event.preventDefault();
              onDrop(node);
            }}
            onFocus={() => setFocusId(node.id)}
            onClick={() => onChoose(node.id)}
            onKeyDown={(event) => onKeyDown(event, row)}
          >
            <span
              className={`tree-arrow${row.hasChildren ? '' : ' none'}${closed.has(node.id) ? '' : ' open'}`}
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                open(node.id, closed.has(node.id));
              }}
            >
              <Icon name="right" size={14} />
            </span>
            {props.before?.(node)}
            <Row as="span" grow align="center" justify="between" gap={6} shrink id={`${base}-${node.id}`}>
              <Text className="tree-name cut" shrink title={node.name}>
                {node.name}
              </Text>
              {props.end?.(node)}
            </Row>
            <RowMenu
              node={node}
              focusable={focused?.node.id === node.id}
              steps={onMove === undefined ? [] : steps.filter((step) => stepOf(node, step) !== null)}
              actions={props.actionsOf?.(node) ?? []}
              onStep={(step) => move(node, step)}
              onAction={(key) => props.onAction?.(key, node)}
            />
          </div>
        );
      })}
    </div>
  );
}

/**
 * Returns the part of a row under the pointer: its upper or lower edge, or its middle if nodes can be dropped into it.
 */
function partOf(event: DragEvent<HTMLElement>, into: boolean): Part {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const at = (event.clientY - top) / height;
  if (!into) {
    return at < 0.5 ? 'before' : 'after';
  }
  return at < 0.28 ? 'before' : at > 0.72 ? 'after' : 'in';
}

interface RowMenuProps {
  node: NamedNode;
  focusable: boolean;
  steps: readonly Step[];
  actions: NonNullable<MenuProps['items']>;
  onStep(step: Step): void;
  onAction(key: string): void;
}

const stepIcons = { up: 'up', down: 'down', in: 'right', out: 'left' } as const;

function RowMenu({ node, focusable, steps, actions, onStep, onAction }: RowMenuProps) {
  const text = useText();
  const moves = steps.map((step) => ({
    key: `step.${step}`,
    icon: <Icon name={stepIcons[step]} />,
    label: text(`access.tree.${step}`),
  }));
  if (actions.length + moves.length === 0) {
    return null;
  }
  const items: MenuProps['items'] = [
    ...actions,
    ...(actions.length > 0 && moves.length > 0 ? [{ type: 'divider' as const }] : []),
    ...moves,
  ];
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          // Otherwise the same Enter would press the focused control of the dialog that opens now.
          domEvent.preventDefault();
          const step = steps.find((one) => `step.${one}` === key);
          if (step === undefined) {
            onAction(key);
          } else {
            onStep(step);
          }
        },
      }}
    >
      <Button
        type="text"
        size="small"
        className="tree-more"
        tabIndex={focusable ? 0 : -1}
        icon={<Icon name="more" />}
        aria-label={text('access.tree.more', { name: node.name })}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  );
}
