type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AsMerchant = <Answer>(method: Method, path: string, payload?: object) => Promise<Answer>;

/** Creates a role, a part of the organisation and an open invitation of the merchant. */
export async function oneTeam(call: AsMerchant): Promise<{ role: string; part: string; invitation: string }> {
  const role = await call<{ id: string }>('POST', '/roles', {
    name: 'Secret keepers',
    description: '',
    permissions: [{ permission: 'products', actions: ['query'] }],
  });
  const [part] = await call<{ id: string }[]>('POST', '/organisation', {
    parentId: null,
    name: 'Secret room',
  });
  await call('POST', '/invitations', { addresses: [secretAddress], roleId: role.id });
  const [invitation] = await call<{ id: string }[]>('GET', '/invitations');
  return { role: role.id, part: part?.id ?? '', invitation: invitation?.id ?? '' };
}

/** The address that Ann has invited. */
export const secretAddress = 'keeper@secret.example';
