type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AsMerchant = <Answer>(method: Method, path: string, payload?: object) => Promise<Answer>;

/** Creates a task and a team project of the merchant; returns their ids and the id of the user who created them. */
export async function oneTaskAndProject(
  call: AsMerchant,
): Promise<{ task: string; project: string; user: string }> {
  const me = await call<{ id: string }>('GET', '/user/get-user');
  const days = { startsOn: '2026-11-20', endsOn: '2026-11-30' };
  const task = await call<{ id: string }>('POST', '/tasks', {
    ...days,
    title: 'Secret mugs',
    goal: 'Mugs',
    wanted: null,
    standard: 'White ground',
    addresses: ['https://anns-source.example/'],
    invited: [],
    weight: null,
    visibility: 'public',
    viewers: [],
  });
  const project = await call<{ id: string }>('POST', '/projects', {
    ...days,
    name: 'Secret autumn',
    storeIds: [],
    leadId: me.id,
    approverId: me.id,
    kind: 'sourcing',
    task: {
      name: 'Look',
      description: '',
      executorId: me.id,
      ownerId: me.id,
      remindAt: '09:00',
      timeZone: 'Asia/Shanghai',
      kind: 'once',
    },
    members: [],
  });
  return { task: task.id, project: project.id, user: me.id };
}
