/** The ids of a token and of a session of who calls by this. */
export async function onesOwnKeys(
  ask: <Answer>(method: 'GET' | 'POST', path: string, payload?: object) => Promise<Answer>,
): Promise<{ token: string; session: string }> {
  const { created } = await ask<{ created: { id: string } }>('POST', '/account/tokens', {
    name: 'Secret mugs',
    permissions: [{ permission: 'products', actions: ['query'] }],
    days: null,
  });
  const [session] = await ask<{ id: string }[]>('GET', '/account/sessions');
  return { token: created.id, session: session?.id ?? '' };
}
