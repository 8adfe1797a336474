/** Returns the ids of a token and of a session of the caller. */
export async function onesOwnKeys(
  call: <Answer>(method: 'GET' | 'POST', path: string, payload?: object) => Promise<Answer>,
): Promise<{ token: string; session: string }> {
  const { created } = await call<{ created: { id: string } }>('POST', '/account/tokens', {
    name: 'Secret mugs',
    permissions: [{ permission: 'products', actions: ['query'] }],
    days: null,
  });
  const [session] = await call<{ id: string }[]>('GET', '/account/sessions');
  return { token: created.id, session: session?.id ?? '' };
}
