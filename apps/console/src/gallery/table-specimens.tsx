import { Empty } from '../ui/feedback/empty.tsx';
import { Icon } from '../ui/images/icon.tsx';
import { Box } from '../ui/layout/box.tsx';
import { BulkAction, BulkBar } from '../ui/table/bulk-bar.tsx';
import { ProductCell } from '../ui/table/product-cell.tsx';
import { RepeatingActions } from '../ui/table/repeating-actions.tsx';
import { RowMenu } from '../ui/table/row-menu.tsx';
import type { SelectionState } from '../ui/table/use-selection.ts';
import { ProductTable } from './product-table.tsx';
import { lamp, titles } from './sample-data.ts';
import type { Section } from './specimen.ts';

const nothing = () => undefined;
const chosen: SelectionState = {
  count: 12,
  allMatching: false,
  ids: [],
  except: [],
  has: () => false,
  set: nothing,
  selectAllMatching: nothing,
  clear: nothing,
};
const [short = '', long = '', chinese = ''] = titles;

export const table: Section = {
  folder: 'table',
  without: {
    ColumnHead: 'the header of a column in DataTable',
    ColumnResizer: 'the edge of a column in DataTable',
    SideScroll: 'the scroll bar of a wide DataTable',
  },
  specimens: ({ text }) => {
    const actions = (
      <>
        <BulkAction icon={<Icon name="download" />} onClick={nothing}>
          {text('menu.products.export')}
        </BulkAction>
        <BulkAction disabled onClick={nothing}>
          {text('menu.collect.merge')}
        </BulkAction>
      </>
    );
    const main = (
      <BulkAction main onClick={nothing}>
        {text('menu.listing.bulk')}
      </BulkAction>
    );
    return [
      {
        name: 'DataTable',
        states: {
          'with a selection': <ProductTable label="1" />,
          loading: <ProductTable label="2" loading />,
          empty: <ProductTable label="3" none={<Empty>{text('products.empty')}</Empty>} />,
        },
      },
      {
        name: 'BulkBar',
        states: {
          'by hand': (
            <Box h={220}>
              <BulkBar selection={chosen} total={1284} main={main}>
                {actions}
              </BulkBar>
            </Box>
          ),
          'all that match, with exceptions': (
            <Box h={220}>
              <BulkBar
                filtered
                selection={{ ...chosen, allMatching: true, count: 1282, except: ['a', 'b'] }}
                total={1284}
                main={main}
              >
                {actions}
              </BulkBar>
            </Box>
          ),
        },
      },
      {
        name: 'BulkAction',
        states: {
          'on its bar': (
            <Box h={220}>
              <BulkBar selection={chosen} total={12}>
                {actions}
              </BulkBar>
            </Box>
          ),
        },
      },
      {
        name: 'ProductCell',
        states: {
          plain: <ProductCell title={short} imageUrl={lamp} sku="LAMP-S" variantCount={3} />,
          'a long title': <ProductCell title={long} imageUrl={lamp} sku="LAMP-S" variantCount={128} />,
          'with a note': <ProductCell size={44} title={chinese} imageUrl={lamp} note="lamps.example" />,
          'without title and image': <ProductCell size={36} title="" imageUrl={null} />,
        },
      },
      {
        name: 'RowMenu',
        states: {
          plain: (
            <RowMenu
              label={text('act.more')}
              edit={{ label: text('menu.products.one'), onEdit: nothing }}
              remove={{
                label: text('runs.cancel'),
                title: text('runs.cancel.title'),
                content: text('runs.empty'),
                onRemove: nothing,
              }}
            />
          ),
        },
      },
      {
        name: 'RepeatingActions',
        states: Object.fromEntries(
          [true, false].map((checked) => [
            checked ? 'on' : 'off',
            <RepeatingActions
              key={String(checked)}
              className=""
              on={{ label: text('menu.collect.merge'), checked, onChange: nothing }}
              now={{ label: text('menu.collect.merge'), busy: !checked, onPress: nothing }}
              menu={{
                label: text('act.more'),
                edit: { label: text('menu.products.one'), onEdit: nothing },
                remove: {
                  label: text('runs.cancel'),
                  title: text('runs.cancel.title'),
                  content: text('runs.empty'),
                  onRemove: nothing,
                },
              }}
            />,
          ]),
        ),
      },
    ];
  },
};
