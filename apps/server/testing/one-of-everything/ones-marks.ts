type AsMerchant = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => Promise<Answer>;

/** Puts the product into a group, and saves and shares a view of it. */
export async function onesMarks(
  call: AsMerchant,
  product: string,
): Promise<{ productGroup: string; savedItem: string }> {
  const group = await call<{ id: string }>('POST', '/products/groups', { name: 'Secret mugs' });
  await call('POST', '/products/marks', {
    selection: { ids: [product] },
    marks: { groupId: group.id, colour: 'red', note: 'Secret mug note' },
  });
  const view = await call<{ id: string }>('POST', '/saved-items', {
    name: 'Secret mug view',
    shared: true,
    content: { kind: 'product-view', filter: { groups: [group.id] }, sort: 'cost', direction: 'asc' },
  });
  await call('PUT', '/products/table-look', {
    hidden: ['tags'],
    order: ['price'],
    pinned: [],
    widths: { price: 90 },
    density: 'compact',
  });
  return { productGroup: group.id, savedItem: view.id };
}
