import { defineCustomElements } from '@revolist/revogrid/loader';
import { columns, rows } from './peer-rows.mjs';

defineCustomElements();
const grid = document.createElement('revo-grid');
grid.columns = columns.map(({ id, width }) => ({ prop: id, name: id, size: width }));
grid.source = rows();
grid.range = true;
grid.style.height = '100vh';
document.body.append(grid);
globalThis.valueAt = async (row, column) => (await grid.getSource())[row][column];
