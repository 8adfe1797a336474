import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

interface Listed {
  items: { id: string; title: string; price: string }[];
}

test('prices are filled, pasted, put right, saved as one change and taken back, by keyboard alone', async ({
  page,
  product,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const titles = async () =>
    (await call<Listed>('POST', '/products/query', { filter: {}, limit: 200, sort: 'created' })).items.map(
      ({ title }) => title,
    );
  const before = await titles();

  await openAs(page, product, product.merchant, '/products/grid');
  const grid = page.getByRole('grid', { name: '商品表格' });
  await expect(grid).toBeVisible();
  const field = grid.getByRole('textbox');
  await expect(field).toHaveAttribute('aria-label', /：标题$/);
  // From the filter, Tab goes on into the sheet.
  await page.getByRole('textbox', { name: '筛选行' }).focus();
  for (
    let tabs = 0;
    tabs < 12 && !(await field.evaluate((own) => own === document.activeElement));
    tabs += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(field).toBeFocused();

  // Typing replaces, Enter goes down, and an error is said at its cell.
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.type('Kettle 1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Home');
  await expect(field).toHaveValue('Kettle 1');
  await page.keyboard.press('Delete');
  await expect(grid.getByText('不能为空。')).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: '1 个有错误' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('Kettle 1');

  // The whole column gets it, is copied, pasted back and undone at once.
  await page.keyboard.press('Control+Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  const changed = page.getByText(`${before.length} 件商品的 ${before.length} 个单元格`);
  await expect(changed).toBeVisible();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 件商品的 1 个单元格')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(changed).toBeVisible();
  await page.screenshot({ path: 'test-results/grid.png' });

  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('全部算一次修改')).toBeVisible();
  await expect(dialog.getByRole('button', { name: '保存' })).toBeEnabled();
  await dialog.getByRole('button', { name: '保存' }).press('Enter');
  await expect(page.getByText(`已保存 ${before.length} 件商品`)).toBeVisible();
  expect(new Set(await titles())).toEqual(new Set(['Kettle 1']));

  await page.getByRole('button', { name: '撤销' }).last().press('Enter');
  const undo = page.getByRole('dialog');
  await expect(undo.getByText('将撤销')).toBeVisible();
  await undo.getByRole('button', { name: /撤销/ }).press('Enter');
  await expect.poll(titles).toEqual(before);
});

test('what was entered survives a closed tab, and what somebody else wrote meanwhile is shown', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  await openAs(page, product, product.merchant, '/products/grid');
  const field = page.getByRole('grid').getByRole('textbox');
  await field.focus();
  await page.keyboard.press('Control+Home');
  const title = await field.inputValue();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 件商品的 1 个单元格')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('bowerbird.grid.'))),
    )
    .toBe(true);
  const { items } = await call<Listed>('POST', '/products/query', { filter: { text: title }, limit: 1 });
  await call('POST', `/products/${items[0]?.id}/edit`, {
    edits: [{ kind: 'title-suffix', text: ' theirs' }],
  });

  const another = await page.context().newPage();
  await page.close();
  await another.goto(`${product.url}/products/grid`);
  await another.getByRole('button', { name: '继续编辑' }).click();
  await another.getByRole('button', { name: '1 个与别人冲突' }).click();
  await expect(another.getByText(`对方的：${title} theirs`)).toBeVisible();
  await another.getByRole('button', { name: '用我的', exact: true }).click();
  await another.getByRole('button', { name: '保存', exact: true }).click();
  await another.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(another.getByText('已保存 1 件商品')).toBeVisible();
});

test('with the mouse, the fill handle is dragged down, cells are selected by dragging, and names and header stay in place', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  await page.setViewportSize({ width: 900, height: 700 });
  await openAs(page, product, product.merchant, '/products/grid');
  const grid = page.getByRole('grid', { name: '商品表格' });
  await expect(grid).toBeVisible();
  const cell = (row: number, column: number) => grid.locator(`[data-row="${row}"] [data-column="${column}"]`);
  const middle = async (row: number, column: number) => {
    const box = await cell(row, column).boundingBox();
    if (box === null) {
      throw new Error(`no cell ${row}, ${column}`);
    }
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const price = 4;
  await expect(grid.getByRole('columnheader').nth(price)).toHaveText('价格');
  const textOf = (row: number) => cell(row, price).textContent();
  const [first = '', ...below] = await Promise.all([0, 1, 2, 3, 4].map(textOf));
  const differing = below.filter((each) => each !== first).length;
  expect(differing).toBeGreaterThan(0);

  // The handle of the first variant's price, dragged down: those below it get that price.
  await page.mouse.click(...(await middle(0, price)));
  const handle = await grid.locator('[data-handle]').boundingBox();
  await page.mouse.move((handle?.x ?? 0) + 4, (handle?.y ?? 0) + 4);
  await page.mouse.down();
  await page.mouse.move(...(await middle(4, price)), { steps: 6 });
  await expect(grid.locator('.grid-cell.filling')).toHaveCount(5);
  await page.mouse.up();
  const changed = page.getByText(`1 件商品的 ${differing} 个单元格`);
  await expect(changed).toBeVisible();
  await expect(cell(4, price)).toHaveText(first ?? '');
  await page.keyboard.press('Control+z');
  await expect(changed).toBeHidden();
  await expect.poll(() => Promise.all([1, 2, 3, 4].map(textOf))).toEqual(below);

  // Dragged over cells, a range is selected.
  await page.mouse.move(...(await middle(0, 3)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(2, price)), { steps: 6 });
  await page.mouse.up();
  await expect(cell(0, 3)).toHaveAttribute('aria-selected', 'true');
  await expect(cell(2, price)).toHaveAttribute('aria-selected', 'true');
  await expect(cell(3, price)).toHaveAttribute('aria-selected', 'false');

  // Scrolled to the right and down, the name of each row and the header stay where they were.
  await grid.evaluate((sheet) => sheet.scrollTo({ left: 600, top: 400 }));
  await expect.poll(() => grid.evaluate((sheet) => sheet.scrollLeft)).toBeGreaterThan(0);
  const places = () =>
    grid.evaluate((sheet) => {
      const frame = sheet.getBoundingClientRect();
      const names = [...sheet.querySelectorAll('.grid-row .grid-cell.fixed')]
        .map((each) => each.getBoundingClientRect())
        .filter(({ top, bottom }) => top > frame.top && bottom < frame.bottom);
      const head = sheet.querySelector('.grid-head')?.getBoundingClientRect();
      return {
        rows: names.length > 3,
        names: names.every(({ left }) => Math.abs(left - frame.left) < 3),
        head: Math.abs((head?.top ?? 0) - frame.top) < 3,
      };
    });
  await expect.poll(places).toEqual({ rows: true, names: true, head: true });
});

interface Read {
  product: {
    options: { name: string; values: string[] }[];
    variants: { id: string; optionValues: string[] }[];
  };
}

test('an option and its values are renamed and merged by keyboard with the variants, and come back with an undo', async ({
  page,
  product,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const { items } = await call<Listed>('POST', '/products/query', { filter: {}, limit: 200 });
  const all = await Promise.all(
    items.map(async ({ id }) => ({ id, ...(await call<Read>('GET', `/products/${id}`)) })),
  );
  // Of two options with several values each, two variants become the same when two values do.
  const chosen = all.find(
    ({ product: own }) => own.options.filter(({ values }) => values.length > 1).length > 1,
  );
  const place = chosen?.product.options.findIndex(({ values }) => values.length > 1) ?? -1;
  const option = chosen?.product.options[place];
  const [one = '', two = ''] = option?.values ?? [];
  if (chosen === undefined || option === undefined) {
    throw new Error('no practice product has two options with two values');
  }
  const now = async () => (await call<Read>('GET', `/products/${chosen.id}`)).product;
  const before = await now();

  await openAs(page, product, product.merchant, '/products/grid');
  await page.getByText('选项', { exact: true }).click();
  const grid = page.getByRole('grid', { name: '商品表格' });
  await expect(grid.getByRole('columnheader')).toHaveText(['商品', '选项', '选项值', '规格数']);
  const title = items.find(({ id }) => id === chosen.id)?.title ?? '';
  await page.getByRole('textbox', { name: '筛选行' }).fill(title);
  const field = grid.getByRole('textbox');
  const rows = before.options.slice(0, place).reduce((sum, { values }) => sum + values.length, 0);
  await grid.locator(`[data-row="${rows}"] [data-column="1"]`).click();
  await expect(field).toHaveValue(option.name);
  await expect(field).toHaveAttribute('aria-label', `${title}，${option.name} / ${one}：选项`);

  // The option gets another name, and its second value that of the first.
  await page.keyboard.type('款式');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(field).toHaveValue(two);
  await page.keyboard.type(one);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 件商品的 2 个单元格')).toBeVisible();
  await page.screenshot({ path: 'test-results/grid-options.png' });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: '保存' })).toBeEnabled();
  const keep = dialog.getByRole('combobox', { name: '件商品有规格会变得相同' });
  await expect(dialog.getByText('1 件商品不能保存')).toBeVisible();
  await keep.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('1 件商品不能保存')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: '保存' })).toBeEnabled();
  await dialog.getByRole('button', { name: '保存' }).press('Enter');
  await expect(page.getByText('已保存 1 件商品')).toBeVisible();

  const after = await now();
  expect(after.options[place]).toEqual({
    name: '款式',
    values: option.values.filter((value) => value !== two),
  });
  expect(after.variants.map(({ id }) => id)).toEqual(
    before.variants.filter(({ optionValues }) => optionValues[place] !== two).map(({ id }) => id),
  );

  await page.getByRole('button', { name: '撤销' }).last().press('Enter');
  const undo = page.getByRole('dialog');
  await expect(undo.getByText('将撤销')).toBeVisible();
  await undo.getByRole('button', { name: /撤销/ }).press('Enter');
  await expect.poll(now).toEqual(before);
  expect(errors).toEqual([]);
});
