import { setTimeout as sleep } from 'node:timers/promises';
import { callsAs } from '../../../apps/console/e2e/practice.ts';
import type { Product, SignIn } from '../../../apps/console/e2e/product.ts';

const pauseMs = 50;

/** Milliseconds that another person's calls took. */
export interface Times {
  list: number[];
  'sign-in': number[];
}

/** Measures the administrator's calls, one after the other: opening the audit log, and signing in. */
export async function otherPeople(product: Product, forSeconds: number): Promise<Times> {
  const call = await callsAs(product, product.administrator);
  const times: Times = { list: [], 'sign-in': [] };
  const until = performance.now() + forSeconds * 1000;
  while (performance.now() < until) {
    times.list.push(await took(() => call('GET', '/audit')));
    await sleep(pauseMs);
    times['sign-in'].push(await took(() => signIn(product, product.administrator)));
    await sleep(pauseMs);
  }
  return times;
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** One machine may sign in only so often in a minute; the others sign in from many machines. */
let machine = 0;

/** Signs in; returns the session's token. */
export async function signIn({ url }: Product, person: SignIn): Promise<string> {
  machine = (machine + 1) % 200;
  const response = await fetch(`${url}/shop-reptile/api/auth/user-name-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${machine}` },
    body: JSON.stringify(person),
  });
  const answer: { data: string } = await response.json();
  if (!response.ok) {
    throw new Error(`nobody was signed in: ${JSON.stringify(answer)}`);
  }
  return answer.data;
}
