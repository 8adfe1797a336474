import { createElement, useState } from 'react';
import { DataSheetGrid, keyColumn, textColumn } from 'react-datasheet-grid';
import { createRoot } from 'react-dom/client';
import 'react-datasheet-grid/dist/style.css';
import { columns, rows } from './peer-rows.mjs';

const first = rows();
const shown = columns.map(({ id, width }) => ({
  ...keyColumn(id, textColumn),
  title: id,
  basis: width,
  grow: 0,
  shrink: 0,
}));

function Sheet() {
  const [value, setValue] = useState(first);
  globalThis.valueAt = async (row, column) => value[row][column];
  return createElement(DataSheetGrid, { value, onChange: setValue, columns: shown, height: innerHeight });
}

createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(Sheet));
